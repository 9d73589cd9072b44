import { buildRoadNet } from '@lookout/fire-model';
import { LAND, type MastView, type PostBox, placeInBox } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import type { GridLand } from '../../coverage/service/coverage.ts';
import type { SiteQuestion } from '../site.ts';
import { chosenSites, metresToRoad } from './chosen-sites.ts';
import type { SiteJob } from './site-job.ts';

/** 61 × 41 posts of the land near 103° E, 31° N, and the ground on posts twice as fine: two hills of 400 m, forest everywhere. */
const BOX: PostBox = { level: 11, west: 183_500, north: 42_000, columns: 61, rows: 41 };
const FINE: PostBox = { level: 12, west: 367_000, north: 84_000, columns: 121, rows: 81 };
const HILLS = [
  { column: 30, row: 40 },
  { column: 90, row: 40 },
] as const;
const heights = Float32Array.from({ length: FINE.columns * FINE.rows }, (_, post) => {
  const [column, row] = [post % FINE.columns, Math.floor(post / FINE.columns)];
  return HILLS.reduce((sum, hill) => sum + 400 * Math.exp(-((column - hill.column) ** 2 + (row - hill.row) ** 2) / 60), 500);
});
const POSTS = BOX.columns * BOX.rows;
const GRID_LAND: GridLand = {
  area: { west: 0, south: 0, east: 1, north: 1 },
  ground: 'imported',
  box: BOX,
  heights: new Float32Array(POSTS),
  land: new Uint8Array(POSTS).fill(LAND.forest),
  weights: new Float32Array(POSTS).fill(2),
  hectares: new Float64Array(BOX.rows).fill(2),
  dangerDay: '2026-11-30',
};
const QUESTION: SiteQuestion = {
  ...{ gridNo: '513200' as SiteQuestion['gridNo'], count: 2, mastMetres: 20, rangeMetres: 3_000, targetMetres: 10 },
  ...{ source: 'ridges', spacingMetres: 1_000 },
};
const job = (given: Partial<SiteJob>): SiteJob => ({
  ...{ question: QUESTION, places: [], land: GRID_LAND, ground: { box: FINE, heights }, views: [], roads: null },
  ...{ progress: new Int32Array(1), rightOfWay: new Int32Array(1) },
  ...given,
});
const choose = (given: Partial<SiteJob>) => chosenSites(job(given), () => undefined);
const resultOf = (given: Partial<SiteJob>) => choose(given).result ?? expect.fail('no sites were chosen');
const viewOf = (byteOf: (column: number) => number): MastView => ({
  box: BOX,
  seen: Uint8Array.from({ length: POSTS }, (_, post) => byteOf(post % BOX.columns)),
  eyeMetres: 900,
});
const summit = ({ column, row }: { readonly column: number; readonly row: number }) => placeInBox(FINE, column, row);

describe('the choice of sites in a grid', () => {
  it('finds the summits by itself, and says what each adds and what all forest is', () => {
    const result = resultOf({});
    expect(result).toMatchObject({ outside: 0, withoutElevation: 0, masts: 0, seenHectares: 0, dangerDay: '2026-11-30' });
    expect(result.forestHectares).toBe(2 * POSTS);
    expect(result.forestWeight).toBe(4 * POSTS);
    expect(result.chosen).toHaveLength(2);
    for (const { addedHectares, addedWeight, groundMetres } of result.chosen) {
      expect(addedWeight).toBeCloseTo(2 * addedHectares, 3);
      expect(groundMetres).toBeGreaterThan(850);
    }
    const [first, second] = result.chosen;
    expect(first?.addedHectares).toBeGreaterThanOrEqual(second?.addedHectares ?? Number.NaN);
  });

  it('counts nothing that a mast sees at the height of the target, and everything that it does not', () => {
    // The mast sees the western half: a byte of 1 is a target at 50 m, 2 at 10 m.
    const west = (byte: number) => viewOf((column) => (column <= 30 ? byte : 0));
    const seen = resultOf({ views: [west(2)] });
    expect(seen).toMatchObject({ masts: 1, seenHectares: 2 * 31 * 41, seenWeight: 4 * 31 * 41 });
    // The eastern summit adds most now.
    expect(seen.chosen[0]?.position.lng).toBeGreaterThan(summit({ column: 60, row: 40 }).lng);
    expect(resultOf({ views: [west(1)] })).toMatchObject({ masts: 0, seenHectares: 0 });
    expect(resultOf({ views: [west(255)] })).toMatchObject({ masts: 0, seenHectares: 0 });
    expect(choose({ views: [viewOf(() => 3)] })).toEqual({ result: null, failure: 'nothing-to-see' });
  });

  it('compares given places, and counts those beyond the grid and those without elevation', () => {
    const [west, east] = HILLS.map(summit);
    const places = [
      { name: '西山', position: west as NonNullable<typeof west> },
      { name: '东山', position: east as NonNullable<typeof east> },
      { name: '远', position: { lng: 10, lat: 10 } },
    ];
    const question: SiteQuestion = { ...QUESTION, source: 'places', spacingMetres: null };
    const given = resultOf({ question, places });
    expect(given).toMatchObject({ candidates: 2, outside: 1, withoutElevation: 0 });
    expect(new Set(given.chosen.map(({ name }) => name))).toEqual(new Set(['西山', '东山']));
    const holed = heights.map((height, post) => (post % FINE.columns < 60 ? Number.NaN : height));
    expect(resultOf({ question, places, ground: { box: FINE, heights: holed } })).toMatchObject({ candidates: 1, withoutElevation: 1 });
    const land = { ...GRID_LAND, land: GRID_LAND.land.map((_, post) => (post % BOX.columns < 30 ? LAND.outside : LAND.forest)) };
    expect(resultOf({ question, places, land })).toMatchObject({ candidates: 1, outside: 2 });
  });

  it('says why there is no site', () => {
    const unknown = { box: FINE, heights: heights.map(() => Number.NaN) };
    expect(choose({ ground: unknown })).toEqual({ result: null, failure: 'no-elevation' });
    expect(choose({ ground: { box: FINE, heights: heights.map(() => 500) } })).toEqual({ result: null, failure: 'no-candidates' });
    const bare = { ...GRID_LAND, weights: new Float32Array(POSTS) };
    expect(choose({ land: bare })).toEqual({ result: null, failure: 'nothing-to-see' });
  });

  it('measures to the nearest road in a straight line, and to none without roads or beyond 50 km', () => {
    const at = summit(HILLS[0]);
    const roadTo = (north: number) => {
      const line = [-0.1, 0.1].map((east) => ({ lng: at.lng + east, lat: at.lat + north }));
      const built = buildRoadNet([{ class: 'track', points: line }]);
      return built.ok ? built.value.net : expect.fail(built.error);
    };
    expect(metresToRoad(roadTo(0.01), at)).toBeCloseTo(1_113, -1);
    // The road is found by a wider search.
    expect(metresToRoad(roadTo(0.3), at)).toBeCloseTo(33_400, -2);
    expect(metresToRoad(roadTo(0.6), at)).toBeNull();
    expect(metresToRoad(null, at)).toBeNull();
    expect(resultOf({ roads: roadTo(0.01) }).chosen.every(({ roadMetres }) => roadMetres !== null && roadMetres < 5_000)).toBe(true);
  });
});

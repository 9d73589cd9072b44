import { distanceMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { buildRoadNet } from './build-road-net.ts';
import { ROAD_CLASSES, ROAD_SPEEDS, roadClassOf } from './road-classes.ts';
import { openRoadNet, secondsOfHalves } from './road-net.ts';
import { aBuiltNet, aLine, spot } from './testing/nets.ts';

const whole = { mostEdgeMetres: Number.POSITIVE_INFINITY };
const cross = [
  aLine([
    [0, 0],
    [10, 0],
    [20, 0],
  ]),
  aLine([
    [10, -5],
    [10, 0],
    [10, 5],
  ]),
];

describe('road classes', () => {
  it('road classes each have a speed, and are found by the class names of files', () => {
    expect(ROAD_SPEEDS.map((row) => row.class)).toEqual(ROAD_CLASSES);
    const words = ['primary_link', ' 国道 ', 'G317', 'X012', '防火道', '林区道路', 'residential', 'proposed', ''];
    expect(words.map(roadClassOf)).toEqual([
      'primary',
      'trunk',
      'trunk',
      'secondary',
      'fire-road',
      'forest-road',
      'residential',
      null,
      null,
    ]);
  });
});

describe('a road net', () => {
  it('a road net has nodes where lines share a point, and edges with their length on the ellipsoid', () => {
    const { net, islands } = aBuiltNet(cross, whole);
    expect([net.nodes, net.edges, islands.length]).toEqual([5, 4, 1]);
    expect(net.metres[0]).toBe(distanceMetres(spot(0, 0), spot(10, 0)));
    expect([...net.lineOf]).toEqual([0, 0, 1, 1]);
  });

  it('a road net does not join lines that cross without a common point: one is a bridge', () => {
    const over = aLine([
      [5, -5],
      [5, 5],
    ]);
    expect(aBuiltNet([cross[0] as never, over], whole).islands).toHaveLength(2);
  });

  it('a road net joins loose ends to points and to segments within the tolerance, and to nothing beyond it', () => {
    const main = aLine([
      [0, 0],
      [20, 0],
    ]);
    const beside = aLine([
      [10, 0.1],
      [10, 5],
    ]);
    const ahead = aLine([
      [20.05, 0],
      [30, 0],
    ]);
    const joined = aBuiltNet([main, beside, ahead], { ...whole, snapMetres: 15 });
    expect([joined.snappedEnds, joined.islands.length]).toEqual([2, 1]);
    expect(aBuiltNet([main, beside, ahead], { ...whole, snapMetres: 5 }).islands.length).toBeGreaterThan(1);
    expect(aBuiltNet([main, beside, ahead], whole).islands).toHaveLength(3);
  });

  it('a road net divides long edges without losing length', () => {
    const { net } = aBuiltNet(cross);
    const long = aBuiltNet(cross, whole).net;
    const sum = (metres: Float64Array) => metres.reduce((total, one) => total + one, 0);
    expect(Math.max(...net.metres)).toBeLessThanOrEqual(300);
    expect(sum(net.metres)).toBeCloseTo(sum(long.metres), 3);
  });

  it('a road net reports islands, longest first, and the lines it leaves out, by field', () => {
    const island = aLine([
      [50, 50],
      [51, 50],
    ]);
    const { islands, net, refused } = aBuiltNet(
      [
        island,
        ...cross,
        aLine([[0, 0]]),
        aLine([
          [0, 0],
          [0, Number.NaN],
        ]),
        { ...island, speedLimit: 0 },
      ],
      whole,
    );
    expect(islands.map(({ nodes }) => nodes)).toEqual([5, 2]);
    expect(islands[1]?.metres).toBe(net.metres[0]);
    expect(refused).toEqual([
      { line: 3, field: 'points' },
      { line: 4, field: 'position' },
      { line: 5, field: 'speedLimit' },
    ]);
    expect(buildRoadNet([])).toEqual({ ok: false, error: 'no-roads' });
    expect(buildRoadNet([aLine([])])).toEqual({ ok: false, error: 'no-roads' });
  });

  it('a road net is restored unchanged from its bytes, and other bytes are refused', () => {
    const { net } = aBuiltNet(cross);
    const copy = new Uint8Array(net.buffer).slice().buffer;
    const opened = openRoadNet(copy);
    if (!opened.ok) return expect.fail(opened.error);
    expect({ ...opened.value, buffer: null }).toEqual({ ...net, buffer: null });
    const other = copy.slice(0);
    new Uint32Array(other)[1] = 99;
    expect([openRoadNet(other), openRoadNet(copy.slice(0, -1)), openRoadNet(new ArrayBuffer(64)), openRoadNet(new ArrayBuffer(3))]).toEqual(
      ['other-version', 'cut-short', 'not-a-road-net', 'not-a-road-net'].map((error) => ({ ok: false, error })),
    );
    return undefined;
  });

  it('speeds depend on class, vehicle, limit, ford, grade and one-way streets', () => {
    const straight = [
      [0, 0],
      [1, 0],
    ] as const;
    const speedOf = (overrides: Parameters<typeof aLine>[1], vehicle: 'car' | 'fire-engine' | 'motorcycle' = 'car', rise = 0) => {
      const heightAt = (lng: number) => (lng > 103.0005 ? rise : 0);
      const { net } = aBuiltNet([aLine(straight, overrides)], { heightAt });
      return [...secondsOfHalves(net, vehicle)].map((seconds) => Number((((net.metres[0] as number) / seconds) * 3.6).toFixed(6)));
    };
    expect(speedOf({})).toEqual([60, 60]);
    expect(speedOf({}, 'fire-engine')).toEqual([48, 48]);
    expect(speedOf({ speedLimit: 30 })).toEqual([30, 30]);
    expect(speedOf({ isFord: true })).toEqual([5, 5]);
    expect(speedOf({ isOneWay: true })).toEqual([60, 0]);
    expect(speedOf({ class: 'path' })).toEqual([0, 0]);
    expect(speedOf({ class: 'path' }, 'motorcycle')).toEqual([8, 8]);
    // 8 m in 95.5 m: 8.4 %.
    expect(speedOf({}, 'car', 8)).toEqual([42, 48]);
  });

  it('a road does not climb the terrain under a bridge', () => {
    const valley = (lng: number) => (lng > 103.0004 && lng < 103.0006 ? 0 : 100);
    const way = [
      [0, 0],
      [0.5, 0],
      [1, 0],
    ] as const;
    const climbOf = (isBridge: boolean) => aBuiltNet([aLine(way, { isBridge })], { heightAt: valley }).net.climb[0];
    expect([climbOf(false), climbOf(true)]).toEqual([100, 0]);
    expect(aBuiltNet([aLine(way)], { heightAt: () => null }).unknownHeights).toBe(3);
  });
});

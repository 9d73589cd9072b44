import { buildRoadNet } from '@lookout/fire-model';
import { bearingDegrees, type LngLat } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { type Land, layOutRoads, linesOf, type Places } from './layout.ts';

const SIDE = 41;
const cell = (column: number, row: number): number => row * SIDE + column;
/** Cells of about 190 m by 222 m. */
const land = (heightAt: (column: number, row: number) => number, isRiver: (column: number, row: number) => boolean = () => false): Land => {
  const cells = Array.from({ length: SIDE * SIDE }, (_, at) => [at % SIDE, Math.floor(at / SIDE)] as const);
  return {
    columns: SIDE,
    rows: SIDE,
    west: 103,
    north: 32,
    lngDegrees: 0.002,
    latDegrees: 0.002,
    heights: Float32Array.from(cells, ([column, row]) => heightAt(column, row)),
    rivers: Uint8Array.from(cells, ([column, row]) => (isRiver(column, row) ? 1 : 0)),
  };
};
const NONE = { villages: [], ridges: [] };
const roadsOver = (over: Land, places: Places) => linesOf(over, layOutRoads(over, places));
const rowsOf = (lines: ReturnType<typeof linesOf>) =>
  lines.flatMap(({ points }) => points.map(({ lat }) => Math.floor((32 - lat) / 0.002)));

describe('roads laid out over a relief', () => {
  it('go round a ridge rather than over it', () => {
    // A ridge of 600 m between the towns, with a gap in the south.
    const lines = roadsOver(
      land((column, row) => (column === 20 && row < 30 ? 600 : 0)),
      { ...NONE, towns: [cell(10, 10), cell(30, 10)] },
    );
    expect(Math.max(...rowsOf(lines))).toBeGreaterThanOrEqual(30);
  });

  it('have bends instead of corners, and begin and end in the towns', () => {
    const [line, ...others] = roadsOver(
      land((column, row) => (column === 20 && row < 30 ? 600 : 0)),
      { ...NONE, towns: [cell(10, 10), cell(30, 10)] },
    );
    expect(others).toEqual([]);
    const points = line?.points ?? [];
    const headings = points.slice(1).map((point, i) => bearingDegrees(points[i] as LngLat, point));
    const turns = headings.slice(1).map((heading, i) => Math.abs(((heading - (headings[i] as number) + 540) % 360) - 180));
    expect(Math.max(...turns)).toBeLessThan(30);
    const ends = [points[0], points.at(-1)].map((point) => [point?.lng, point?.lat].map((degrees) => degrees?.toFixed(6)));
    expect(ends.toSorted()).toEqual([
      ['103.021000', '31.979000'],
      ['103.061000', '31.979000'],
    ]);
  });

  it('cross a river by a bridge, where the river is narrow', () => {
    const lines = roadsOver(
      land(
        () => 0,
        (column, row) => column === 20 || (row < 25 && column > 15 && column < 25),
      ),
      { ...NONE, towns: [cell(10, 10), cell(30, 10)] },
    );
    const bridges = lines.filter(({ isBridge }) => isBridge);
    expect(bridges).toHaveLength(1);
    expect(Math.min(...rowsOf(bridges))).toBeGreaterThanOrEqual(24);
    expect(lines.length).toBeGreaterThan(1);
  });

  it('reach neighbouring villages by one shared road, which each further village joins', () => {
    const villages = [cell(24, 30), cell(20, 30), cell(22, 30)];
    const pieces = layOutRoads(
      land(() => 0),
      { ...NONE, towns: [cell(5, 10), cell(35, 10)], villages },
    );
    const steps = pieces.filter((piece) => piece.class === 'unclassified').reduce((sum, { cells }) => sum + cells.length - 1, 0);
    expect(steps).toBe(20 + 2 + 2);
  });

  it('join all places into one network, where the roads that most pairs use have the highest class; the result is always the same', () => {
    const towns = [cell(5, 20), cell(15, 20), cell(25, 20), cell(35, 20)];
    const places = { towns, villages: [cell(5, 25), cell(35, 15)], ridges: [cell(20, 5)] };
    const lines = roadsOver(
      land((column, row) => 3 * Math.abs(row - 20) + column),
      places,
    );
    const built = buildRoadNet(lines);
    expect(built.ok && built.value.islands.length).toBe(1);
    // The link between the second and the third town is used by four of the six pairs.
    expect(new Set(lines.map((line) => line.class))).toEqual(new Set(['trunk', 'unclassified', 'fire-road']));
    expect(
      roadsOver(
        land((column, row) => 3 * Math.abs(row - 20) + column),
        places,
      ),
    ).toEqual(lines);
  });
});

import { type CellGrid, cellsAround, cellsOf, ignitionsOf, placeIn, type Shape } from '@lookout/fire-model';
import { expect, it } from 'vitest';
import { cellsNearTargets, firstAt } from './arrivals.ts';

const cells = cellsAround({ lng: 103.5, lat: 31.5 }, 1_500, 30);
const { columns } = cells.grid;
const pair = (east: number, north: number): readonly [number, number] => {
  const { lng, lat } = placeIn(cells, { east, north });
  return [lng, lat];
};
const block = (east: number, north: number, metres: number): Shape => ({
  type: 'Polygon',
  coordinates: [
    [pair(east, north), pair(east + metres, north), pair(east + metres, north + metres), pair(east, north + metres), pair(east, north)],
  ],
});

/** A plain implementation of the rule: within 100 m sideways and up or down, which is four cells of 30 m. */
function nearByRule({ columns: wide, rows }: CellGrid, target: Shape): number[] {
  const of = new Set(ignitionsOf(cells, target).flatMap((part) => cellsOf(cells.grid, part)));
  return Array.from({ length: wide * rows }, (_, cell) => cell).filter((cell) =>
    [...of].some((one) => Math.abs((one % wide) - (cell % wide)) <= 4 && Math.abs(Math.floor(one / wide) - Math.floor(cell / wide)) <= 4),
  );
}

it('the cells near a place, a line or an area are the same as by the rule, also at the rim, and for each target separately', () => {
  const targets: readonly Shape[] = [
    { type: 'Point', coordinates: pair(0, 0) },
    block(-600, -300, 400),
    { type: 'LineString', coordinates: [pair(-1_400, -1_300), pair(1_490, 1_450)] },
    { type: 'MultiPoint', coordinates: [pair(-1_490, 1_490), pair(1_490, -1_490), pair(30, 30)] },
    { type: 'Point', coordinates: pair(90_000, 0) },
    block(300, 300, 90),
  ];
  const near = cellsNearTargets(cells, targets);
  expect(near.map((of) => [...of])).toEqual(targets.map((target) => nearByRule(cells.grid, target)));
  expect(near.map(({ length }) => length > 0)).toEqual([true, true, true, true, false, true]);
});

it('the first time of a target is that of its cell that is reached first', () => {
  const minutes = new Float32Array(columns * cells.grid.rows).fill(Number.POSITIVE_INFINITY);
  minutes[columns + 3] = 12;
  minutes[columns + 4] = 7;
  expect(firstAt(minutes, [Int32Array.of(columns + 3, columns + 4, 9), Int32Array.of(8), new Int32Array(0)])).toEqual([
    7,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]);
});

import { expect, it } from 'vitest';
import { cubicAt } from './cubic.ts';

const plane = (column: number, row: number): number => 100 + 3 * column - 2 * row;
const rough = (column: number, row: number): number => ((column * 37 + row * 91) % 23) * 10;

it('the surface passes through the centre of every cell', () => {
  for (let k = 0; k < 50; k++) expect(cubicAt(rough, k, k * 3)).toBeCloseTo(rough(k, k * 3), 9);
});

it('the surface reproduces a plane exactly', () => {
  expect(cubicAt(plane, 4.3, 7.9)).toBeCloseTo(plane(4.3, 7.9), 9);
});

it('the surface is NaN where the nearest cell is unknown, and smooth next to it', () => {
  const hole = (column: number, row: number): number => (column === 5 && row === 5 ? Number.NaN : plane(column, row));
  expect(cubicAt(hole, 5.4, 4.6)).toBeNaN();
  expect(cubicAt(hole, 4, 5)).toBeCloseTo(plane(4, 5), 9);
  expect(cubicAt(hole, 4.4, 5)).toBeCloseTo(plane(4.4, 5), 9);
  expect(cubicAt(() => Number.NaN, 1, 1)).toBeNaN();
});

it('the surface ends at the edge of the raster', () => {
  const inside = (column: number, row: number): number =>
    column < 0 || row < 0 || column > 9 || row > 9 ? Number.NaN : plane(column, row);
  expect(cubicAt(inside, 0, 0)).toBeCloseTo(plane(0, 0), 9);
  expect(Number.isFinite(cubicAt(inside, 9, 8.6))).toBe(true);
  expect(cubicAt(inside, 9.6, 5)).toBeNaN();
});

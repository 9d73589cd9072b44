import { describe, expect, it } from 'vitest';
import { Cells, cellAtNumber, DISTANCE, NUMBERS, PERIOD, SLOPE_EAST, SLOPE_NORTH, WAYS } from './cells.ts';
import type { Ground } from './ground.ts';

// Not a multiple of the square, and more squares than are allocated initially.
const [columns, rows] = [301, 143];
const ground: Ground = {
  columns,
  rows,
  cellMetres: 30,
  westMetres: 0,
  northMetres: 0,
  fuel: Uint8Array.from({ length: columns * rows }, (_, plain) => plain % 7),
  slope: {
    east: Float32Array.from({ length: columns * rows }, (_, plain) => plain),
    north: new Float32Array(columns * rows),
  },
  barrier: null,
};
const LAST = columns * rows - 1;
const ALL_BURN = Array.from({ length: 7 }, () => true);

describe('the cells of a growth', () => {
  it('the cells are those of the ground and have the right neighbours, in whatever order they are created', () => {
    const cells = new Cells(
      ground,
      ALL_BURN,
      ground.fuel.map((_, plain) => Number(plain % 5 === 0)),
    );
    const around = new Int32Array(WAYS.length);
    /** The ground's cell number of a neighbour and when the fire reaches it; beyond the ground only that it does not burn. */
    const neighbour = (plain: number, { east, north }: (typeof WAYS)[number]): readonly number[] => {
      const [x, y] = [(plain % columns) + east, Math.floor(plain / columns) - north];
      const isOutside = x < 0 || y < 0 || x >= columns || y >= rows;
      const beside = y * columns + x;
      return isOutside ? [Number.NaN] : [beside % 5 === 0 ? Number.NaN : Number.POSITIVE_INFINITY, beside];
    };
    // Covers the whole ground, with each step far from the last.
    for (let step = 0; step <= LAST; step += 11) {
      const plain = (step * 7_919) % (LAST + 1);
      const cell = cells.of(plain);
      cells.around(cell, around);
      const found = WAYS.map((way, i) => {
        const at = around[i] as number;
        return [cells.numbers[at] as number, cells.plainOf(cellAtNumber(at))].slice(0, neighbour(plain, way).length);
      });
      expect([cells.plainOf(cell), cells.fuel[cell], cells.numbers[NUMBERS * cell + SLOPE_EAST], found]).toEqual([
        plain,
        plain % 7,
        plain,
        WAYS.map((way) => neighbour(plain, way)),
      ]);
    }
  });

  it('the cells give the arrival times over the ground: infinity where the fire did not arrive', () => {
    const cells = new Cells(ground, ALL_BURN, null);
    for (const plain of [0, LAST]) {
      const cell = cells.of(plain);
      cells.numbers[NUMBERS * cell] = plain + 1;
    }
    const { arrivalMinutes, cellsReached } = cells.arrivals();
    expect([arrivalMinutes[0], arrivalMinutes[LAST], arrivalMinutes.filter(Number.isFinite).length]).toEqual([1, LAST + 1, 2]);
    expect(cellsReached).toBe(2);
  });

  it('cells start afresh in memory reused from an earlier run, on other ground', () => {
    const [before, around] = [new Cells(ground, ALL_BURN, null), new Int32Array(WAYS.length)];
    before.around(before.of(LAST), around);
    const left = before.numbers;
    left.fill(7);
    before.release();
    const small: Ground = { ...ground, columns: 20, rows: 20, slope: null };
    const cells = new Cells(small, ALL_BURN, null);
    const middle = cells.of(210);
    expect(cells.numbers).toBe(left);
    cells.around(middle, around);
    for (const at of [NUMBERS * middle, ...around])
      expect([0, DISTANCE, PERIOD, SLOPE_EAST, SLOPE_NORTH].map((which) => cells.numbers[at + which])).toEqual([
        Number.POSITIVE_INFINITY,
        0,
        0,
        0,
        0,
      ]);
    // Two runs at the same time never share the memory.
    expect(new Cells(small, ALL_BURN, null).numbers).not.toBe(left);
    cells.release();
  });
});

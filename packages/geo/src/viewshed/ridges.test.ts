import { describe, expect, it } from 'vitest';
import type { HeightGrid } from './height-grid.ts';
import { ridgePlaces } from './ridges.ts';

const SIDE = 81;
const made = (heightAt: (column: number, row: number) => number, eastMetres: readonly [number, number] = [90, 90]): HeightGrid => ({
  columns: SIDE,
  rows: SIDE,
  heights: Float32Array.from({ length: SIDE * SIDE }, (_, post) => heightAt(post % SIDE, Math.floor(post / SIDE))),
  northMetres: 90,
  eastMetres,
});
const ASKED = { spacingMetres: 500, most: 1_000 };
const roof = (column: number): number => 1_000 - 20 * Math.abs(column - 40);

describe('places on ridges', () => {
  it('lie on the crest of a roof, in its whole length, at least the spacing apart', () => {
    const places = ridgePlaces(made(roof), ASKED);
    expect(new Set(places.map(({ column }) => column))).toEqual(new Set([40]));
    const rows = places.map(({ row }) => row).sort((a, b) => a - b);
    for (const [n, row] of rows.slice(1).entries()) expect((row - (rows[n] as number)) * 90).toBeGreaterThanOrEqual(500);
    // 79 rows of 90 m have room for a place in each 6 to 11 rows.
    expect(rows.length).toBeGreaterThanOrEqual(7);
    expect(rows.length).toBeLessThanOrEqual(14);
  });

  it('begin with the highest summit, and are at most as many as asked', () => {
    const twoHills = (column: number, row: number): number =>
      300 * Math.exp(-((column - 20) ** 2 + (row - 20) ** 2) / 40) + 200 * Math.exp(-((column - 60) ** 2 + (row - 60) ** 2) / 40);
    const places = ridgePlaces(made(twoHills), ASKED);
    expect(places[0]).toEqual({ column: 20, row: 20 });
    expect(places).toContainEqual({ column: 60, row: 60 });
    expect(ridgePlaces(made(twoHills), { ...ASKED, most: 1 })).toEqual([{ column: 20, row: 20 }]);
  });

  it('are none on a plain, on a slope, in a valley, and where nothing is known', () => {
    for (const heightAt of [() => 500, (column: number) => 10 * column, (column: number) => -roof(column), () => Number.NaN]) {
      const places = ridgePlaces(made(heightAt), ASKED);
      expect(places.filter(({ column, row }) => column > 12 && column < 68 && row > 12 && row < 68)).toEqual([]);
    }
  });

  it('lie neither beside a hole of the elevation nor where they are not allowed', () => {
    const holed = made((column, row) => (row > 50 ? Number.NaN : roof(column)));
    const rows = ridgePlaces(holed, ASKED).map(({ row }) => row);
    expect(rows.length).toBeGreaterThan(0);
    expect(Math.max(...rows)).toBeLessThanOrEqual(50);
    const south = ridgePlaces(made(roof), { ...ASKED, isAllowed: (post) => post >= 40 * SIDE });
    expect(Math.min(...south.map(({ row }) => row))).toBeGreaterThanOrEqual(40);
  });

  it('keep their spacing where columns converge towards the pole', () => {
    const rough = made((column, row) => 300 * Math.sin(column / 2) * Math.cos(row / 3), [90, 40]);
    const places = ridgePlaces(rough, { spacingMetres: 700, most: 1_000 });
    expect(places.length).toBeGreaterThan(20);
    const eastAt = (row: number): number => 90 - (50 * row) / (SIDE - 1);
    for (const [n, one] of places.entries())
      for (const other of places.slice(0, n))
        expect(Math.hypot((one.column - other.column) * eastAt(one.row), (one.row - other.row) * 90)).toBeGreaterThanOrEqual(700);
  });
});

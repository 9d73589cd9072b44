import { planeOffset } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { cellAt as cellOfPlace, placeOfCell } from '../travel/walk-ground.ts';
import { cellsAround, offsetIn, placeIn } from './frame.ts';
import { cellAt, centreOf } from './ground.ts';

const CENTRE = { lng: 103.5, lat: 31.6 };
const cells = cellsAround(CENTRE, 10_000, 30);

describe('cells around a place', () => {
  it('the cells are the same in degrees and in metres', () => {
    for (const cell of [0, 12_345, cells.frame.columns * cells.frame.rows - 1]) {
      const place = placeOfCell(cells.frame, cell);
      expect(cellOfPlace(cells.frame, place)).toBe(cell);
      expect(cellAt(cells.grid, offsetIn(cells, place))).toBe(cell);
      expect(cellAt(cells.grid, centreOf(cells.grid, cell))).toBe(cell);
    }
  });

  it('the place is in the middle of the middle cell, and the cells reach as far as requested', () => {
    expect(offsetIn(cells, CENTRE).east).toBeCloseTo(0, 6);
    expect(offsetIn(cells, CENTRE).north).toBeCloseTo(0, 6);
    expect(cells.grid.columns).toBe(669);
    expect(-cells.grid.westMetres).toBeGreaterThanOrEqual(10_000);
  });

  it('the cells are within 20 m of the true plane over 20 km', () => {
    for (const at of [
      { lng: 103.6, lat: 31.69 },
      { lng: 103.4, lat: 31.51 },
    ]) {
      const [here, truly] = [offsetIn(cells, at), planeOffset(CENTRE, at)];
      expect(Math.hypot(here.east - truly.east, here.north - truly.north)).toBeLessThan(20);
      expect(placeIn(cells, here).lng).toBeCloseTo(at.lng, 9);
      expect(placeIn(cells, here).lat).toBeCloseTo(at.lat, 9);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { distanceMetres } from '../coordinates/geodesic.ts';
import { areaAround, coarserBox, hectaresByRow, heightGridOf, placeInBox, placeOnPosts, postBoxOf } from './post-box.ts';

const AREA = { west: 103.1, south: 31, east: 103.4, north: 31.25 };

describe('a box of posts', () => {
  it('encloses its area by less than a cell on each side, and its posts are those of the lattice', () => {
    const box = postBoxOf(AREA, 12);
    const [first, last] = [placeInBox(box, 0, 0), placeInBox(box, box.columns - 1, box.rows - 1)];
    const cell = 180 / 2 ** 12 / 64;
    for (const [outside, edge] of [
      [AREA.west - first.lng, cell],
      [first.lat - AREA.north, cell],
      [last.lng - AREA.east, cell],
      [AREA.south - last.lat, cell],
    ] as const) {
      expect(outside).toBeGreaterThanOrEqual(0);
      expect(outside).toBeLessThan(edge);
    }
    expect(placeOnPosts(box, placeInBox(box, 7, 5.5))).toEqual({ column: expect.closeTo(7, 6), row: expect.closeTo(5.5, 6) });
  });

  it('aligned to a coarser level has its edges on posts of that level, which are every fourth one', () => {
    const box = postBoxOf(AREA, 13, 11);
    const coarse = coarserBox(box, 11);
    expect(coarse).toEqual(postBoxOf(AREA, 11));
    expect([box.columns, box.rows]).toEqual([4 * (coarse.columns - 1) + 1, 4 * (coarse.rows - 1) + 1]);
    expect(placeInBox(coarse, 3, 2)).toEqual(placeInBox(box, 12, 8));
  });

  it('ends at the edges of the lattice', () => {
    const box = postBoxOf({ west: 179.9, east: 181, south: -91, north: -89.9 }, 6);
    expect(placeInBox(box, box.columns - 1, box.rows - 1)).toEqual({ lng: 180, lat: -90 });
  });

  it('has the distances and areas of the globe within half a per cent', () => {
    const box = postBoxOf(AREA, 11);
    const grid = heightGridOf(box, new Float32Array(box.columns * box.rows));
    for (const [row, east] of [
      [0, grid.eastMetres[0]],
      [box.rows - 1, grid.eastMetres[1]],
    ] as const) {
      expect(distanceMetres(placeInBox(box, 0, row), placeInBox(box, 1, row)) / east).toBeCloseTo(1, 2);
    }
    expect(distanceMetres(placeInBox(box, 0, 0), placeInBox(box, 0, 1)) / grid.northMetres).toBeCloseTo(1, 2);
    // 0.3° × 0.25° at 31.125° N: 28.66 km × 27.72 km on the ellipsoid.
    const total = hectaresByRow(postBoxOf({ west: 103.1, east: 103.4, south: 31, north: 31.25 }, 13)).reduce((sum, one) => sum + one, 0);
    const { columns } = postBoxOf(AREA, 13);
    expect((total * columns) / 79_440).toBeCloseTo(1, 1);
  });

  it('around a place reaches the distance in every direction', () => {
    const area = areaAround({ lng: 103, lat: 45 }, 10_000);
    for (const corner of [
      { lng: 103, lat: area.north },
      { lng: 103, lat: area.south },
      { lng: area.east, lat: 45 },
      { lng: area.west, lat: 45 },
    ]) {
      expect(distanceMetres({ lng: 103, lat: 45 }, corner)).toBeGreaterThan(9_950);
    }
  });
});

import { expect, it } from 'vitest';
import { firesNear } from './closing-fires.ts';

/** A box of 0.1° × 0.1°. */
const box = (name: string, west: number, north: number) => ({
  name,
  frame: { columns: 100, rows: 100, west, north, lngDegrees: 0.001, latDegrees: 0.001 },
});

it('fires within 50 km of a place close its routes, the nearest first', () => {
  const place = { lng: 103.55, lat: 31.45 };
  const runs = [box('far', 104.2, 31.5), box('near', 103.8, 31.5), box('here', 103.5, 31.5)];
  expect(firesNear(runs, place).map(({ name }) => name)).toEqual(['here', 'near']);
  expect(firesNear([], place)).toEqual([]);
});

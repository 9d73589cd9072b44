import { destination, distanceMetres } from '@lookout/geo';
import { expect, it } from 'vitest';
import { dashesOf } from './dashes.ts';

const start = { lng: 103.5, lat: 31.4 };
const corner = destination(start, 90, 1_000);
const end = destination(corner, 0, 500);

it('dashes and gaps have their set lengths, and a dash follows a bend', () => {
  const dashes = dashesOf([start, corner, end], 300, 100);
  expect(dashes).toHaveLength(4);
  for (const [index, dash] of dashes.entries()) {
    const metres = dash.reduce((sum, place, at) => sum + (at === 0 ? 0 : distanceMetres(dash[at - 1] as typeof place, place)), 0);
    expect(metres).toBeCloseTo(300, 3);
    // The third dash, from 800 to 1,100 m, goes round the corner.
    expect(dash).toHaveLength(index === 2 ? 3 : 2);
  }
  expect(dashes[2]?.[1]).toEqual(corner);
  expect(distanceMetres(dashes[0]?.[1] as typeof start, dashes[1]?.[0] as typeof start)).toBeCloseTo(100, 3);
});

it('a path of one point or none has no dashes', () => {
  expect(dashesOf([], 10, 10)).toEqual([]);
  expect(dashesOf([start], 10, 10)).toEqual([]);
});

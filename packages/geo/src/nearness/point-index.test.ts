import { expect, it } from 'vitest';
import { createPointIndex, metresBetween, openPointIndex } from './point-index.ts';

/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32, Tommy Ettinger). */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randoms(4);
const COUNT = 5_000;
// Every tenth point repeats the one before it: points at equal distances must not be lost.
const positions = new Float64Array(2 * COUNT);
for (let point = 0; point < COUNT; point += 1) {
  const isTwin = point % 10 === 9;
  positions[2 * point] = isTwin ? (positions[2 * point - 2] as number) : 101 + random() * 4;
  positions[2 * point + 1] = isTwin ? (positions[2 * point - 1] as number) : 29 + random() * 4;
}
const index = openPointIndex(createPointIndex(positions).shared);
const all = Array.from({ length: COUNT }, (_, point) => point);

it('finds the nearest accepted points within the radius, nearest first, with all that are as far away as the last', () => {
  for (let round = 0; round < 200; round += 1) {
    const centre = { lng: 100.5 + random() * 5, lat: 28.5 + random() * 5 };
    const [radiusMetres, limit] = [1_000 + random() * 80_000, 1 + Math.floor(random() * 30)];
    const accepts = (point: number) => point % 3 !== round % 3;
    const expected = all
      .filter(accepts)
      .map((point) => ({ point, metres: metresBetween(centre, index.positionOf(point)) }))
      .filter(({ metres }) => metres <= radiusMetres)
      .sort((a, b) => a.metres - b.metres || a.point - b.point)
      .filter(({ metres }, _, sorted) => metres <= (sorted[limit - 1]?.metres ?? Number.POSITIVE_INFINITY));
    expect(index.nearest({ centre, radiusMetres, limit, accepts })).toEqual(expected);
  }
});

it('finds all points as far away as the last, also beyond the limit', () => {
  const twins = createPointIndex(Float64Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? 103 : 31)));
  const request = { centre: { lng: 103.1, lat: 31 }, radiusMetres: 20_000, limit: 3, accepts: () => true };
  expect(twins.nearest(request)).toHaveLength(40);
});

it('finds the points in a box, including its edges', () => {
  const box = { west: 102, south: 30, east: positions[0] as number, north: 31.5 };
  const isIn = ({ lng, lat }: { lng: number; lat: number }) => lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north;
  expect(index.within(box).sort((a, b) => a - b)).toEqual(all.filter((point) => isIn(index.positionOf(point))));
});

it('finds nothing in an empty index', () => {
  const none = createPointIndex(new Float64Array(0));
  expect(none.nearest({ centre: { lng: 103, lat: 31 }, radiusMetres: 1e6, limit: 5, accepts: () => true })).toEqual([]);
  expect(none.within({ west: -180, south: -90, east: 180, north: 90 })).toEqual([]);
});

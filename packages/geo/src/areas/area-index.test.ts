import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import fc from 'fast-check';
import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { boundsOf, createAreaIndex, openAreaIndex } from './area-index.ts';

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const aPolygon = (...rings: [number, number][][]): Polygon => ({ type: 'Polygon', coordinates: rings });

test('a position is in the area around it, and outside in none', () => {
  const index = createAreaIndex([
    { no: '1', geometry: aPolygon(square(0, 0, 10)) },
    { no: '2', geometry: aPolygon(square(20, 20, 10)) },
  ]);
  expect([index.at(5, 5), index.at(25, 21), index.at(15, 15), index.at(5, 11), index.at(-0.001, 5)]).toEqual(['1', '2', null, null, null]);
});

test('a hole is outside, and an area that fills it is found', () => {
  const index = createAreaIndex([
    { no: 'ring', geometry: aPolygon(square(0, 0, 10), square(4, 4, 2)) },
    { no: 'core', geometry: aPolygon(square(4, 4, 1)) },
  ]);
  expect([index.at(1, 5), index.at(4.5, 4.5), index.at(5.5, 5.5)]).toEqual(['ring', 'core', null]);
});

test('a position in any part of a multipolygon is found', () => {
  const index = createAreaIndex([{ no: 'isles', geometry: { type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(5, 5, 1)]] } }]);
  expect([index.at(0.5, 0.5), index.at(5.5, 5.5), index.at(3, 3)]).toEqual(['isles', 'isles', null]);
});

test('where areas overlap the one given first is found', () => {
  const index = createAreaIndex([
    { no: 'first', geometry: aPolygon(square(2, 2, 4)) },
    { no: 'second', geometry: aPolygon(square(0, 0, 10)) },
  ]);
  expect([index.at(3, 3), index.at(1, 1)]).toEqual(['first', 'second']);
});

test('no areas, an empty area and a position of NaN give null', () => {
  expect(createAreaIndex([]).at(0, 0)).toBe(null);
  expect(createAreaIndex([{ no: '1', geometry: { type: 'MultiPolygon', coordinates: [] } }]).at(0, 0)).toBe(null);
  const index = createAreaIndex([{ no: '1', geometry: aPolygon(square(0, 0, 10)) }]);
  expect([index.at(Number.NaN, 5), index.at(5, Number.NaN), index.at(Infinity, 5)]).toEqual([null, null, null]);
});

test('a position on a shared border, also at a corner, is in exactly one of the neighbours', () => {
  const cells = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => ({ no: `${x}${y}`, geometry: aPolygon(square(x, y, 1)) })));
  const each = cells.map((cell) => createAreaIndex([cell]));
  for (let lng = 0; lng < 4; lng += 0.25)
    for (let lat = 0; lat < 4; lat += 0.25) expect(each.filter((index) => index.at(lng, lat) !== null)).toHaveLength(1);
});

test('it agrees with the reference implementation on any star-shaped polygon with a hole', () => {
  const radii = fc.array(fc.double({ min: 1, max: 10, noNaN: true }), { minLength: 3, maxLength: 200 });
  const point = fc.tuple(fc.double({ min: -11, max: 11, noNaN: true }), fc.double({ min: -11, max: 11, noNaN: true }));
  fc.assert(
    fc.property(radii, fc.array(point, { minLength: 20, maxLength: 20 }), (lengths, points) => {
      const star = lengths.map((r, i): [number, number] => {
        const angle = (2 * Math.PI * i) / lengths.length;
        return [r * Math.cos(angle), r * Math.sin(angle)];
      });
      const closed = [...star, star[0] as [number, number]];
      const geometry = aPolygon(
        closed,
        closed.map(([x, y]): [number, number] => [x / 3, y / 3]),
      );
      const index = createAreaIndex([{ no: 'star', geometry }]);
      for (const [lng, lat] of points)
        expect(index.at(lng, lat) !== null).toBe(booleanPointInPolygon([lng, lat], geometry, { ignoreBoundary: true }));
    }),
  );
});

test('repeated queries anywhere in a coverage give the same as each area alone', () => {
  const crooked: [number, number][] = [
    [10, 10],
    [12.03, 10.5],
    [14, 10],
    [13.5, 12.07],
    [14, 14],
    [11.9, 13.5],
    [10, 14],
    [10.4, 12],
    [10, 10],
  ];
  const areas = [
    { no: 'crooked', geometry: aPolygon(crooked) },
    { no: 'around', geometry: aPolygon(square(9, 9, 6), crooked) },
    { no: 'level', geometry: aPolygon(square(16.05, 9.05, 0.9)) },
  ];
  const index = createAreaIndex(areas);
  const alone = areas.map((area) => createAreaIndex([area]));
  const at = (place: (one: (typeof alone)[number]) => string | null) => alone.map(place).find((no) => no !== null) ?? null;
  const degrees = fc.double({ min: 8.9, max: 17.1, noNaN: true });
  fc.assert(
    fc.property(degrees, degrees, fc.double({ min: -0.1, max: 0.1, noNaN: true }), (lng, lat, beside) => {
      for (const [x, y] of [
        [lng, lat],
        [lng + beside, lat - beside],
        [lng, lat],
      ] as const) {
        const within = areas.map(({ geometry }) => booleanPointInPolygon([x, y], geometry));
        const inside = areas.map(({ geometry }) => booleanPointInPolygon([x, y], geometry, { ignoreBoundary: true }));
        // The reference implementation has no rule for positions on a border.
        if (`${within}` === `${inside}`) expect(index.at(x, y)).toBe(areas[inside.indexOf(true)]?.no ?? null);
        expect(index.at(x, y)).toBe(at((one) => one.at(x, y)));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('an index opened from shared memory in another thread gives the same results without a copy', () => {
  const { shared } = createAreaIndex([
    { no: '1', geometry: aPolygon(square(0, 0, 10), square(4, 4, 2)) },
    { no: '2', geometry: aPolygon(square(20, 20, 10)) },
  ]);
  const handed = structuredClone(shared);
  const opened = openAreaIndex(handed);
  expect([opened.at(1, 5), opened.at(5, 5), opened.at(25, 21), opened.at(15, 15)]).toEqual(['1', null, '2', null]);
  const arrays = (areas: typeof shared) => Object.values(areas.polygons) as Int32Array[];
  for (const [i, array] of arrays(handed).entries()) {
    array[0] = 42;
    expect(arrays(shared)[i]?.[0]).toBe(42);
  }
  expect(openAreaIndex(structuredClone(createAreaIndex([]).shared)).at(0, 0)).toBe(null);
});

test('bounds enclose every part; an empty geometry has empty bounds', () => {
  expect(boundsOf({ type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(5, 7, 2)]] })).toEqual({
    west: 0,
    south: 0,
    east: 7,
    north: 9,
  });
  const empty = boundsOf({ type: 'MultiPolygon', coordinates: [] });
  expect(empty.west > empty.east && empty.south > empty.north).toBe(true);
});

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { boxAround, compassOf, haversineMetres, initialBearingDegrees } from './distance.ts';

const position = fc.record({ lng: fc.double({ min: -180, max: 180, noNaN: true }), lat: fc.double({ min: -89, max: 89, noNaN: true }) });

test('one degree of a great circle is πR/180', () => {
  expect(haversineMetres({ lng: 100, lat: 30 }, { lng: 100, lat: 31 })).toBeCloseTo(111_195.08, 1);
  expect(haversineMetres({ lng: 100, lat: 0 }, { lng: 101, lat: 0 })).toBeCloseTo(111_195.08, 1);
});

test('antipodes are half the circumference apart, and the same place is no distance away', () => {
  expect(haversineMetres({ lng: 0, lat: 45 }, { lng: 180, lat: -45 })).toBeCloseTo(Math.PI * 6_371_008.8, 0);
  fc.assert(
    fc.property(position, (p) => {
      expect(haversineMetres(p, p)).toBe(0);
    }),
  );
});

test('distance is the same in both directions', () => {
  fc.assert(
    fc.property(position, position, (a, b) => {
      expect(haversineMetres(a, b)).toBeCloseTo(haversineMetres(b, a), 3);
    }),
  );
});

test('a bearing is at least 0 and less than 360, so that every bearing has a compass point', () => {
  fc.assert(
    fc.property(position, position, (a, b) => {
      const bearing = initialBearingDegrees(a, b);
      expect(bearing >= 0 && bearing < 360).toBe(true);
      expect(compassOf(bearing)).toMatch(/^(n|ne|e|se|s|sw|w|nw)$/);
    }),
  );
});

test('north, east, south and west are recognised, across the antimeridian too', () => {
  const from = { lng: 179.9, lat: 0 };
  const towards = [
    [179.9, 1],
    [-179.9, 0],
    [179.9, -1],
    [179.7, 0],
  ] as const;
  expect(towards.map(([lng, lat]) => compassOf(initialBearingDegrees(from, { lng, lat })))).toEqual(['n', 'e', 's', 'w']);
});

test('each compass point is 45° wide around its direction', () => {
  expect([0, 22.4, 22.6, 67.4, 67.6, 337.4, 337.6, 359.9].map(compassOf)).toEqual(['n', 'n', 'ne', 'ne', 'e', 'nw', 'n', 'n']);
});

describe('a box around a place', () => {
  it.each([0, 31.5, -60, 89.95])('the box at latitude %f contains the whole circle', (lat) => {
    const box = boxAround({ lng: 103.5, lat }, 50_000);
    expect(haversineMetres({ lng: 103.5, lat }, { lng: 103.5, lat: box.south })).toBeGreaterThanOrEqual(50_000);
    if (box.east - 103.5 < 180) expect(haversineMetres({ lng: 103.5, lat }, { lng: box.east, lat })).toBeGreaterThanOrEqual(50_000);
  });
});

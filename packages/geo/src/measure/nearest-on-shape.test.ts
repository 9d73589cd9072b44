import { expect, it } from 'vitest';
import { distanceMetres } from '../coordinates/geodesic.ts';
import { nearestOnShape } from './nearest-on-shape.ts';

const AT = { lng: 103.5, lat: 31.4 };
const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

it('the nearest point of a line is the foot of the perpendicular, or its end', () => {
  const road = {
    type: 'LineString',
    coordinates: [
      [103.4, 31.5],
      [103.6, 31.5],
    ],
  };
  const found = nearestOnShape(road, AT);
  expect(found?.lng).toBeCloseTo(103.5, 6);
  expect(found?.lat).toBeCloseTo(31.5, 6);
  expect(
    nearestOnShape(
      {
        type: 'LineString',
        coordinates: [
          [103.6, 31.5],
          [103.7, 31.5],
        ],
      },
      AT,
    ),
  ).toMatchObject({ lng: 103.6, lat: 31.5 });
});

it('a position inside an area has distance 0; in a hole it has the distance to the edge', () => {
  const outer = square(103.4, 31.3, 0.2);
  expect(nearestOnShape({ type: 'Polygon', coordinates: [outer] }, AT)).toEqual({ ...AT, metres: 0 });
  const inHole = nearestOnShape({ type: 'Polygon', coordinates: [outer, square(103.49, 31.39, 0.02)] }, AT);
  expect(inHole?.metres).toBeCloseTo(0.01 * 111_320 * Math.cos((31.4 * Math.PI) / 180), 0);
});

it('of several parts the nearest counts, and the plane agrees with the ellipsoid to a quarter of a percent', () => {
  const found = nearestOnShape(
    {
      type: 'MultiPoint',
      coordinates: [
        [104, 31.4],
        [103.6, 31.45],
        [103, 31],
      ],
    },
    AT,
  );
  const exact = distanceMetres(AT, { lng: 103.6, lat: 31.45 });
  expect(Math.abs((found?.metres ?? 0) - exact)).toBeLessThan(exact / 400);
  expect(nearestOnShape({ type: 'MultiPolygon', coordinates: [[square(104, 32, 0.1)], [square(103.45, 31.35, 0.1)]] }, AT)?.metres).toBe(0);
  expect(
    nearestOnShape(
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [104, 31],
            [104, 32],
          ],
          [
            [103.5, 31.41],
            [103.5, 31.42],
          ],
        ],
      },
      AT,
    )?.lat,
  ).toBe(31.41);
});

it('an empty shape or an invalid geometry has no nearest point', () => {
  expect(nearestOnShape({ type: 'MultiPoint', coordinates: [] }, AT)).toBeNull();
  expect(nearestOnShape({ type: 'Feature', coordinates: [] }, AT)).toBeNull();
});

import { distanceMetres } from '@lookout/geo';
import { expect, it } from 'vitest';
import { drawingsOf } from './surroundings.ts';

const centre = { lng: 103.59, lat: 31.48 };

it('the circle is closed and keeps its radius on the ellipsoid', () => {
  const [circle] = drawingsOf({ centre, radiusMetres: 10_000, pointedAt: [] });
  expect(circle?.points.at(-1)).toEqual(circle?.points[0]);
  for (const point of circle?.points ?? []) expect(distanceMetres(centre, point)).toBeCloseTo(10_000, 3);
});

it('an item that the list points at has a line from the fire and its text', () => {
  const [, line, dot] = drawingsOf({ centre, radiusMetres: 5_000, pointedAt: [{ lng: 103.6, lat: 31.5, text: '一队 北 2.4 公里' }] });
  expect(line).toMatchObject({ shape: 'line', points: [centre, { lng: 103.6, lat: 31.5 }] });
  expect(dot).toMatchObject({ shape: 'point', texts: ['一队 北 2.4 公里'] });
});

import { expect, it } from 'vitest';
import { heightText, scaleBarOf, wayText } from './distance-text.ts';
import { globeZh } from './messages.ts';

it.each([
  [{ distanceMetres: 850.4, bearingDegrees: 44 }, '东北 850 米'],
  [{ distanceMetres: 999.7, bearingDegrees: 0 }, '北 1000 米'],
  [{ distanceMetres: 3_240, bearingDegrees: 181 }, '南 3.2 公里'],
  [{ distanceMetres: 41_700, bearingDegrees: 359 }, '北 42 公里'],
])('%o is %s', (way, messages) => expect(wayText(way, globeZh.near.units)).toBe(messages));

it('the bar is the longest of 1, 2, 5 × 10ⁿ metres that fits', () => {
  expect(scaleBarOf(7)).toEqual({ metres: 500, pixels: 71, label: '500 m' });
  expect(scaleBarOf(10)).toEqual({ metres: 1000, pixels: 100, label: '1 km' });
  expect(scaleBarOf(499)).toEqual({ metres: 20_000, pixels: 40, label: '20 km' });
  expect([scaleBarOf(0), scaleBarOf(Number.NaN), scaleBarOf(Number.POSITIVE_INFINITY)]).toEqual([null, null, null]);
});

it('a height is read in metres, then in kilometres', () => {
  expect([850, 12_400, 600_000, 6_000_000].map(heightText)).toEqual(['850 m', '12.4 km', '600 km', '6,000 km']);
});

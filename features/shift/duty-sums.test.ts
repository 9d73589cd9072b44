import { expect, it } from 'vitest';
import { likelyAreaAt } from '../spread/spread-result.ts';
import { areaOfFire } from './duty-sums.ts';

it('an observed area takes precedence over a forecast area, the largest first; an unknown area has no value', () => {
  expect(areaOfFire([2, 12.5], 40)).toEqual({ hectares: 12.5, basis: 'observed' });
  expect(areaOfFire([], 40)).toEqual({ hectares: 40, basis: 'forecast' });
  expect(areaOfFire([], null)).toBeNull();
});

it('a forecast gives the current area: interpolated linearly between two of its times, and nothing beyond them', () => {
  const isochrones = [
    { minutes: 60, areaHectares: 10, probability: 0.5 },
    { minutes: 120, areaHectares: 30, probability: 0.5 },
    { minutes: 60, areaHectares: 99, probability: 0.1 },
  ];
  expect([-1, 0, 30, 60, 90, 120, 121].map((minutes) => likelyAreaAt({ isochrones }, minutes))).toEqual([null, 0, 5, 10, 20, 30, null]);
});

import { coverOfClass, KNOWN_COVER_SCHEMES } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { OFF_PATH_FACTOR, secondsPerMetreAt, toblerKilometresPerHour, walkingFactorsByClass } from './walking.ts';

describe('walking', () => {
  it.each([
    [0, 5.037],
    [-0.05, 6],
    [0.2, 2.501],
    [0.5, 0.875],
    [-0.5, 1.242],
  ])('walking on a slope of %s has a speed of %s km/h (Tobler)', (slope, kilometresPerHour) => {
    expect(Number(toblerKilometresPerHour(slope).toFixed(3))).toBe(kilometresPerHour);
  });

  it('the walking speed is read from a table that agrees with the function, and excludes cliffs', () => {
    for (let slope = -1; slope <= 1; slope += 0.000_37)
      expect(Math.abs(secondsPerMetreAt(slope) * (toblerKilometresPerHour(slope) / 3.6) - 1)).toBeLessThan(1e-6);
    expect([1.001, -1.001, Number.NaN].map(secondsPerMetreAt)).toEqual([Infinity, Infinity, Infinity]);
    expect(OFF_PATH_FACTOR).toBe(0.6);
  });

  it('each class of the product has a walking factor', () => {
    const find = walkingFactorsByClass();
    for (const scheme of KNOWN_COVER_SCHEMES)
      for (let value = 0; value < 1300; value++)
        expect(find(scheme, value) !== null, `${scheme} ${value}`).toBe(coverOfClass(scheme, value) !== null);
    expect(find('worldcover', 80)?.factor).toBe(0);
    expect(find('gbt21010', 305)?.factor).toBe(0.77);
    expect(walkingFactorsByClass([])('igbp', 1)).toBeNull();
  });
});

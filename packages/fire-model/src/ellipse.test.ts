import { describe, expect, it } from 'vitest';
import { eccentricityOf, headToSideOf, lengthToWidthOf } from './ellipse.ts';

describe('the ratio of the head’s rate to the sideways rate, by its table', () => {
  it('the table is within 0.00002 of the formulas, from the lightest wind to a gale', () => {
    for (let wind = 0.001; wind < 40; wind *= 1.0007) {
      const exact = 1 / (1 - eccentricityOf(lengthToWidthOf(wind)));
      expect(Math.abs(headToSideOf(Math.log(wind)) / exact - 1)).toBeLessThan(2e-5);
    }
  });

  it('the ratio is 1 without wind', () => {
    for (const logWind of [Number.NEGATIVE_INFINITY, -8]) expect(headToSideOf(logWind)).toBe(1);
  });
});

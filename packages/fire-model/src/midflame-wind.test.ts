import { describe, expect, it } from 'vitest';
import { crownFillOf, midflameWind, windAdjustmentFactor } from './midflame-wind.ts';

const FOOT = 0.3048;
const TREES = { coverPercent: 50, heightMetres: 30 * FOOT, crownRatio: 0.5 };

describe('the midflame wind', () => {
  it('the midflame wind in the open follows from the depth of the fuel: 0.36 and 0.55 at 1 and 6 ft, as in published tables', () => {
    expect(windAdjustmentFactor(FOOT, null)).toBeCloseTo(0.36, 2);
    expect(windAdjustmentFactor(6 * FOOT, null)).toBeCloseTo(0.55, 2);
    expect(windAdjustmentFactor(0, null)).toBe(0);
  });

  it('the midflame wind under trees follows from their height and how much of the space the crowns fill', () => {
    expect(crownFillOf(TREES)).toBeCloseTo(1 / 12, 12);
    const factor = 0.555 / (Math.sqrt(30 / 12) * Math.log((20 + 0.36 * 30) / (0.13 * 30)));
    expect(windAdjustmentFactor(FOOT, TREES)).toBeCloseTo(factor, 12);
  });

  it('the midflame wind is not sheltered below a crown fill of 5 % or below 6 ft of height', () => {
    const open = windAdjustmentFactor(FOOT, null);
    expect(windAdjustmentFactor(FOOT, { ...TREES, coverPercent: 29.9 })).toBe(open);
    expect(windAdjustmentFactor(FOOT, { ...TREES, coverPercent: 30.1 })).not.toBe(open);
    expect(windAdjustmentFactor(FOOT, { ...TREES, heightMetres: 5.9 * FOOT })).toBe(open);
    expect(windAdjustmentFactor(FOOT, { ...TREES, heightMetres: 6.1 * FOOT })).not.toBe(open);
  });

  it('a wind measured at midflame height is used as it is, and a wind at 10 m counts 1.15 times less than one at 20 ft', () => {
    expect(midflameWind(7, 'midflame', FOOT, TREES)).toBe(7);
    expect(midflameWind(1.15 * 7, '10m', FOOT, null)).toBeCloseTo(midflameWind(7, '20ft', FOOT, null), 12);
  });
});

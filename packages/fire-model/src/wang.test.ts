import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUEL_FACTORS, initialRate, slopeFactorOf, wangRateTowards, windFactorOf } from './wang.ts';

const WARM = { temperatureCelsius: 25, humidityPercent: 30, windForce: 3 };
const R0 = initialRate(WARM);
/** Wind from the south and a slope that faces south: uphill and downwind is north. */
const ground = { windMetresPerSecond: 0, windFromDegrees: 180, slopeTangent: 0, aspectDegrees: 180 };
const STEEP = Math.tan((20 * Math.PI) / 180);
const [NORTH, EAST, SOUTH] = [0, 90, 180];

describe('Wang Zhengfei and Mao Xianmin', () => {
  it('25 °C, 30 %, force 3: R0 is 1.30 m/min in the form with humidity, 1.194 in the other', () => {
    expect(R0).toBeCloseTo(1.3, 12);
    expect(initialRate(WARM, 'without-humidity')).toBeCloseTo(1.194, 12);
  });

  it('the fire never spreads backwards in frost', () => {
    expect(initialRate({ temperatureCelsius: -20, humidityPercent: 90, windForce: 0 })).toBe(0);
  });

  it('5 m/s: 3.170 downwind, 0.533 upwind, and crosswind the rate of calm air', () => {
    const windy = { ...ground, windMetresPerSecond: 5 };
    expect(wangRateTowards(R0, ground, NORTH)).toBeCloseTo(1.3, 12);
    expect(wangRateTowards(R0, windy, NORTH)).toBeCloseTo(3.17, 3);
    expect(wangRateTowards(R0, windy, SOUTH)).toBeCloseTo(0.533, 3);
    expect(wangRateTowards(R0, windy, EAST)).toBeCloseTo(1.3, 9);
  });

  it('5 m/s and 20°: 9.065 uphill, 1.109 downhill with the wind', () => {
    const windy = { ...ground, windMetresPerSecond: 5, slopeTangent: STEEP };
    expect(wangRateTowards(R0, windy, NORTH)).toBeCloseTo(9.065, 3);
    expect(wangRateTowards(R0, { ...windy, aspectDegrees: 0 }, NORTH)).toBeCloseTo(1.109, 3);
    const sedge = FUEL_FACTORS.find(({ key }) => key === 'sedge-birch');
    expect(wangRateTowards(R0 * (sedge?.factor ?? 0), windy, NORTH)).toBeCloseTo(16.317, 3);
  });

  it('Kφ is 10 from a slope of 70 % on, and continues to fall downhill', () => {
    expect(slopeFactorOf(0.69)).toBeLessThan(10);
    expect(slopeFactorOf(0.7)).toBe(10);
    expect(slopeFactorOf(3)).toBe(10);
    expect(slopeFactorOf(-0.7)).toBeCloseTo(0.1, 3);
    expect(slopeFactorOf(-1)).toBeLessThan(slopeFactorOf(-0.7));
  });

  it('the factors of opposite directions cancel out', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 0, max: 0.69, noNaN: true }), (wind, slope) => {
        expect(windFactorOf(wind) * windFactorOf(-wind)).toBeCloseTo(1, 9);
        expect(slopeFactorOf(slope) * slopeFactorOf(-slope)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('unconfirmed values are marked', () => {
    expect(FUEL_FACTORS.map(({ factor }) => factor)).toEqual([0.8, 1.2, 0.7, 1.6, 1.8, 2, 1]);
    expect(FUEL_FACTORS.every(({ toConfirm }) => toConfirm)).toBe(true);
  });
});

import { DEMO_COVER, type DemoCover } from '@lookout/geo';
import { expect, test } from 'vitest';
import { burnsOn, headRate } from './head-rate.ts';

const WARM = { temperatureCelsius: 30, humidityPercent: 30, windMetresPerSecond: 20 / 3.6 };
const rate = (cover: DemoCover, overrides: Partial<typeof WARM> = {}): number => headRate(cover, { ...WARM, ...overrides });

test('A forest fire spreads at the rate of McArthur’s meter', () => {
  // F = 2 exp(−0.45 + 0.987 ln 8 − 1.035 + 1.014 + 0.468) = 15.546; R = 0.0012 F W km/h, 12 t/ha.
  expect(rate(DEMO_COVER.conifer)).toBeCloseTo((0.0012 * 15.546 * 12 * 1_000) / 60, 2);
  expect(rate(DEMO_COVER.broadleaf) / rate(DEMO_COVER.conifer)).toBeCloseTo(8 / 12, 9);
});

test('A grass fire spreads as Cheney, Gould and Catchpole measured, without a jump where their two laws meet', () => {
  // Moisture 9.58 − 6.15 + 4.14 = 7.57 %; 0.55 + 0.3575 · 15^0.844 = 4.065 km/h dry, × e^(−0.108 · 7.57) × 1.12 / (1 + 59.2 e^(−5.58)).
  expect(rate(DEMO_COVER.grass)).toBeCloseTo((4.065 * 0.4415 * 0.9151 * 1_000) / 60, 0);
  const justBelow = rate(DEMO_COVER.grass, { windMetresPerSecond: 4.999 / 3.6 });
  expect(rate(DEMO_COVER.grass, { windMetresPerSecond: 5 / 3.6 }) / justBelow).toBeCloseTo(1, 1);
  expect(rate(DEMO_COVER.grass, { humidityPercent: 100, temperatureCelsius: 5, windMetresPerSecond: 2 })).toBe(0);
});

test('A shrub fire spreads as Anderson and others measured', () => {
  // Moisture 4.37 + 4.83 − 0.5 = 8.7 %; 5.6715 · 13.4^0.912 = 60.48 m/min dry.
  expect(rate(DEMO_COVER.shrub)).toBeCloseTo(60.48 * Math.exp(-0.0762 * 8.7), 1);
  const justBelow = rate(DEMO_COVER.shrub, { windMetresPerSecond: 4.999 / 3.6 });
  expect(rate(DEMO_COVER.shrub, { windMetresPerSecond: 5 / 3.6 }) / justBelow).toBeCloseTo(1, 2);
  expect(rate(DEMO_COVER.shrub, { windMetresPerSecond: 0 })).toBeCloseTo(5 * Math.exp(-0.0762 * 8.7), 6);
});

test('water, rock, snow, fields and houses do not burn', () => {
  const { water, bare, snow, fields, builtUp, ...burning } = DEMO_COVER;
  for (const cover of [water, bare, snow, fields, builtUp]) expect([burnsOn(cover), rate(cover)]).toEqual([false, 0]);
  for (const cover of Object.values(burning)) {
    expect(burnsOn(cover)).toBe(true);
    expect(rate(cover)).toBeGreaterThan(rate(cover, { humidityPercent: 60 }));
  }
  expect(burnsOn(null)).toBe(false);
});

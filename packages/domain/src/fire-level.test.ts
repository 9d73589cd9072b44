import { expect, it } from 'vitest';
import { FIRE_LEVEL_BREAKS, fireDriverOf, fireLevelOf, MILD_NOON } from './fire-level.ts';
import { START_UP_CODES } from './fire-weather.ts';

it('an exact break belongs to the higher level', () => {
  expect(FIRE_LEVEL_BREAKS.map((from) => [fireLevelOf(from - 1e-9), fireLevelOf(from)])).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
  ]);
  expect([fireLevelOf(0), fireLevelOf(200)]).toEqual([1, 5]);
});

const place = { month: 4, latitude: 31.5 };
const dry = { ...MILD_NOON, rainMillimetres: 0 };

it('what stands out drives', () => {
  const codes = { ffmc: 80, dmc: 6, dc: 15 };
  const driver = (noon: Partial<typeof MILD_NOON>, from = codes) => fireDriverOf(from, { ...MILD_NOON, ...noon }, place);
  expect(driver({ windKilometresPerHour: 45 })).toBe('wind');
  expect(driver({ humidityPercent: 10 })).toBe('humidity');
  expect(driver({ temperatureCelsius: 38 })).toBe('temperature');
  expect(driver({}, { ffmc: 80, dmc: 120, dc: 600 })).toBe('drought');
  expect(driver({ rainMillimetres: 0 })).toBe('rain');
});

it('nothing drives the index of a mild day, and what is milder than mild is no driver', () => {
  expect(fireDriverOf(START_UP_CODES, MILD_NOON, place)).toBeNull();
  expect(
    fireDriverOf(START_UP_CODES, { ...MILD_NOON, humidityPercent: 95, rainMillimetres: 30, windKilometresPerHour: 0 }, place),
  ).toBeNull();
  expect(fireDriverOf(START_UP_CODES, { ...dry, humidityPercent: 20, temperatureCelsius: 25 }, place)).not.toBeNull();
});

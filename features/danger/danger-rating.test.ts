import { describe, expect, it } from 'vitest';
import {
  type DrySpell,
  dangerRatingOf,
  drySpellOf,
  humidityAt,
  lowestHumidityOf,
  partsToConfirm,
  RATING_TABLE,
  type RatingTable,
  ratedValuesOf,
  ratingFault,
  windForceOf,
} from './danger-rating.ts';

const dry = { highestCelsius: 26, lowestHumidityPercent: 30, strongestWindKilometresPerHour: 62 };

describe('the index of LY/T 1172', () => {
  it('adds the points for heat, dry air, days without rain and wind', () => {
    expect(dangerRatingOf(dry, { days: 10, isAtLeast: false }, 3)).toEqual({
      htz: 130,
      level: 5,
      points: { temperature: 20, humidity: 20, dryDays: 50, wind: 40, season: 0 },
      isAtLeast: false,
    });
  });

  it('is zero on a cold, damp, calm, rainy day, and subtracts points for green vegetation', () => {
    const wet = { highestCelsius: 5, lowestHumidityPercent: 71, strongestWindKilometresPerHour: 0.5 };
    expect(dangerRatingOf(wet, { days: 0, isAtLeast: false }, 1)).toMatchObject({ htz: 0, level: 1 });
    expect(dangerRatingOf(wet, { days: 0, isAtLeast: false }, 7)).toMatchObject({ htz: -20, level: 1 });
    expect(dangerRatingOf(dry, { days: 10, isAtLeast: false }, 7).htz).toBe(110);
  });

  it('begins each step at the value the standard gives', () => {
    const points = (celsius: number, percent: number, days: number) => {
      const { temperature, humidity, dryDays } = dangerRatingOf(
        { highestCelsius: celsius, lowestHumidityPercent: percent, strongestWindKilometresPerHour: 0 },
        { days, isAtLeast: false },
        1,
      ).points;
      return [temperature, humidity, dryDays];
    };
    expect(points(5, 71, 0)).toEqual([0, 0, 0]);
    expect(points(5.1, 70, 1)).toEqual([4, 4, 5]);
    expect(points(10, 61, 4)).toEqual([4, 4, 20]);
    expect(points(25, 31, 9)).toEqual([16, 16, 45]);
    expect(points(25.1, 30, 40)).toEqual([20, 20, 50]);
  });

  it('looks each part up in the unit of its table: whole per cents, Beaufort, the month', () => {
    expect(ratedValuesOf({ ...dry, lowestHumidityPercent: 30.4 }, { days: 10, isAtLeast: true }, 3)).toEqual({
      temperature: 26,
      humidity: 30,
      dryDays: 10,
      wind: 8,
      season: 3,
    });
    expect(partsToConfirm(RATING_TABLE)).toEqual(['humidity', 'dryDays', 'season']);
  });

  it.each([
    [25, 1],
    [26, 2],
    [50, 2],
    [51, 3],
    [72, 3],
    [73, 4],
    [90, 4],
    [91, 5],
  ])('an index of %i is level %i', (htz, level) => {
    const table: RatingTable = { ...RATING_TABLE, temperature: { ...RATING_TABLE.temperature, upTo: [], points: [htz] } };
    const rest = { highestCelsius: 0, lowestHumidityPercent: 100, strongestWindKilometresPerHour: 0 };
    expect(dangerRatingOf(rest, { days: 0, isAtLeast: false }, 1, table)).toMatchObject({ htz, level });
  });
});

describe('days without rain', () => {
  it('are counted from day to day, and rain resets the count', () => {
    let spell: DrySpell | null = null;
    const days = [0, 0, 0.2, 1, 0, 0].map((rain) => {
      spell = drySpellOf(spell, rain);
      return spell;
    });
    expect(days).toEqual([
      { days: 1, isAtLeast: true },
      { days: 2, isAtLeast: true },
      { days: 3, isAtLeast: true },
      { days: 0, isAtLeast: false },
      { days: 1, isAtLeast: false },
      { days: 2, isAtLeast: false },
    ]);
  });
});

it('wind force follows the Chinese standard', () => {
  expect([0, 1, 6, 19.9, 20, 38.9, 39, 62, 117, 118, 300].map(windForceOf)).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 11, 12, 12]);
});

it('warmer air with the same vapour has a lower relative humidity, cooler air a higher one, up to fog', () => {
  // Saturation at 20 °C 23.33 hPa, at 10 °C 12.26 (Alduchov and Eskridge): 12.26 / 23.33.
  expect(humidityAt(100, 10, 20)).toBeCloseTo(52.55, 1);
  expect(humidityAt(60, 20, 10)).toBe(100);
  expect(lowestHumidityOf(50, 10, 10)).toBeCloseTo(50, 9);
  expect(lowestHumidityOf(50, 5, 25)).toBeLessThan(30);
});

it('an unusable table reports the faulty part', () => {
  expect(ratingFault(RATING_TABLE)).toBeNull();
  expect(ratingFault({ ...RATING_TABLE, wind: { ...RATING_TABLE.wind, points: [1] } })).toEqual({ part: 'wind', why: 'wrong-count' });
  expect(ratingFault({ ...RATING_TABLE, humidity: { ...RATING_TABLE.humidity, upTo: [30, 20, 50, 60, 70] } })).toEqual({
    part: 'humidity',
    why: 'not-ascending',
  });
  expect(ratingFault({ ...RATING_TABLE, season: { ...RATING_TABLE.season, points: [] } })).toEqual({ part: 'season', why: 'wrong-count' });
  expect(ratingFault({ ...RATING_TABLE, levels: { ...RATING_TABLE.levels, upTo: [90, 72, 50, 25] } })).toEqual({
    part: 'levels',
    why: 'not-ascending',
  });
});

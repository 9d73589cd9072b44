import { dangerRatingOf, RATING_TABLE } from '@lookout/features/danger/danger-rating.ts';
import { START_UP_CODES } from '@lookout/features/danger/fire-weather.ts';
import { describe, expect, it } from 'vitest';
import { type CellDay, cellDanger, cellRating, extremesAtCell, noonAtCell, noonSunDegrees, type RatedDay } from './danger-cell.ts';

const rated: RatedDay = {
  extremes: { highestCelsius: 27, lowestHumidityPercent: 28, strongestWindKilometresPerHour: 30 },
  drySpell: { days: 6, isAtLeast: true },
  table: RATING_TABLE,
};
const day: CellDay = {
  yesterday: { ...START_UP_CODES, ffmc: 92, dmc: 60, dc: 300 },
  noon: { temperatureCelsius: 25, humidityPercent: 25, windKilometresPerHour: 25, rainMillimetres: 0 },
  noonHeightMetres: 1_300,
  month: 4,
  latitude: 31,
  sunDegrees: 65,
  rated,
};
const flat = (heightMetres: number | null) => ({ heightMetres, slopeDegrees: 0, aspectDegrees: 0 });

describe('the noon of a cell', () => {
  it('the noon of a cell is the grid’s own at its height on level ground, and where no height is known', () => {
    for (const height of [1_300, null]) {
      const noon = noonAtCell(day, flat(height));
      expect(noon.temperatureCelsius).toBeCloseTo(25, 12);
      expect(noon.humidityPercent).toBeCloseTo(25, 9);
    }
  });

  it('the noon is 0.65 °C colder and more humid for each 100 m up, warmer and drier down, and never beyond saturation', () => {
    const [up, down] = [noonAtCell(day, flat(2_300)), noonAtCell(day, flat(300))];
    expect([up.temperatureCelsius, down.temperatureCelsius]).toEqual([18.5, 31.5]);
    // At 18.5 °C the saturation pressure is 0.672 of that at 25 °C (Alduchov and Eskridge), the air pressure 0.889 of that below.
    expect(up.humidityPercent).toBeCloseTo((25 / 0.6718) * 0.8911, 0);
    expect(down.humidityPercent).toBeLessThan(25);
    expect(noonAtCell({ ...day, noon: { ...day.noon, humidityPercent: 90 } }, flat(5_000)).humidityPercent).toBe(100);
  });

  it('the noon is warmer on a slope to the south than on level ground, and cooler on one to the north', () => {
    const facing = (aspectDegrees: number) => noonAtCell(day, { heightMetres: 1_300, slopeDegrees: 30, aspectDegrees });
    expect(facing(180).temperatureCelsius).toBeGreaterThan(25);
    expect(facing(180).humidityPercent).toBeLessThan(25);
    expect(facing(0).temperatureCelsius).toBeLessThan(25);
    expect(facing(90).temperatureCelsius).toBeCloseTo(facing(270).temperatureCelsius, 9);
    expect(noonAtCell({ ...day, sunDegrees: -3 }, { heightMetres: 1_300, slopeDegrees: 30, aspectDegrees: 180 }).temperatureCelsius).toBe(
      25,
    );
  });
});

it('the noon sun of 31° N is highest at midsummer and lowest at midwinter', () => {
  expect(noonSunDegrees(31, 172)).toBeCloseTo(82.45, 1);
  expect(noonSunDegrees(31, 355)).toBeCloseTo(35.55, 1);
});

it('the danger decreases with height, and a cell without a stand has no intensity class', () => {
  const levels = [300, 1_300, 2_300, 3_300, 4_300].map((height) => cellDanger(day, flat(height), null).level);
  expect(levels).toEqual(levels.toSorted((a, b) => b - a));
  expect(levels[0]).toBeGreaterThan(levels.at(-1) ?? 5);
  expect(cellDanger(day, flat(1_300), null).intensityClass).toBeNull();
  expect(cellDanger(day, flat(1_300), { fuel: 'C-3' }).intensityClass).toBeGreaterThan(
    cellDanger(day, flat(4_300), { fuel: 'C-3' }).intensityClass ?? 6,
  );
});

describe('LY/T 1172 at a cell', () => {
  it('a cell has the grid’s own rating at its height on level ground, and none for a day without extremes', () => {
    expect(cellRating(day, flat(1_300))).toEqual(dangerRatingOf(rated.extremes, rated.drySpell, 4));
    expect(cellRating({ ...day, rated: null }, flat(1_300))).toBeNull();
  });

  it('the hottest air is carried to the cell’s height: 6.5 °C colder a kilometre up, and more humid; wind and dry spell do not change', () => {
    const up = extremesAtCell(day, rated, flat(2_300));
    expect(up.highestCelsius).toBeCloseTo(20.5, 12);
    expect(up.lowestHumidityPercent).toBeGreaterThan(28);
    expect(up.strongestWindKilometresPerHour).toBe(30);
    // 20.5 °C is in the class up to 25 °C, 27 °C in the class above. Between 20.5 and 27 °C the saturation pressure is 24.1 and 35.7 hPa,
    // the air pressure 0.89: 28 % become some 37.
    const [here, above] = [cellRating(day, flat(1_300)), cellRating(day, flat(2_300))];
    expect(here?.points).toEqual({ temperature: 20, humidity: 20, dryDays: 30, wind: 25, season: 0 });
    expect(above?.points).toEqual({ temperature: 16, humidity: 16, dryDays: 30, wind: 25, season: 0 });
    expect([here?.level, above?.level, above?.isAtLeast]).toEqual([5, 4, true]);
  });

  it('the rating is higher on a slope to the south than on one to the north', () => {
    const facing = (aspectDegrees: number) => cellRating(day, { heightMetres: 1_500, slopeDegrees: 35, aspectDegrees })?.htz ?? 0;
    expect(facing(180)).toBeGreaterThan(facing(0));
  });
});

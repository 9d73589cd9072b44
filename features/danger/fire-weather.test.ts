import { describe, expect, it } from 'vitest';
import {
  FIRE_LEVEL_BREAKS,
  type FireWeather,
  fireDriverOf,
  fireDriversOf,
  fireLevelOf,
  fireWeatherOf,
  MILD_NOON,
  type MoistureCodes,
  START_UP_CODES,
} from './fire-weather.ts';

/**
 * The 48 days of the system's published test table (13 April to 30 May 1985; inputs of Van Wagner and Pickett 1985, outputs as printed with
 * the cffdrs package): month, day, °C, %, km/h, mm | FFMC, DMC, DC, ISI, BUI, FWI. Figures only.
 */
const PUBLISHED = [
  '4 13 17 42 25 0 | 87.65 8.545 19.01 10.78 8.49 10.04',
  '4 14 20 21 25 2.4 | 86.2 10.4 23.57 8.771 10.36 9.22',
  '4 15 8.5 40 17 0 | 86.91 11.8 26.05 6.478 11.74 7.517',
  '4 16 6.5 25 6 0 | 88.76 13.18 28.18 4.851 13.11 6.095',
  '4 17 13 34 24 0 | 89.04 15.44 31.47 12.51 15.34 14.73',
  '4 18 6 40 22 0.4 | 88.59 16.47 33.5 10.6 16.37 13.36',
  '4 19 5.5 52 6 0 | 87.28 17.24 35.45 3.923 17.14 5.796',
  '4 20 8.5 46 16 0 | 87.28 18.49 37.93 6.494 18.4 9.502',
  '4 21 9.5 54 20 0 | 86.73 19.68 40.6 7.347 19.58 10.88',
  '4 22 7 93 14 9 | 29.83 10.14 29.52 0.006623 10.91 0.004191',
  '4 23 6.5 71 17 1 | 49.4 10.68 31.65 0.3577 11.59 0.234',
  '4 24 6 59 17 0 | 67.22 11.38 33.68 1.346 12.34 0.9129',
  '4 25 13 52 4 0 | 77.73 13.03 36.98 1.126 13.85 0.8162',
  '4 26 15.5 40 11 0 | 85.41 15.44 40.72 3.88 15.85 5.474',
  '4 27 23 25 9 0 | 91.46 19.82 45.81 8.306 19.78 12.08',
  '4 28 19 46 16 0 | 89.87 22.45 50.19 9.423 22.4 14.2',
  '4 29 18 41 20 0 | 89.87 25.19 54.38 11.53 25.11 17.5',
  '4 30 14.5 51 16 0 | 88.36 27.04 57.95 7.581 26.96 13.17',
  '5 1 14.5 69 11 0 | 85.64 28.31 62.96 4.006 28.25 7.946',
  '5 2 15.5 42 8 0 | 87.32 30.85 68.15 4.367 30.78 9.006',
  '5 3 21 37 8 0 | 89.33 34.51 74.34 5.822 34.43 12.17',
  '5 4 23 32 16 0 | 90.93 38.83 80.88 10.96 38.72 20.88',
  '5 5 23 32 14 0 | 91.15 43.14 87.43 10.23 43.01 20.94',
  '5 6 27 33 12 0 | 91.61 48.1 94.69 9.862 47.95 21.56',
  '5 7 28 17 27 0 | 95.11 54.46 102.13 34.27 54.26 52.31',
  '5 8 23.5 54 20 0 | 89.65 57.43 108.77 11.16 57.24 25.72',
  '5 9 16 50 22 12.2 | 62.2 29.92 91.8 1.405 32.97 3.011',
  '5 10 11 58 20 0 | 76.44 31.26 96.19 2.29 34.49 5.341',
  '5 11 16 54 16 0 | 83.33 33.33 101.47 3.77 36.6 8.786',
  '5 12 21.5 37 9 0 | 88.6 37.08 107.74 5.515 39.86 12.63',
  '5 13 14 61 22 0.2 | 86.62 38.63 112.67 7.997 41.6 17.2',
  '5 14 15 30 27 0 | 89.58 41.6 117.77 15.71 44.18 28.66',
  '5 15 20 23 11 0 | 92.07 45.87 123.78 10.01 47.62 21.72',
  '5 16 14 95 3 16.4 | 21.32 20.09 96.89 0.0002476 26.46 0.0002689',
  '5 17 20 53 4 2.8 | 51 18.24 102.9 0.2256 25.27 0.2378',
  '5 18 19.5 30 16 0 | 82.21 22.03 108.81 3.273 29.25 6.758',
  '5 19 25.5 51 20 6 | 75.32 16.37 106.33 2.135 23.65 3.802',
  '5 20 10 38 24 0 | 84.27 18.19 110.54 6.386 25.77 11.21',
  '5 21 19 27 16 0 | 90.25 22.05 116.36 9.946 29.92 17.1',
  '5 22 26 46 11 4.2 | 77.54 18.67 117.65 1.578 26.74 2.917',
  '5 23 30 38 22 0 | 90.17 23.75 125.46 13.29 32.24 21.91',
  '5 24 25.5 67 19 12.6 | 65.28 13.14 108.44 1.389 20.17 1.862',
  '5 25 12 53 28 11.8 | 55.39 7.74 91.58 1.183 12.78 0.8184',
  '5 26 21 38 8 0 | 80.79 11.35 97.76 1.852 17.59 2.532',
  '5 27 13 70 20 3.8 | 61.7 8.406 97.8 1.238 13.84 0.8966',
  '5 28 9 78 24 1.4 | 64.43 8.991 101.82 1.726 14.73 1.941',
  '5 29 11 54 16 0 | 77.57 10.46 106.21 2.036 16.78 2.766',
  '5 30 15.5 39 9 0 | 85.37 13.12 111.4 3.486 20.27 5.719',
];

const position = { latitude: 40 };
const NAMES = ['ffmc', 'dmc', 'dc', 'isi', 'bui', 'fwi'] as const;

/** The table prints two decimals from 10 on and four significant digits below; trailing zeros are omitted. */
const printed = (value: number): number => (value >= 10 ? Number(value.toFixed(2)) : Number(value.toPrecision(4)));

describe('the published 48 days', () => {
  it('are reproduced to the last printed digit', () => {
    let codes: MoistureCodes = START_UP_CODES;
    for (const line of PUBLISHED) {
      const [input = '', output = ''] = line.split(' | ');
      const [month = 0, day, t = 0, h = 0, w = 0, r = 0] = input.split(' ').map(Number);
      const noon = { temperatureCelsius: t, humidityPercent: h, windKilometresPerHour: w, rainMillimetres: r };
      const today: FireWeather = fireWeatherOf(codes, noon, { ...position, month });
      expect({ month, day, values: NAMES.map((name) => printed(today[name])) }).toEqual({
        month,
        day,
        values: output.split(' ').map(Number),
      });
      codes = today;
    }
    expect(PUBLISHED).toHaveLength(48);
  });
});

describe('at the limits of possible weather', () => {
  const noon = { temperatureCelsius: 20, humidityPercent: 30, windKilometresPerHour: 10, rainMillimetres: 0 };
  it('every input gives a finite number, and no code falls below zero', () => {
    for (const temperatureCelsius of [-45, 0, 45])
      for (const humidityPercent of [0, 1, 50, 100])
        for (const windKilometresPerHour of [0, 120])
          for (const rainMillimetres of [0, 0.5, 0.51, 1.5, 1.6, 2.8, 2.9, 400])
            for (const codes of [START_UP_CODES, { ffmc: 0, dmc: 0, dc: 0 }, { ffmc: 101, dmc: 400, dc: 1200 }]) {
              const today = fireWeatherOf(
                codes,
                { temperatureCelsius, humidityPercent, windKilometresPerHour, rainMillimetres },
                { month: 1, latitude: 25 },
              );
              for (const name of NAMES) expect(today[name], `${name} ${JSON.stringify(codes)}`).toBeGreaterThanOrEqual(0);
              expect(today.ffmc).toBeLessThanOrEqual(101);
            }
  });
  it('rain up to the canopy’s share changes nothing', () => {
    const dry = fireWeatherOf(START_UP_CODES, noon, { month: 5, latitude: 31 });
    expect(fireWeatherOf(START_UP_CODES, { ...noon, rainMillimetres: 0.5 }, { month: 5, latitude: 31 })).toEqual(dry);
    expect(fireWeatherOf(START_UP_CODES, { ...noon, rainMillimetres: 0.6 }, { month: 5, latitude: 31 }).ffmc).toBeLessThan(dry.ffmc);
  });
  it('the duff dries by the day length of its latitude: shorter summer days in the south, longer winter days', () => {
    const dmc = (month: number, latitude: number) => fireWeatherOf(START_UP_CODES, noon, { month, latitude }).dmc;
    expect([dmc(6, 29.9) < dmc(6, 30), dmc(1, 29.9) > dmc(1, 30), dmc(6, 30) === dmc(6, 50)]).toEqual([true, true, true]);
  });
});

it('a value exactly on a break belongs to the higher level', () => {
  expect(FIRE_LEVEL_BREAKS.map((from) => [fireLevelOf(from - 1e-9), fireLevelOf(from)])).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
  ]);
  expect([fireLevelOf(0), fireLevelOf(200)]).toEqual([1, 5]);
});

const april = { month: 4, latitude: 31.5 };
const dry = { ...MILD_NOON, rainMillimetres: 0 };

it('the most extreme input is the driver', () => {
  const codes = { ffmc: 80, dmc: 6, dc: 15 };
  const driver = (noon: Partial<typeof MILD_NOON>, from = codes) => fireDriverOf(from, { ...MILD_NOON, ...noon }, april);
  expect(driver({ windKilometresPerHour: 45 })).toBe('wind');
  expect(driver({ humidityPercent: 10 })).toBe('humidity');
  expect(driver({ temperatureCelsius: 38 })).toBe('temperature');
  expect(driver({}, { ffmc: 80, dmc: 120, dc: 600 })).toBe('drought');
  expect(driver({ rainMillimetres: 0 })).toBe('rain');
});

it('a mild day has no driver, and an input milder than mild is not a driver', () => {
  expect(fireDriverOf(START_UP_CODES, MILD_NOON, april)).toBeNull();
  expect(
    fireDriverOf(START_UP_CODES, { ...MILD_NOON, humidityPercent: 95, rainMillimetres: 30, windKilometresPerHour: 0 }, april),
  ).toBeNull();
  expect(fireDriverOf(START_UP_CODES, { ...dry, humidityPercent: 20, temperatureCelsius: 25 }, april)).not.toBeNull();
});

it('every input that raises the index is listed, strongest first, with the levels it would drop by', () => {
  const hot = { temperatureCelsius: 32, humidityPercent: 15, windKilometresPerHour: 40, rainMillimetres: 0 };
  const codes = { ffmc: 92, dmc: 90, dc: 400 };
  const drivers = fireDriversOf(codes, hot, april);
  expect(drivers.map(({ driver }) => driver)).toContain(fireDriverOf(codes, hot, april));
  expect(drivers[0]?.driver).toBe('wind');
  expect(drivers.map(({ drop }) => drop)).toEqual(drivers.map(({ drop }) => drop).toSorted((a, b) => b - a));
  const calm = fireWeatherOf(codes, { ...hot, windKilometresPerHour: 5 }, april).fwi;
  expect(drivers[0]?.levels).toBe(fireLevelOf(fireWeatherOf(codes, hot, april).fwi) - fireLevelOf(calm));
  expect(fireDriversOf(START_UP_CODES, MILD_NOON, april)).toEqual([]);
});

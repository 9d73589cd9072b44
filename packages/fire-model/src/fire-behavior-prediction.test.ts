import { describe, expect, it } from 'vitest';
import { FBP_FUELS, type FbpFuel, type FbpStand, fbpHead, INTENSITY_CLASS_BREAKS, intensityClassOf } from './fire-behavior-prediction.ts';

/**
 * The published test cases of GLC-X-10 (2009) except those of M-3 and M-4, as printed by the cffdrs package (`data/test_fbp.csv`,
 * `tests/testthat/data/fbp_01.csv` and `fbp_04.csv` of github.com/cffdrs/cffdrs_r at 4d20a303). Only figures are taken. The printed ISI
 * includes the slope. Columns: fuel, FFMC, BUI, % conifers, grass load, % cured | ISI, foliar moisture | rate, surface fuel consumed, crown
 * fraction burned, intensity.
 */
const PUBLISHED = [
  'C-1 90 130 - - - | 11.79 93.33 | 5.556 1.399 0.6461 3139.25',
  'C-2 97 119 - - - | 136.1 107.39 | 121.1 3.728 1 164485.58',
  'C-3 95 30 - - - | 86.67 93.33 | 80.51 0.6018 1 42310.48',
  'C-4 85 82 - - - | 11.1 94.15 | 16.63 2.543 0.9682 18483.21',
  'C-5 88 56 - - - | 3.216 85.93 | 0.04876 1.218 0 17.82',
  'C-6 94 56 - - - | 23.95 92.56 | 42.79 1.218 0.9109 36687.59',
  'C-7 88.8 15 - - - | 11.17 89.84 | 2.354 2.107 0 1488.46',
  'D-1 98 100 - - - | 134.4 - | 31.21 1.259 0 11791.69',
  'M-1 90 40 55 - - | 14.91 108.57 | 13.29 1.364 0.7795 6809.25',
  'M-2 97 150 10 - - | 129.86 118.7 | 18.06 1.674 0.9354 9474.31',
  'O-1a 95 20 - 1 90 | 80.36 - | 134.67 1 0 40401.54',
  'O-1b 85 40 - 0.2 55 | 2.159 - | 0.4017 0.2 0 24.1',
  'O-1b 95 40 - 1 45 | 50.83 - | 13.3 1 0 3988.57',
  'S-1 95 130 - - - | 26.9 - | 45.09 7.797 0 105474.9',
  'S-2 87 63 - - - | 2.787 - | 1.011 11.45 0 3473.28',
  'S-3 89 20 - - - | 5.078 - | 1.396 10.25 0 4292.07',
  'C-6 90 80 - - - | 9.17 96.81 | 4.389 2.038 0 2683.36',
  'C-6 91 100 - - - | 14.39 120 | 17.62 2.654 0.7051 20736.39',
];

/** Relative tolerance: the ISI is printed with four digits, which limits the accuracy of everything derived from it. */
const WITHIN = 0.003;

describe('the published cases', () => {
  it.each(PUBLISHED)('%s', (line) => {
    const [stand = '', day = '', head = ''] = line.split(' | ');
    const [fuel, ffmc, bui, conifers, load, cured] = stand.split(' ') as [FbpFuel, ...string[]];
    const [isi, foliar] = day.split(' ');
    const given = (text: string | undefined, name: keyof FbpStand) => (text === '-' ? {} : { [name]: Number(text) });
    const found = fbpHead(
      {
        fuel,
        ...given(conifers, 'coniferPercent'),
        ...given(load, 'grassLoadKilogramsPerSquareMetre'),
        ...given(cured, 'curingPercent'),
        ...given(foliar, 'foliarMoisturePercent'),
      },
      { ffmc: Number(ffmc), bui: Number(bui), isi: Number(isi) },
    );
    const [rate = 0, surface = 0, crown = 0, intensity = 0] = head.split(' ').map(Number);
    const close = (value: number, printed: number) =>
      expect(Math.abs(value - printed)).toBeLessThanOrEqual(WITHIN * Math.max(printed, 1e-9));
    close(found.rateMetresPerMinute, rate);
    close(found.surfaceFuelConsumedKilogramsPerSquareMetre, surface);
    close(found.crownFractionBurned, crown);
    close(found.intensityKilowattsPerMetre, intensity);
  });
});

/** `SurfaceFuelConsumption.csv` of the same package, with FFMC and BUI. */
it('the surface fuel consumed on a very dry day is as printed', () => {
  const consumed = (fuel: FbpFuel, ffmc: number, bui: number) =>
    Number(fbpHead({ fuel }, { ffmc, bui, isi: 5 }).surfaceFuelConsumedKilogramsPerSquareMetre.toPrecision(4));
  expect([
    consumed('C-1', 100.2, 874.8),
    consumed('C-2', 100.8, 437.4),
    consumed('C-4', 100.2, 437.4),
    consumed('C-5', 100.8, 656.1),
    consumed('C-7', 100.2, 656.1),
    consumed('C-7', 60.6, 218.7),
    consumed('D-1', 100.8, 218.7),
    consumed('S-2', 61.2, 218.7),
  ]).toEqual([1.491, 4.967, 4.991, 4.999, 3.414, 1.482, 1.473, 15.42]);
});

it('an intensity exactly at a class break belongs to the higher class', () => {
  expect(INTENSITY_CLASS_BREAKS.map((from) => [intensityClassOf(from - 0.01), intensityClassOf(from)])).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
  ]);
});

it('a wet day has results too, and no fuel burns hotter on it than on a dry one', () => {
  for (const fuel of FBP_FUELS) {
    const wet = fbpHead({ fuel }, { ffmc: 0, isi: 0, bui: 0 });
    const dry = fbpHead({ fuel }, { ffmc: 95, isi: 20, bui: 120 });
    expect(wet.intensityKilowattsPerMetre).toBeGreaterThanOrEqual(0);
    expect(wet.intensityClass).toBe(1);
    expect(dry.intensityKilowattsPerMetre).toBeGreaterThan(wet.intensityKilowattsPerMetre);
  }
});

it('green grass does not burn; an invalid percentage is refused by name', () => {
  const day = { ffmc: 92, isi: 15, bui: 60 };
  expect(fbpHead({ fuel: 'O-1b', curingPercent: 0 }, day).rateMetresPerMinute).toBe(0);
  expect(() => fbpHead({ fuel: 'O-1b', curingPercent: 101 }, day)).toThrow('curingPercent');
  expect(() => fbpHead({ fuel: 'M-1', coniferPercent: Number.NaN }, day)).toThrow('coniferPercent');
});

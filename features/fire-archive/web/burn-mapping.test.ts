import { expect, it } from 'vitest';
import { burnedOf, dayInName, hectaresAbove } from './burn-mapping.ts';

it.each([
  ['S2A_MSIL2A_20260301T034541_N0510_R104.tif', '2026-03-01'],
  ['LC08_L2SP_130038_20260320_B5.TIF', '2026-03-20'],
  ['nbr-2026-03-05.tif', '2026-03-05'],
  ['20261332.tif', null],
  ['scene_120260301.tif', null],
  ['nbr.tif', null],
])('the day in the file name %s is %s', (name, day) => {
  expect(dayInName(name)).toBe(day);
});

it('the area at a threshold is read from the run, whose steps begin at the lowest threshold', () => {
  const result = { hectaresAbove: Array.from({ length: 91 }, (_, step) => 900 - step) } as never;
  expect([0.1, 0.27, 1].map((threshold) => hectaresAbove(result, threshold))).toEqual([900, 883, 810]);
});

it('an area taken over names its files, days, threshold and least area', () => {
  const outline = { polygons: [], patches: [], mergedCells: 1 } as never;
  const file = (name: string) => new File([], name);
  const files = { 'before-nir': file('a.tif'), 'before-swir': file('b.tif'), 'after-nir': file('c.tif'), 'after-swir': file('d.tif') };
  expect(burnedOf(outline, { files, beforeDay: '2026-03-01', afterDay: null, threshold: 0.3, leastHectares: 1 })).toEqual({
    polygons: [],
    method: 'satellite',
    source: 'a.tif, b.tif, c.tif, d.tif',
    mapping: {
      before: { files: ['a.tif', 'b.tif'], day: '2026-03-01' },
      after: { files: ['c.tif', 'd.tif'], day: null },
      threshold: 0.3,
      leastHectares: 1,
      patches: [],
    },
  });
});

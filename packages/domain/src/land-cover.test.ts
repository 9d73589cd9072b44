import { describe, expect, it } from 'vitest';
import { type CoverEvidence, schemesOf } from './land-cover.ts';

const schemes = (values: readonly number[], evidence: Partial<CoverEvidence> = {}) =>
  schemesOf({ values, hint: '', colours: null, ...evidence });
const TENS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

describe('the scheme of a land cover', () => {
  it('is not guessed if its numbers match several schemes', () => {
    expect(schemes(TENS)).toEqual(['worldcover', 'globeland30']);
    expect(schemes([10, 30, 80])).toEqual(['worldcover', 'globeland30']);
    expect(schemes([1, 2, 5, 8])).toEqual(['igbp', 'gbt21010', 'clcd', 'esri']);
    expect(schemes([1, 3, 6])).toEqual(['igbp', 'gbt21010', 'clcd']);
    expect(schemes([2, 11])).toEqual(['igbp', 'gbt21010', 'esri']);
    expect(schemes([10, 21])).toEqual([]);
  });

  it('is proved by a number that only one scheme has', () => {
    expect(schemes([10, 95])).toEqual(['worldcover']);
    expect(schemes([1, 17])).toEqual(['igbp']);
    expect(schemes([301, 1101])).toEqual(['gbt21010']);
  });

  it.each([
    ['ESA_WorldCover_10m_2021_v200_N30E102_Map.tif', TENS, 'worldcover'],
    ['N48_30_2020LC030.tif', TENS, 'globeland30'],
    ['四川 GlobeLand30 2020.tif', TENS, 'globeland30'],
    ['CLCD_v01_2022_albert.tif', [1, 2, 5], 'clcd'],
    ['48R_20230101-20240101.tif', [1, 2, 5], 'esri'],
    ['Esri Land Cover 2021.tif', [1, 2, 5], 'esri'],
    ['MCD12Q1.A2021001.tif LC_Type1', [1, 2, 5], 'igbp'],
    ['GBT21010.tif', [1, 2, 5], 'gbt21010'],
  ])('is proved by the name %s', (hint, values, scheme) => {
    expect(schemes(values, { hint })).toEqual([scheme]);
  });

  it('is not proved by a name that does not fit, or by two names', () => {
    expect(schemes([1, 2, 5], { hint: 'WorldCover.tif' })).toHaveLength(4);
    expect(schemes([1, 2, 5], { hint: 'clip.tif {"Software":"Esri ArcGIS"}' })).toHaveLength(4);
    expect(schemes(TENS, { hint: 'worldcover_vs_globeland30.tif' })).toHaveLength(2);
  });

  it('is proved by its producer’s colours, within rounding, but not by colours that contradict its name', () => {
    const globeland = new Map([
      [10, [250, 160, 255]],
      [20, [0, 100, 0]],
      [60, [0, 0, 255]],
    ] as const);
    expect(schemes([10, 20, 60], { colours: globeland })).toEqual(['globeland30']);
    const clcd = new Map([
      [1, [250, 227, 156]],
      [2, [68, 111, 51]],
      [5, [30, 105, 180]],
    ] as const);
    expect(schemes([1, 2, 5], { colours: clcd })).toEqual(['clcd']);
    expect(schemes([1, 2, 5], { colours: clcd, hint: 'esri_lulc.tif' })).toHaveLength(4);
    // Many legends contain dark green.
    expect(schemes([10], { colours: new Map([[10, [0, 100, 0]]]) })).not.toHaveLength(1);
  });
});

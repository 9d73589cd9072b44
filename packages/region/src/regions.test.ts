import { describe, expect, it } from 'vitest';
import { REGIONS, regionOf } from './regions.ts';

describe('regions', () => {
  it('an unknown id returns null, also the names of inherited properties', () => {
    expect([regionOf('sichuan')?.name, regionOf('Sichuan'), regionOf(''), regionOf('toString'), regionOf('__proto__')]).toEqual([
      '四川',
      null,
      null,
      null,
      null,
    ]);
  });

  it('each region’s key is its id', () => {
    expect(Object.entries(REGIONS).filter(([key, region]) => key !== region.id)).toEqual([]);
  });

  // Proves §1.5a, §6.6a, §6.6b
  it('the locks are those of the specification', () => {
    expect(Object.values(REGIONS).map(({ gridLocks }) => [gridLocks.code, gridLocks.locked])).toEqual([
      ['513200', ['province', 'prefecture']],
      ['410781', ['province', 'prefecture', 'county']],
      ['230000', ['province']],
      ['530300', []],
      ['100000', []],
    ]);
  });

  // Proves §9.6a
  it('only Sichuan zooms nearer than 1800 m', () => {
    expect(Object.values(REGIONS).map((region) => region.minZoomDistanceMetres)).toEqual([300, 1800, 1800, 1800, 1800]);
  });

  // Proves §9.10
  it('the fly-to range is 755 km for provinces, 105 km for Xinxiang and Qujing', () => {
    expect(Object.values(REGIONS).map((region) => region.areaRangeMetres)).toEqual([755_000, 105_000, 755_000, 105_000, 755_000]);
  });

  it('no region uses the other reading of the popup rule', () => {
    expect(Object.values(REGIONS).map((region) => region.popupRule.kind)).toEqual(['fly-in', 'fly-in', 'fly-in', 'fly-in', 'fly-in']);
  });
});

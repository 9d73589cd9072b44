import { describe, expect, it } from 'vitest';
import { REGIONS, regionOf } from './regions.ts';

describe('regions', () => {
  it('an id that no region has gives none, also the names every object inherits', () => {
    expect([regionOf('sichuan')?.name, regionOf('Sichuan'), regionOf(''), regionOf('toString'), regionOf('__proto__')]).toEqual([
      '四川',
      null,
      null,
      null,
      null,
    ]);
  });

  it('each region is filed under its own id', () => {
    expect(Object.entries(REGIONS).filter(([key, region]) => key !== region.id)).toEqual([]);
  });

  it('the locks are those of the specification', () => {
    expect(Object.values(REGIONS).map(({ gridLocks }) => [gridLocks.code, gridLocks.locked])).toEqual([
      ['513200', ['province', 'prefecture']],
      ['410781', ['province', 'prefecture', 'county']],
      ['230000', ['province']],
      ['530300', []],
      ['100000', []],
    ]);
  });

  it('only Sichuan comes nearer than 1800 m', () => {
    expect(Object.values(REGIONS).map((region) => region.minZoomDistanceMetres)).toEqual([300, 1800, 1800, 1800, 1800]);
  });

  it('provinces are seen from 755 km, Xinxiang and Qujing from 105 km', () => {
    expect(Object.values(REGIONS).map((region) => region.areaRangeMetres)).toEqual([755_000, 105_000, 755_000, 105_000, 755_000]);
  });

  it('no region sets the other reading of the popup rule', () => {
    expect(Object.values(REGIONS).map((region) => region.popupRule.kind)).toEqual(['fly-in', 'fly-in', 'fly-in', 'fly-in', 'fly-in']);
  });
});

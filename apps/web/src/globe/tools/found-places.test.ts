import { describe, expect, it } from 'vitest';
import { areaRangeOf, placeOfFeature, placeOfGrid } from './found-places.ts';

describe('places found by name', () => {
  it('a county is viewed from its range; one without coordinates has no position', () => {
    const county = { no: '513221', name: '汶川县', fullName: '四川省阿坝藏族羌族自治州汶川县', longitude: 103.59, latitude: 31.48 };
    expect(placeOfGrid(county as never, 755_000)).toMatchObject({ kind: null, at: { lng: 103.59, lat: 31.48 }, rangeMetres: 105_000 });
    expect(placeOfGrid({ ...county, longitude: null } as never, 755_000).at).toBeNull();
  });

  it('a village is viewed from near, a road so that all of it is in view', () => {
    const village = { id: 'v', name: '布瓦村', kind: 'village', box: [103.58, 31.48, 103.59, 31.49] } as never;
    expect(placeOfFeature(village)).toMatchObject({ name: '布瓦村', kind: 'village', rangeMetres: 4_000 });
    const road = { id: 'r', name: '都汶路', kind: 'road', box: [103, 31, 104, 31.5] } as never;
    expect(placeOfFeature(road)).toMatchObject({ at: { lng: 103.5, lat: 31.25 }, rangeMetres: 178_112 });
  });
});

it('an area is viewed from the region’s range, a smaller one from nearer, never from further', () => {
  const levels = ['nation', 'province', 'prefecture', 'county', 'town'] as const;
  expect(levels.map((level) => areaRangeOf(level, 755_000))).toEqual([6_000_000, 755_000, 300_000, 105_000, 33_000]);
  expect(levels.map((level) => areaRangeOf(level, 105_000))).toEqual([6_000_000, 105_000, 105_000, 105_000, 33_000]);
});

import { describe, expect, it } from 'vitest';
import { areaRangeOf, foundArea, foundFeature, foundPosition, inOrder } from './found.ts';

describe('search results by name', () => {
  it('a county is viewed from its range; one without coordinates has no position', () => {
    const county = { no: '513221', name: '汶川县', fullName: '四川省阿坝藏族羌族自治州汶川县', longitude: 103.59, latitude: 31.48 };
    expect(foundArea(county as never, 755_000)).toMatchObject({ kind: 'area', at: { lng: 103.59, lat: 31.48 }, rangeMetres: 105_000 });
    expect(foundArea({ ...county, longitude: null } as never, 755_000).at).toBeNull();
  });

  it("a town without a position is shown at its county's position and marked as approximate", () => {
    const town = { no: '513221100', name: '威州镇', fullName: '汶川县威州镇', longitude: 103.59, latitude: 31.48, approximate: true };
    expect(foundArea(town as never, 755_000)).toMatchObject({ isApproximate: true, rangeMetres: 33_000 });
  });

  it('an exact match comes first, then names that begin with the text', () => {
    const named = (name: string) => ({ ...foundArea({ no: '513221', name, fullName: name, longitude: null, latitude: null } as never, 1) });
    const order = inOrder([named('新汶川'), named('汶川县'), named('汶川')], '汶川').map(({ name }) => name);
    expect(order).toEqual(['汶川', '汶川县', '新汶川']);
  });

  it('a position in decimals or in degrees, minutes and seconds is a result; a name is not a position', () => {
    const nameOf = ({ lng, lat }: { lng: number; lat: number }) => `${lng} ${lat}`;
    expect(foundPosition('103.59, 31.48', nameOf)).toMatchObject({ kind: 'position', name: '103.59 31.48' });
    expect(foundPosition('北纬31°28′48″ 东经103°35′24″', nameOf)?.at).toEqual({
      lng: expect.closeTo(103.59, 9),
      lat: expect.closeTo(31.48, 9),
    });
    expect(foundPosition('汶川', nameOf)).toBeNull();
  });

  it('a village is viewed from near, a road from where all of it is in view', () => {
    const village = { id: 'v', name: '布瓦村', kind: 'village', box: [103.58, 31.48, 103.59, 31.49] } as never;
    expect(foundFeature(village)).toMatchObject({ name: '布瓦村', kind: 'village', rangeMetres: 4_000 });
    const road = { id: 'r', name: '都汶路', kind: 'road', box: [103, 31, 104, 31.5] } as never;
    expect(foundFeature(road)).toMatchObject({ at: { lng: 103.5, lat: 31.25 }, rangeMetres: 178_112 });
  });
});

it('an area is viewed from the region’s range, a smaller one from nearer, never from farther', () => {
  const levels = ['nation', 'province', 'prefecture', 'county', 'town'] as const;
  expect(levels.map((level) => areaRangeOf(level, 755_000))).toEqual([6_000_000, 755_000, 300_000, 105_000, 33_000]);
  expect(levels.map((level) => areaRangeOf(level, 105_000))).toEqual([6_000_000, 105_000, 105_000, 105_000, 33_000]);
});

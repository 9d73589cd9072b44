import { distanceMetres } from '@lookout/geo';
import { gcj02ToWgs84 } from '@lookout/geo/datum';
import { expect, it } from 'vitest';
import { mapAppLinks } from './map-apps.ts';

it('every link leads to the same place in GCJ-02, and the place’s name cannot break out of the link', () => {
  const place = { lng: 103.59, lat: 31.48, name: '威州镇 A&B=(1)|#' };
  const { geo, amap, baidu } = mapAppLinks(place);
  const [, lat = '', lng = ''] = /^geo:([\d.]+),([\d.]+)\?/.exec(geo) ?? [];
  const [x, y] = gcj02ToWgs84([Number(lng), Number(lat)]);
  expect(distanceMetres({ lng: x, lat: y }, place)).toBeLessThan(0.2);
  expect(distanceMetres({ lng: Number(lng), lat: Number(lat) }, place)).toBeGreaterThan(100);
  expect(new URL(amap).searchParams.get('to')).toBe(`${lng},${lat},${place.name}`);
  expect(new URL(baidu).searchParams.get('destination')).toBe(`latlng:${lat},${lng}|name:${place.name}`);
  expect([...new URL(baidu).searchParams.keys()]).toEqual(['destination', 'coord_type', 'mode', 'output', 'src']);
});

import { expect, it } from 'vitest';
import { hostsOf, tileAddressOf, tileUrlOf } from './tile-address.ts';

it.each([
  ['XYZ', 'https://map.example/t/{z}/{x}/{y}.png', 'https://map.example/t/{z}/{x}/{y}.png', 'mercator'],
  ['TMS', 'https://map.example/t/{z}/{x}/{-y}.png', 'https://map.example/t/{z}/{x}/{reverseY}.png', 'mercator'],
  [
    'WMTS by path',
    'https://map.example/wmts/img/default/EPSG:4326/{TileMatrix}/{TileRow}/{TileCol}.jpg',
    'https://map.example/wmts/img/default/EPSG:4326/{z}/{y}/{x}.jpg',
    'geographic',
  ],
  [
    '天地图, whole',
    'https://t0.tianditu.gov.cn/DataServer?T=img_w&x={x}&y={y}&l={z}&tk=abc',
    'https://t0.tianditu.gov.cn/DataServer?T=img_w&x={x}&y={y}&l={z}&tk=abc',
    'mercator',
  ],
  [
    '天地图, Web Mercator, only its key',
    'https://t0.tianditu.gov.cn/img_w/wmts?tk=abc',
    'https://t0.tianditu.gov.cn/img_w/wmts?tk=abc&SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&STYLE=default&FORMAT=tiles&LAYER=img&TILEMATRIXSET=w&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}',
    'mercator',
  ],
  [
    '天地图, longitude and latitude: its levels begin at 1',
    'https://t0.tianditu.gov.cn/vec_c/wmts?tk=abc',
    'https://t0.tianditu.gov.cn/vec_c/wmts?tk=abc&SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&STYLE=default&FORMAT=tiles&LAYER=vec&TILEMATRIXSET=c&TILEMATRIX={z1}&TILEROW={y}&TILECOL={x}',
    'geographic',
  ],
  [
    'WMTS by key and value',
    'https://map.example/service/wmts?layer=sat&tilematrixset=GoogleMapsCompatible&format=image/png',
    'https://map.example/service/wmts?LAYER=sat&TILEMATRIXSET=GoogleMapsCompatible&FORMAT=image%2Fpng&SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&STYLE=default&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}',
    'mercator',
  ],
])('%s', (_name, url, template, scheme) => {
  expect(tileAddressOf(url)).toMatchObject({ template, scheme });
});

it('an address that names neither a tile nor a layer is refused', () => {
  const none = ['https://map.example/', 'https://map.example/wmts', 'https://map.example/{z}/{x}.png', 'ftp://map.example/{z}/{x}/{y}'];
  expect(none.map(tileAddressOf)).toEqual([null, null, null, null]);
});

it('a tile is requested by its numbers, counted from the south if the service does so, and from each of the service’s hosts in turn', () => {
  const of = (template: string, x: number) => {
    const address = tileAddressOf(template);
    return address && tileUrlOf(address, { z: 3, x, y: 2 });
  };
  expect(of('https://map.example/{z}/{x}/{-y}.png', 5)).toBe('https://map.example/3/5/5.png');
  expect(of('https://t0.tianditu.gov.cn/vec_c/wmts?tk=abc', 1)).toContain('&TILEMATRIX=4&TILEROW=2&TILECOL=1');
  expect([1, 2, 3].map((x) => of('https://{s}.map.example/{z}/{x}/{y}', x))).toEqual([
    'https://a.map.example/3/1/2',
    'https://b.map.example/3/2/2',
    'https://c.map.example/3/3/2',
  ]);
  const tianditu = tileAddressOf('https://t{s}.tianditu.gov.cn/img_w/wmts?tk=abc');
  expect(tianditu && hostsOf(tianditu).map(({ host }) => host)).toHaveLength(8);
});

import { expect, it } from 'vitest';
import { imageryAddressOf } from './imagery-address.ts';

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
  expect(imageryAddressOf(url)).toEqual({ template, scheme });
});

it('what names neither a tile nor a layer is no address of tiles', () => {
  expect(['https://map.example/', 'https://map.example/wmts', 'https://map.example/{z}/{x}.png'].map(imageryAddressOf)).toEqual([
    null,
    null,
    null,
  ]);
});

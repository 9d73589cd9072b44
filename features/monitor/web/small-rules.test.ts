import { photoFault } from '@lookout/web/shared/picture-file.ts';
import { coordinateTexts, decimalText } from '@lookout/web/shared/text/position-text.ts';
import { expect, it } from 'vitest';
import { locationWithin } from '../../alarm/parts/location-text.ts';
import { anAlarm } from '../../testing/builders.ts';
import { monitorZh } from './messages.ts';
import { pairAt, picturesOf, stepped } from './pictures.ts';
import { rowWindow, scrollFor } from './use-virtual-rows.ts';

it('pictures are compared in pairs, wrapping around', () => {
  expect([pairAt(0, 1), pairAt(0, 2), pairAt(1, 2), pairAt(2, 3)]).toEqual([
    { left: 0, right: null },
    { left: 0, right: 1 },
    { left: 0, right: 1 },
    { left: 1, right: 2 },
  ]);
  expect([stepped(0, 3, 1), stepped(1, 3, 1), stepped(0, 3, -1), stepped(0, 1, 1)]).toEqual([1, 0, 1, 0]);
});

it('a photo is recognised by its content, not by its name', async () => {
  expect(await photoFault(new File(['this is no picture'], 'a.png', { type: 'image/png' }))).toBe('not-picture');
  expect(await photoFault(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])], 'a.txt'))).toBeNull();
  expect(await photoFault(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png'))).toBe('too-large');
});

it('only visible rows exist, with a few beyond the edges; the number of rows below is known', () => {
  expect(rowWindow(0, 800, 80, 20_000)).toEqual({ first: 0, end: 16, below: 19_990 });
  expect(rowWindow(80_000, 800, 80, 20_000)).toEqual({ first: 994, end: 1016, below: 18_990 });
  expect(rowWindow(80_000, 800, 80, 3)).toEqual({ first: 3, end: 3, below: 0 });
});

it('a row is scrolled into view by the shortest way', () => {
  expect([scrollFor(0, 80, 160, 400), scrollFor(3, 80, 160, 400), scrollFor(10, 80, 160, 400)]).toEqual([0, null, 480]);
});

it("the location within the grid omits the grid's own names", () => {
  expect(locationWithin({ formattedAddress: '四川省阿坝州汶川县，汶川县城北约0.3公里', address: null })).toBe('汶川县城北约0.3公里');
  expect(locationWithin({ formattedAddress: '四川省', address: null })).toBe('');
  expect(locationWithin({ formattedAddress: '四川省，x', address: '桑坪村' })).toBe('桑坪村');
});

// Proves §9.4c
it('every popup has the coordinates with five decimals, with four, and in degrees, minutes and seconds', () => {
  expect(coordinateTexts(anAlarm('smoke').position)).toEqual(['103.59012, 31.48000', '103.5901, 31.4800', '103°35′24.4″E 31°28′48.0″N']);
});

it('five decimals are copied', () => {
  expect(decimalText(anAlarm('smoke').position)).toBe('103.59012, 31.48000');
});

it('pictures are listed in the order of comparison', () => {
  expect(picturesOf(anAlarm('camera').facts, monitorZh)).toEqual([
    { url: '/files/p1', caption: '图片 1' },
    { url: '/files/p2', caption: '图片 2' },
  ]);
  expect(picturesOf({ ...anAlarm('satellite').facts, visibleImage: '/files/v' }, monitorZh)).toEqual([
    { url: '/files/v', caption: '可见光图像' },
  ]);
  expect(picturesOf(anAlarm('danger').facts, monitorZh)).toEqual([]);
});

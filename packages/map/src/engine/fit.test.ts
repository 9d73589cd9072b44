import { expect, it } from 'vitest';
import { fitOf, NOTHING_COVERED } from './fit.ts';

const SIZE = { width: 1_000, height: 500 };
/** At the equator, where a degree is as long in both directions. */
const BOX = { west: 100, south: -0.1, east: 100.2, north: 0.1 };

it('a box fills most of the map in the direction that has less room', () => {
  const { lng, lat, metresPerPixel } = fitOf(BOX, SIZE, NOTHING_COVERED, 0);
  expect([lng, lat]).toEqual([expect.closeTo(100.1, 9), expect.closeTo(0, 9)]);
  // 22,264 m from south to north in 80 % of 500 pixels.
  expect(metresPerPixel).toBeCloseTo(55.66, 2);
});

it('where panels cover the right, the box fills the free part, and the map’s centre is to the right of the box', () => {
  const { lng, metresPerPixel } = fitOf(BOX, SIZE, { ...NOTHING_COVERED, right: 600 }, 0);
  // 22,264 m from west to east in 80 % of 400 pixels; the free middle is 300 pixels left of the map's.
  expect(metresPerPixel).toBeCloseTo(69.575, 2);
  expect(lng).toBeCloseTo(100.1 + (300 * 69.575) / 111_320, 5);
});

it('a point is shown with its surroundings; a map that is fully covered still has a view', () => {
  const point = { west: 103, south: 31, east: 103, north: 31 };
  expect(fitOf(point, SIZE, NOTHING_COVERED, 5)).toEqual({ lng: 103, lat: 31, metresPerPixel: 5 });
  expect(fitOf(BOX, SIZE, { left: 500, right: 500, top: 0, bottom: 0 }, 0).metresPerPixel).toBeCloseTo(139.15, 2);
});

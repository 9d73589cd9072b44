import { expect, it } from 'vitest';
import { slopeAt } from './slope.ts';

const AT = { lng: 103.5, lat: 31.4 };
const NORTH_METRES = 110_870;
const EAST_METRES = 111_320 * Math.cos((AT.lat * Math.PI) / 180);
/** A plane that rises by these shares to north and east. */
const plane = (toNorth: number, toEast: number) => ({
  heightAt: (lng: number, lat: number) => 2_000 + toNorth * (lat - AT.lat) * NORTH_METRES + toEast * (lng - AT.lng) * EAST_METRES,
});

it.each([
  [1, 0, 45, 180],
  [-1, 0, 45, 0],
  [0, 1, 45, 270],
  [0, -0.5, 26.565, 90],
  [0.3, 0.3, 22.99, 225],
])('a plane rising by %f to north and %f to east slopes %f° and faces %f°', (toNorth, toEast, slope, aspect) => {
  const found = slopeAt(plane(toNorth, toEast), AT);
  expect(found?.slopeDegrees).toBeCloseTo(slope, 0);
  expect(found?.aspectDegrees).toBeCloseTo(aspect, 0);
});

it('level ground has no aspect, unknown ground has no slope', () => {
  expect(slopeAt(plane(0, 0), AT)).toEqual({ slopeDegrees: 0, aspectDegrees: null });
  expect(slopeAt({ heightAt: () => null }, AT)).toBeNull();
});

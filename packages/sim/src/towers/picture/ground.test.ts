import { locate } from '@lookout/geo';
import { describe, expect, test } from 'vitest';
import { demoGround } from '../../testing/demo-ground.ts';
import { aTower } from '../testing.ts';
import { directionOf, type Gaze, pixelOf } from './gaze.ts';
import { createGround, type Ground, seeGround } from './ground.ts';
import { HEIGHT, WIDTH } from './raster.ts';

const surface = demoGround;
const tower = aTower(surface);
const gazeOf = (azimuthDegrees: number, tiltDegrees = -3, fieldDegrees = 60, at = tower): Gaze => {
  const { lng, lat, towerHeightMetres } = at;
  return { lng, lat, towerHeightMetres, azimuthDegrees, tiltDegrees, fieldDegrees };
};
const groundOf = (gaze: Gaze): Ground => {
  const ground = createGround();
  seeGround(ground, surface, gaze);
  return ground;
};
/** The first row of each column that shows terrain; HEIGHT where the column is all sky. */
const horizonOf = ({ metres }: Ground): number[] =>
  Array.from({ length: WIDTH }, (_, x) => {
    for (let y = 0; y < HEIGHT; y++) if (metres[y * WIDTH + x] !== Number.POSITIVE_INFINITY) return y;
    return HEIGHT;
  });
/** Infinity: the sky. */
const metresOfRay = (gaze: Gaze, x: number, y: number): number =>
  locate({ ...gaze, ...directionOf(gaze, x, y) }, surface)?.distanceMetres ?? Number.POSITIVE_INFINITY;

describe('the terrain in a tower’s picture', () => {
  test.each([
    [0, -3, 60],
    [45, 0, 60],
    [20, -25, 60],
    [90, -3, 60],
    [137.5, -8, 24],
    [250, -1, 2.2],
    [359.9, 2, 8],
  ])('Looking %d°, tilt %d°, field %d°: each pixel shows the point where the product’s ray meets the terrain', (azimuth, tilt, field) => {
    const gaze = gazeOf(azimuth, tilt, field);
    const { metres } = groundOf(gaze);
    for (let n = 0; n < 600; n++) {
      const [x, y] = [(n * 97) % WIDTH, (n * 53) % HEIGHT];
      const shown = metres[y * WIDTH + x] as number;
      // A pixel shows the nearest column, so its ray may be off by up to half a pixel.
      const rays = [-0.5, 0, 0.5].map((aside) => metresOfRay(gaze, x + aside, y));
      if (shown === Number.POSITIVE_INFINITY) expect(rays).toContain(Number.POSITIVE_INFINITY);
      else if (tilt === 0) expect(Math.abs(shown - (rays[1] as number))).toBeLessThan(0.5);
      else if (Math.max(...rays) - Math.min(...rays) < 200) {
        expect(shown).toBeGreaterThan(Math.min(...rays) - 5);
        expect(shown).toBeLessThan(Math.max(...rays) + 5);
      }
    }
  });

  test('The horizon is where the product’s ray finds it: sky above, terrain below', () => {
    const gaze = gazeOf(90);
    const horizon = horizonOf(groundOf(gaze));
    expect(Math.max(...horizon) - Math.min(...horizon)).toBeGreaterThan(20);
    for (let x = 0; x < WIDTH; x += 8) {
      const row = horizon[x] as number;
      // Rays up to half a pixel to the side, as above.
      const near = (y: number) => [-0.5, 0, 0.5].map((aside) => metresOfRay(gaze, x + aside, y));
      expect(Math.min(...near(row))).toBeLessThan(Number.POSITIVE_INFINITY);
      expect(Math.max(...near(row - 1))).toBe(Number.POSITIVE_INFINITY);
    }
  });

  test('one tower at two azimuths, and two towers, have different horizons', () => {
    const here = horizonOf(groundOf(gazeOf(90)));
    const other = aTower(surface, { lng: 103.2, lat: 31.6 });
    const differenceTo = (there: number[]): number => here.reduce((sum, row, x) => sum + Math.abs(row - (there[x] as number)), 0) / WIDTH;
    expect(differenceTo(horizonOf(groundOf(gazeOf(180))))).toBeGreaterThan(5);
    expect(differenceTo(horizonOf(groundOf(gazeOf(90, -3, 60, other))))).toBeGreaterThan(5);
    expect(differenceTo(horizonOf(groundOf(gazeOf(90))))).toBe(0);
  });

  test('Stride 2 gives the fine picture with half as many columns', () => {
    const gaze = gazeOf(200);
    const [fine, coarse] = [groundOf(gaze), createGround()];
    seeGround(coarse, surface, gaze, 2);
    let same = 0;
    for (let at = 0; at < fine.metres.length; at += 2) {
      if (coarse.metres[at] !== coarse.metres[at + 1]) throw new Error(`pixel ${at}`);
      const [one, other] = [coarse.metres[at] as number, fine.metres[at] as number];
      if (one === other || Math.abs(one - other) < 0.05 * other) same += 1;
    }
    expect(same / (fine.metres.length / 2)).toBeGreaterThan(0.97);
  });

  test('Unknown terrain is shown as sky, never invented', () => {
    const ground = createGround();
    seeGround(ground, { ...surface, heightAt: () => null }, gazeOf(90));
    expect(ground.metres.every((metres) => metres === Number.POSITIVE_INFINITY)).toBe(true);
  });
});

test('directionOf and pixelOf are inverse, also in the corners of a tilted picture', () => {
  const gaze = gazeOf(350, -24, 60);
  for (const [x, y] of [
    [0, 0],
    [100, 300],
    [320, 180],
    [639, 359],
  ] as const) {
    const { azimuthDegrees, tiltDegrees } = directionOf(gaze, x, y);
    // At a distance of 1 m, so that the curvature of the earth does not matter.
    const pixel = pixelOf(gaze, azimuthDegrees, Math.tan((tiltDegrees * Math.PI) / 180), 1);
    expect([pixel?.x, pixel?.y]).toEqual([expect.closeTo(x + 0.5, 4), expect.closeTo(y + 0.5, 4)]);
  }
  expect(pixelOf(gaze, 170, 0, 1)).toBeNull();
});

import {
  bearingDegrees,
  createSurface,
  demoRelief,
  destination,
  distanceMetres,
  heightToValue,
  type Surface,
  TILE_CELLS,
  TILE_POSTS,
} from '@lookout/geo';
import { describe, expect, test } from 'vitest';
import { towersSeeing } from '../../cameras/alarm.ts';
import type { Fire } from '../../fires/fire.ts';
import { panOf } from '../camera.ts';
import { type Channel, CLEAR } from '../optics.ts';
import { aFire, aTower, gradientOf, NOON_MS } from '../testing.ts';
import { createEye, gazeOf, type Moment } from './eye.ts';
import { pixelOf } from './gaze.ts';
import { HEIGHT, PIXELS, WIDTH } from './raster.ts';

const source = demoRelief();
const relief = createSurface(source);
const tower = aTower(relief);
/** A direction in which terrain 3 to 8 km away is in sight. */
const [seen] = Array.from({ length: 36 }, (_, n) => n * 10)
  .flatMap((azimuth) => [3_000, 5_000, 8_000].map((metres) => aFire(relief, tower, azimuth, metres)))
  .flatMap((fire) => towersSeeing(relief, [tower], fire).map((sight) => ({ fire, sight })));
if (!seen) throw new Error('nothing is in sight');
const { fire, sight } = seen;

const wind = () => ({ windFromDegrees: sight.azimuthDegrees - 90, windMetresPerSecond: 4 });
const momentOf = (fires: readonly Fire[], pose: Partial<Moment['pose']> = {}): Moment => ({
  worldMs: NOON_MS,
  seconds: 1_000,
  isMoving: false,
  lens: CLEAR,
  fires,
  pose: { pan: panOf(tower, sight.azimuthDegrees), tilt: sight.tiltDegrees, visible: 0.1, thermal: 0, ...pose },
});
const lumaOf = (surface: Surface, channel: Channel, moment: Moment): Uint8Array =>
  createEye(tower, channel, surface, wind).shoot(moment).y.slice();

/** Pixels that the fires change by more than noise and rounding could. */
const changedBy = (surface: Surface, channel: Channel, fires: readonly Fire[]): number[] => {
  const [without, with_] = [lumaOf(surface, channel, momentOf([])), lumaOf(surface, channel, momentOf(fires))];
  return Array.from({ length: PIXELS }, (_, at) => at).filter((at) => Math.abs((with_[at] as number) - (without[at] as number)) > 8);
};

/** The same terrain with a wall of 5,800 m half-way to the fire. */
const middle = destination(tower, sight.azimuthDegrees, sight.metres / 2);
const wall = (i: number, j: number): number | null => {
  const place = { lng: i * relief.cellDegrees - 180, lat: 90 - j * relief.cellDegrees };
  const isNear = Math.abs(place.lng - middle.lng) < 0.02 && Math.abs(place.lat - middle.lat) < 0.02;
  return isNear && distanceMetres(place, middle) < 600 ? 5_800 : null;
};
const walled: Surface = createSurface({
  ...source,
  post: (i, j) => wall(i, j) ?? source.post(i, j),
  // Tile by tile like the relief itself; post by post would take half a minute.
  values(level, x, y) {
    const values = source.values?.(level, x, y) ?? new Uint16Array(TILE_POSTS ** 2);
    return values.map((value, at) => {
      const height = wall(x * TILE_CELLS + (at % TILE_POSTS), y * TILE_CELLS + Math.floor(at / TILE_POSTS));
      return height === null ? value : heightToValue(height);
    });
  },
});

describe('a fire', () => {
  test("A fire's smoke rises from its position", () => {
    const changed = changedBy(relief, 'visible', [fire]);
    expect(changed.length).toBeGreaterThan(150);
    const gaze = gazeOf(tower, 'visible', momentOf([]).pose);
    const rise = sight.metres * Math.tan((sight.tiltDegrees * Math.PI) / 180);
    const { x, y } = pixelOf(gaze, bearingDegrees(tower, fire.position), rise, sight.metres) ?? { x: Number.NaN, y: Number.NaN };
    const lowest = Math.max(...changed.map((at) => Math.floor(at / WIDTH)));
    expect(Math.abs(lowest - y)).toBeLessThan(12);
    const foot = changed.filter((at) => Math.floor(at / WIDTH) > y - 8).map((at) => at % WIDTH);
    expect(Math.abs(foot.reduce((sum, one) => sum + one, 0) / foot.length - x)).toBeLessThan(10);
  });

  test("A fire's smoke drifts with the wind: here to the right, more with height", () => {
    const changed = changedBy(relief, 'visible', [fire]);
    const rows = changed.map((at) => Math.floor(at / WIDTH));
    const [top, foot] = [Math.min(...rows), Math.max(...rows)];
    const middleOf = (from: number, to: number): number => {
      const columns = changed.filter((at) => Math.floor(at / WIDTH) >= from && Math.floor(at / WIDTH) <= to).map((at) => at % WIDTH);
      return columns.reduce((sum, one) => sum + one, 0) / columns.length;
    };
    const third = (foot - top) / 3;
    expect(middleOf(top, top + third)).toBeGreaterThan(middleOf(foot - third, foot) + 5);
  });

  test('A fire is white in the thermal picture, at its own pixel', () => {
    const luma = lumaOf(relief, 'thermal', momentOf([fire]));
    const before = lumaOf(relief, 'thermal', momentOf([]));
    const [x, y] = [WIDTH / 2, HEIGHT / 2];
    expect(luma[y * WIDTH + x]).toBeGreaterThan(170);
    expect(before[y * WIDTH + x]).toBeLessThan(120);
  });

  test('behind a ridge neither smoke nor heat is visible, and no camera raises an alarm', () => {
    expect(towersSeeing(walled, [tower], fire)).toEqual([]);
    expect(changedBy(walled, 'visible', [fire])).toEqual([]);
    expect(changedBy(walled, 'thermal', [fire])).toEqual([]);
  });

  test('A fire behind the camera is not visible', () => {
    const behind = aFire(relief, tower, sight.azimuthDegrees + 180, 4_000);
    expect(changedBy(relief, 'visible', [behind])).toEqual([]);
  });
});

describe('a picture', () => {
  test('A picture turns with the head, and narrows with the zoom', () => {
    const here = lumaOf(relief, 'visible', momentOf([]));
    const differenceTo = (there: Uint8Array): number =>
      here.reduce((sum, value, at) => sum + Math.abs(value - (there[at] as number)), 0) / PIXELS;
    expect(differenceTo(lumaOf(relief, 'visible', momentOf([])))).toBe(0);
    expect(differenceTo(lumaOf(relief, 'visible', momentOf([], { pan: 20 })))).toBeGreaterThan(2);
    expect(differenceTo(lumaOf(relief, 'visible', momentOf([], { visible: 0.5 })))).toBeGreaterThan(2);
  });

  test('A picture is darker by night', () => {
    const mean = (luma: Uint8Array): number => luma.reduce((sum, value) => sum + value, 0) / PIXELS;
    const night = { ...momentOf([]), worldMs: NOON_MS + 12 * 3_600_000 };
    expect(mean(lumaOf(relief, 'visible', night))).toBeLessThan(0.6 * mean(lumaOf(relief, 'visible', momentOf([]))));
  });

  test('A picture has new noise and the same terrain each time', () => {
    const eye = createEye(tower, 'visible', relief, wind);
    const first = eye.shoot(momentOf([])).y.slice();
    const second = eye.shoot(momentOf([])).y;
    const differences = first.map((value, at) => Math.abs(value - (second[at] as number)));
    expect(differences.some((value) => value > 0)).toBe(true);
    expect(differences.every((value) => value <= 10)).toBe(true);
  });
});

describe('the lens', () => {
  test.each(['visible', 'thermal'] as const)(
    'out of focus the %s picture is blurred, more with distance from focus; the overlay stays sharp',
    (channel) => {
      const eye = createEye(tower, channel, relief, wind);
      const [sharp, soft, softer] = [0, 3, 9].map((blurPixels) => {
        const { y } = eye.shoot({ ...momentOf([fire]), lens: { blurPixels, gain: 1 } });
        return {
          gradient: gradientOf(y),
          mark: y
            .slice(10 * WIDTH, 34 * WIDTH)
            .filter((_, at) => at % WIDTH < 60)
            .filter((luma) => luma === 235).length,
        };
      });
      expect(soft?.gradient).toBeLessThan(0.6 * (sharp?.gradient ?? 0));
      expect(softer?.gradient).toBeLessThan(soft?.gradient ?? 0);
      expect(softer?.mark).toBe(sharp?.mark);
      expect(gradientOf(eye.shoot(momentOf([fire])).y)).toBeGreaterThan(0.98 * (sharp?.gradient ?? 0));
    },
  );

  test('the iris makes the visible picture lighter and darker within the legal range of luma', () => {
    const eye = createEye(tower, 'visible', relief, wind);
    const lumaAt = (gain: number) => eye.shoot({ ...momentOf([]), lens: { blurPixels: 0, gain } }).y.slice(60 * WIDTH, 300 * WIDTH);
    const mean = (luma: Uint8Array): number => luma.reduce((sum, value) => sum + value, 0) / luma.length;
    const [dark, right, light] = [lumaAt(0.25), lumaAt(1), lumaAt(4)];
    expect(mean(dark) - 16).toBeLessThan(0.3 * (mean(right) - 16));
    expect(mean(light)).toBeGreaterThan(mean(right) + 20);
    expect(light.every((luma) => luma >= 16 && luma < 245)).toBe(true);
  });
});

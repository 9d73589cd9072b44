// Fixtures for the tests of the towers: a tower on the demo's terrain, and a fire in its view.
import { destination, type Surface } from '@lookout/geo';
import type { Tower } from '../cameras/towers.ts';
import type { Fire } from '../fires/fire.ts';
import { HEIGHT, WIDTH } from './picture/raster.ts';

/** A tower above the Minjiang valley near Wenchuan. */
export const aTower = (surface: Surface, overrides: Partial<Tower> = {}): Tower => {
  const place = { lng: 103.526264, lat: 31.473173, ...overrides };
  return {
    code: 'DEMO-CAM-1',
    stage: 'aba',
    name: '演示·测试监控塔',
    districtName: '汶川县',
    streetName: '威州镇',
    towerHeightMetres: 35,
    northCorrectionDegrees: -1.2,
    rangeMetres: 15_000,
    leaderName: '演示',
    leaderPhone: '000-0',
    heightMetres: surface.heightAt(place.lng, place.lat) ?? 0,
    ...place,
  };
};

export const NOON_MS = Date.parse('2026-11-21T12:00:00+08:00');

/** A fire that burns at noon. */
export function aFire(surface: Surface, tower: Tower, azimuthDegrees: number, metres: number): Fire {
  const position = destination(tower, azimuthDegrees, metres);
  return {
    id: `fire-${azimuthDegrees}-${metres}`,
    stage: 'aba',
    kind: 'forest',
    position,
    heightMetres: surface.heightAt(position.lng, position.lat) ?? 0,
    startsAtMs: NOON_MS - 2 * 3_600_000,
    endsAtMs: NOON_MS + 3 * 3_600_000,
    finalHectares: 4,
    peakMegawatts: 20,
    near: { name: '威州镇', lng: 103.59, lat: 31.477, reachMetres: 9_000 },
    nearMetres: metres,
    front: null,
  };
}

/** Sharpness of a luma plane: the mean square of the differences between neighbouring pixels, without the rows of the overlay. */
export function gradientOf(luma: Uint8Array): number {
  const [from, to] = [60 * WIDTH, (HEIGHT - 40) * WIDTH];
  let sum = 0;
  for (let at = from; at < to; at++) {
    const here = luma[at] as number;
    sum += (here - (luma[at + 1] as number)) ** 2 + (here - (luma[at + WIDTH] as number)) ** 2;
  }
  return sum / (to - from);
}

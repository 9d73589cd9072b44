// Renders the pictures of one channel of a tower. The terrain is cached while the head is at rest; smoke, noise and overlay are drawn for
// each picture.
import type { Surface } from '@lookout/geo';
import type { Tower } from '../../cameras/towers.ts';
import type { Fire } from '../../fires/fire.ts';
import type { Pose } from '../head.ts';
import { type Channel, fieldDegrees, type LensEffect, lenses } from '../optics.ts';
import { type Burning, burningAround, type WindAt } from './burning.ts';
import { focalPixels, type Gaze, pixelOf } from './gaze.ts';
import { createGround, type Ground, seeGround } from './ground.ts';
import { addNoise, blurPicture, blurPlane, brighten } from './lens-and-sensor.ts';
import { writeOverlay } from './overlay.ts';
import { heatOfGround, type Light, lightOver, paintColours, paintHeat } from './paint.ts';
import { createPicture, HEIGHT, PIXELS, type Picture, WIDTH } from './raster.ts';
import { createVeil, gatherSmoke, layVeil, type Veil } from './smoke.ts';

export interface Moment {
  readonly worldMs: number;
  /** Seconds of wall time: smoke rises at the same rate at every speed of the world. */
  readonly seconds: number;
  readonly pose: Pose;
  /** While the head moves, the terrain is drawn at half the resolution, at half the cost and without a visible difference. */
  readonly isMoving: boolean;
  readonly lens: LensEffect;
  readonly fires: readonly Fire[];
}

/** The renderer of one channel. The picture that `shoot` returns is overwritten by the next one. */
export interface Eye {
  shoot(moment: Moment): Picture;
}

interface Base {
  readonly key: string;
  readonly light: Light;
}

export function createEye(tower: Tower, channel: Channel, surface: Surface, windAt: WindAt): Eye {
  const ground = createGround();
  const picture = createPicture();
  const base = channel === 'visible' ? createPicture() : null;
  const baseHeat = new Uint8Array(channel === 'thermal' ? PIXELS : 0);
  const heat = new Uint8ClampedArray(baseHeat.length);
  const veil = createVeil();
  const around = burningAround(tower, surface, windAt);
  let seen = '';
  let painted: Base | null = null;
  let nth = 0;

  /** Computes the terrain and its colours, only when the gaze or the light has changed. */
  const updateGround = (gaze: Gaze, light: Light, stride: 1 | 2): void => {
    const gazeKey = `${gaze.azimuthDegrees}/${gaze.tiltDegrees}/${gaze.fieldDegrees}/${stride}`;
    if (gazeKey !== seen) seeGround(ground, surface, gaze, stride);
    const key = `${gazeKey}/${light.day}/${light.east}/${light.up}`;
    if (painted?.key !== key) {
      if (base === null) heatOfGround(baseHeat, ground, gaze, light);
      else paintColours(base, ground, gaze, light);
    }
    seen = gazeKey;
    painted = { key, light };
  };

  return {
    shoot({ worldMs, seconds, pose, isMoving, lens, fires }) {
      const gaze = gazeOf(tower, channel, pose);
      const light = lightOver(tower, worldMs);
      updateGround(gaze, light, isMoving ? 2 : 1);
      const burning = around(fires, worldMs);
      if (base === null) {
        heat.set(baseHeat);
        for (const one of burning) warm(heat, ground, gaze, one, veil, seconds);
        blurPlane(heat, WIDTH, HEIGHT, lens.blurPixels);
        addNoise(heat, nth);
        paintHeat(picture, heat);
      } else {
        picture.bytes.set(base.bytes);
        for (const one of burning) smoke(picture, ground, gaze, one, veil, seconds, light);
        blurPicture(picture, lens.blurPixels);
        brighten(picture, lens.gain);
        addNoise(picture.y, nth);
      }
      nth += 1;
      writeOverlay(picture, {
        topLeft: [`${tower.code.replace('DEMO-', '')}`, channel === 'visible' ? 'VISIBLE' : 'THERMAL'],
        topRight: beijingTime(worldMs),
        bottomLeft: poseText(channel, pose),
      });
      return picture;
    },
  };
}

export const gazeOf = (tower: Tower, channel: Channel, pose: Pose): Gaze => ({
  lng: tower.lng,
  lat: tower.lat,
  towerHeightMetres: tower.towerHeightMetres,
  azimuthDegrees: pose.pan + tower.northCorrectionDegrees,
  tiltDegrees: pose.tilt,
  fieldDegrees: fieldDegrees(channel, pose[channel]),
});

/** Smoke is light grey by day, dark by night, and lit from below by the flames. */
function smoke(picture: Picture, ground: Ground, gaze: Gaze, burning: Burning, veil: Veil, seconds: number, light: Light): void {
  const { y: luma, u, v } = picture;
  gatherSmoke(veil, gaze, burning, seconds);
  const bright = 22 + 158 * light.day;
  layVeil(veil, ground, burning.metres, (at, density, lightness) => {
    luma[at] = (luma[at] as number) + density * (16 + bright * lightness - (luma[at] as number));
    const [x, y] = [at % WIDTH, (at / WIDTH) | 0];
    if (((x | y) & 1) !== 0) return;
    const chroma = (y >> 1) * (WIDTH / 2) + (x >> 1);
    u[chroma] = (u[chroma] as number) + density * (128 - (u[chroma] as number));
    v[chroma] = (v[chroma] as number) + density * (128 - (v[chroma] as number));
  });
  if (!burning.footIsSeen) return;
  const flicker = 0.75 + 0.25 * Math.sin(seconds * 9 + burning.salt);
  const strength = (0.35 + 0.6 * (1 - light.day)) * flicker;
  spot(ground, gaze, burning, 1, (at, near) => {
    const share = strength * near;
    luma[at] = (luma[at] as number) + share * (190 - (luma[at] as number));
    const [x, y] = [at % WIDTH, (at / WIDTH) | 0];
    if (((x | y) & 1) !== 0) return;
    const chroma = (y >> 1) * (WIDTH / 2) + (x >> 1);
    u[chroma] = (u[chroma] as number) + share * (52 - (u[chroma] as number));
    v[chroma] = (v[chroma] as number) + share * (188 - (v[chroma] as number));
  });
}

/** Heat: the burning area is white, and the gases above it are warm where the smoke is young and dense. */
function warm(heat: Uint8ClampedArray, ground: Ground, gaze: Gaze, burning: Burning, veil: Veil, seconds: number): void {
  gatherSmoke(veil, gaze, { ...burning, plumeMetres: burning.plumeMetres * 0.35 }, seconds);
  layVeil(veil, ground, burning.metres, (at, density) => {
    heat[at] = (heat[at] as number) + density * 0.55 * Math.max(0, 165 - (heat[at] as number));
  });
  if (!burning.footIsSeen) return;
  const hottest = Math.min(255, 190 + 14 * Math.sqrt(burning.megawatts));
  spot(ground, gaze, burning, 1.5, (at, near) => {
    heat[at] = Math.max(heat[at] as number, (heat[at] as number) + Math.min(1, near * 2) * (hottest - (heat[at] as number)));
  });
}

/** Draws the burning area as a soft disc of at least a few pixels. */
function spot(ground: Ground, gaze: Gaze, burning: Burning, scale: number, lay: (at: number, near: number) => void): void {
  const pixel = pixelOf(gaze, burning.azimuthDegrees, burning.riseMetres, burning.metres);
  if (pixel === null) return;
  const { x, y } = pixel;
  const across = Math.max(2.5, (scale * burning.widthMetres * focalPixels(gaze)) / burning.metres);
  const high = Math.max(2, across * 0.45);
  for (let row = Math.max(0, Math.ceil(y - high)); row <= Math.min(HEIGHT - 1, y + high); row++) {
    for (let column = Math.max(0, Math.ceil(x - across)); column <= Math.min(WIDTH - 1, x + across); column++) {
      const at = row * WIDTH + column;
      const near = 1 - ((column - x) / across) ** 2 - ((row - y) / high) ** 2;
      if (near > 0 && (ground.metres[at] as number) >= burning.metres * 0.97) lay(at, near);
    }
  }
}

const BEIJING_MS = 8 * 3_600_000;
const beijingTime = (ms: number): string => new Date(ms + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ');

/** The angles as the camera reports them: without its north correction. */
function poseText(channel: Channel, { pan, tilt, [channel]: zoom }: Pose): string {
  const times = 1 + (lenses[channel].magnification - 1) * zoom;
  return `P ${((pan + 360) % 360).toFixed(2)}°  T ${tilt >= 0 ? '+' : ''}${tilt.toFixed(2)}°  Z ${times.toFixed(1)}X`;
}

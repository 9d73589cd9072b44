// Smoke in a tower's picture: puffs that rise from the fire, widen and drift with the wind. They are collected in a veil, a layer at half
// resolution, which is then blended into the picture where no nearer terrain hides the fire.
import type { Burning } from './burning.ts';
import { focalPixels, type Gaze, pixelOf } from './gaze.ts';
import type { Ground } from './ground.ts';
import { HEIGHT, WIDTH } from './raster.ts';

const VEIL_WIDTH = WIDTH / 2;
const VEIL_HEIGHT = HEIGHT / 2;

/** Density (0 … 1) and lightness of the smoke for each block of four pixels; the edges bound the part in use. */
export interface Veil {
  readonly density: Float32Array;
  readonly lightness: Float32Array;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const createVeil = (): Veil => ({
  density: new Float32Array(VEIL_WIDTH * VEIL_HEIGHT),
  lightness: new Float32Array(VEIL_WIDTH * VEIL_HEIGHT),
  left: VEIL_WIDTH,
  right: -1,
  top: VEIL_HEIGHT,
  bottom: -1,
});

const PUFFS = 72;
const RISE_METRES_PER_SECOND = 4;
/** Limits the width of a puff on the veil, so that a fire near the camera does not fill the picture with smoke. */
const WIDEST_PUFF = 90;

/** Fills the veil with the smoke of one fire. @param seconds wall time: smoke rises at the same rate at every speed of the world */
export function gatherSmoke(veil: Veil, gaze: Gaze, burning: Burning, seconds: number): void {
  clear(veil);
  const focal = focalPixels(gaze);
  const { metres, plumeMetres, salt } = burning;
  const [footEast, footNorth] = [metres * sine(burning.azimuthDegrees), metres * cosine(burning.azimuthDegrees)];
  const lifeSeconds = plumeMetres / RISE_METRES_PER_SECOND;
  for (let n = 0; n < PUFFS; n++) {
    const turns = seconds / lifeSeconds + n / PUFFS;
    const age = turns - Math.floor(turns);
    const chance = chanceOf(salt + n * 977 + Math.floor(turns) * 131);
    const up = age * plumeMetres;
    const drift = age * lifeSeconds;
    const east = footEast + burning.driftEast * drift + (chance - 0.5) * (burning.widthMetres + 0.16 * up);
    const north = footNorth + burning.driftNorth * drift;
    const away = Math.hypot(east, north);
    const pixel = pixelOf(gaze, (Math.atan2(east, north) * 180) / Math.PI, burning.riseMetres + up, away);
    if (pixel === null) continue;
    const { x, y } = pixel;
    const size = burning.widthMetres * 0.4 + 10 + (0.2 + 0.14 * chanceOf(salt - n)) * up;
    const radius = Math.min(WIDEST_PUFF, Math.max(0.9, (size * focal) / away / 2));
    puff(veil, x / 2, y / 2, radius, 0.4 * (1 - age) ** 1.2 * Math.min(1, age * 12), 0.75 + 0.25 * chance);
  }
}

function puff(veil: Veil, x: number, y: number, radius: number, strength: number, lightness: number): void {
  const [left, right] = [Math.max(0, Math.ceil(x - radius)), Math.min(VEIL_WIDTH - 1, Math.floor(x + radius))];
  const [top, bottom] = [Math.max(0, Math.ceil(y - radius)), Math.min(VEIL_HEIGHT - 1, Math.floor(y + radius))];
  if (left > right || top > bottom) return;
  const perSquare = 1 / (radius * radius);
  for (let row = top; row <= bottom; row++) {
    const off = (row - y) * (row - y);
    for (let column = left, at = row * VEIL_WIDTH + left; column <= right; column++, at++) {
      const near = 1 - ((column - x) * (column - x) + off) * perSquare;
      if (near <= 0) continue;
      const share = strength * near;
      veil.density[at] = (veil.density[at] as number) + share * (1 - (veil.density[at] as number));
      veil.lightness[at] = (veil.lightness[at] as number) + share * (lightness - (veil.lightness[at] as number));
    }
  }
  veil.left = Math.min(veil.left, left);
  veil.right = Math.max(veil.right, right);
  veil.top = Math.min(veil.top, top);
  veil.bottom = Math.max(veil.bottom, bottom);
}

function clear(veil: Veil): void {
  for (let row = veil.top; row <= veil.bottom; row++) {
    veil.density.fill(0, row * VEIL_WIDTH + veil.left, row * VEIL_WIDTH + veil.right + 1);
    veil.lightness.fill(0, row * VEIL_WIDTH + veil.left, row * VEIL_WIDTH + veil.right + 1);
  }
  Object.assign(veil, { left: VEIL_WIDTH, right: -1, top: VEIL_HEIGHT, bottom: -1 });
}

/** Terrain nearer than this share of the fire's distance hides its smoke. */
const IN_FRONT = 0.985;

/** Calls `lay` for every pixel with smoke. @param lay gets the pixel, the density and the lightness of the smoke there */
export function layVeil(veil: Veil, ground: Ground, metres: number, lay: (at: number, density: number, lightness: number) => void): void {
  for (let row = veil.top; row <= veil.bottom; row++) {
    for (let column = veil.left; column <= veil.right; column++) {
      const from = row * VEIL_WIDTH + column;
      const density = veil.density[from] as number;
      if (density < 0.004) continue;
      const lightness = (veil.lightness[from] as number) / density;
      for (let corner = 0; corner < 4; corner++) {
        const at = (row * 2 + (corner >> 1)) * WIDTH + column * 2 + (corner & 1);
        if ((ground.metres[at] as number) >= metres * IN_FRONT) lay(at, density, lightness);
      }
    }
  }
}

const sine = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);

/** Pseudo-random number, 0 ≤ … < 1; the same for the same argument. */
function chanceOf(n: number): number {
  const hash = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296;
}

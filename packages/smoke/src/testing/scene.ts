// Painted scenes: what a camera on a tower sees every 30 seconds, with a plume of smoke or with one of its impostors. Frames of a scene are
// painted in order; the planes are overwritten by the next frame.
import type { Box, Frame } from '../frame.ts';
import type { Backdrop } from './backdrop.ts';
import { createPlume, type PlumeShape } from './plume.ts';
import { noiseOf, type Random, randomOf } from './random.ts';

export const FRAME_SECONDS = 30;

export interface Disturbances {
  /** Standard deviation of the sensor's noise, levels of luma. */
  readonly noise: number;
  /** How far the mast sways, pixels. */
  readonly shakePixels: number;
  /** How much of the sun a passing cloud takes, 0 … 1. */
  readonly cloudShadow: number;
  /** Daylight at the first frame and its change a frame. */
  readonly light: number;
  readonly lightStep: number;
  /** Extinction of fog at its densest, 1/km, and the frames from its start until then; it comes in banks. */
  readonly fogPerKilometre: number;
  readonly fogFrames: number;
  /** Drops on the glass that fall at `startFrame` and dry slowly, and their radius in pixels. */
  readonly drops: number;
  readonly dropPixels: number;
  /** Pairs of headlights in a frame. */
  readonly headlights: number;
  /** The glare of a low sun: its strength 0 … 1. */
  readonly glare: number;
}

const CALM: Disturbances = {
  noise: 1.5,
  shakePixels: 0,
  cloudShadow: 0,
  light: 1,
  lightStep: 0,
  fogPerKilometre: 0,
  fogFrames: 30,
  drops: 0,
  dropPixels: 8,
  headlights: 0,
  glare: 0,
};

export interface SceneOptions extends Partial<Disturbances> {
  readonly seed: number;
  readonly backdrop: Backdrop;
  /** The frame before which smoke, dust, fog or rain begins. */
  readonly startFrame: number;
  readonly smoke?: PlumeShape | null;
  readonly dust?: PlumeShape | null;
}

export interface Painted {
  readonly frame: Frame;
  /** Around smoke that hides at least 5 % of its background; null without smoke. */
  readonly smokeBox: Box | null;
  /** Pixels of which smoke hides at least 10 %. */
  readonly smokePixels: number;
}

/** Haze between the camera and the terrain, as the backdrops are painted (Koschmieder's law), in luma above black. */
const HAZE_METRES = 14_000;
const HAZE_LUMA = 169;
const FOG_LUMA = 178;
const MAP = 40;

/** @returns the painter of frame 0, 1, 2, … */
export function createScene(options: SceneOptions): () => Painted {
  const given = { ...CALM, ...options };
  const { backdrop, seed, startFrame } = given;
  const { width, height } = backdrop;
  const random = randomOf(seed);
  const frame = {
    width,
    height,
    y: new Uint8Array(width * height),
    u: new Uint8Array((width * height) / 4),
    v: new Uint8Array((width * height) / 4),
  };
  const luma = new Float32Array(width * height);
  const blue = new Float32Array(luma.length / 4);
  const red = new Float32Array(luma.length / 4);
  const shade = shadePainter(given, random);
  const fog = fogPainter(given, random);
  const lights = lightPainter(given, random);
  const rain = rainPainter(given, random);
  const grain = grainPainter(given.noise, random);
  const smoke = given.smoke ? createPlume(backdrop, given.smoke, random) : null;
  const dust = given.dust ? createPlume(backdrop, given.dust, random) : null;
  let nth = -1;
  return () => {
    nth += 1;
    const light = Math.max(0.12, Math.min(1, given.light + given.lightStep * nth));
    const shift = [given.shakePixels * random.normal() * 0.7, given.shakePixels * random.normal() * 0.4] as const;
    luma.set(backdrop.luma);
    blue.set(backdrop.blue);
    red.set(backdrop.red);
    shade(luma, nth);
    fog(luma, blue, red, nth);
    const seconds = (nth - startFrame + 1) * FRAME_SECONDS;
    const seen = smoke?.paint(luma, blue, red, seconds) ?? null;
    dust?.paint(luma, blue, red, seconds);
    const scale = 0.1 + 0.9 * light;
    for (let at = 0; at < luma.length; at++) luma[at] = (luma[at] as number) * scale;
    // A low sun is yellow and red.
    const warmth = 14 * (1 - light) * (given.lightStep === 0 ? 0 : 1);
    for (let at = 0; at < blue.length; at++) {
      blue[at] = (blue[at] as number) * scale - warmth * 0.7;
      red[at] = (red[at] as number) * scale + warmth * 0.6;
    }
    lights(luma, nth);
    if (given.shakePixels > 0) {
      move(luma, width, height, shift[0], shift[1]);
      move(blue, width / 2, height / 2, shift[0] / 2, shift[1] / 2);
      move(red, width / 2, height / 2, shift[0] / 2, shift[1] / 2);
    }
    rain(luma, nth);
    grain(luma, frame.y);
    for (let at = 0; at < blue.length; at++) {
      frame.u[at] = 128.5 + (blue[at] as number);
      frame.v[at] = 128.5 + (red[at] as number);
    }
    return { frame, smokeBox: seen?.box ?? null, smokePixels: seen?.pixels ?? 0 };
  };
}

/** Two fields of clouds; each takes light from the terrain, not from the haze before it. */
function shadePainter({ backdrop, cloudShadow, seed }: Required<Pick<SceneOptions, 'backdrop' | 'seed'>> & Disturbances, random: Random) {
  const { width, height, luma: base, depth } = backdrop;
  const clouds = noiseOf(seed + 11);
  const [speed, offset] = [random.between(0.15, 0.6), random.between(0, 90)];
  const map = new Float32Array((MAP + 1) * (MAP + 1));
  return (luma: Float32Array, nth: number) => {
    if (cloudShadow === 0) return;
    for (let j = 0; j <= MAP; j++)
      for (let i = 0; i <= MAP; i++) {
        const cover = clouds((i / MAP) * 3 + offset + nth * speed, (j / MAP) * 7);
        map[j * (MAP + 1) + i] = cloudShadow * Math.min(1, Math.max(0, 3 * cover + 0.2));
      }
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = y * width + x;
        const metres = depth[at] as number;
        if (metres === Number.POSITIVE_INFINITY) continue;
        const lit = Math.max(0, (base[at] as number) - HAZE_LUMA * (1 - Math.exp(-metres / HAZE_METRES)));
        luma[at] = (luma[at] as number) - lit * sample(map, x / width, y / height);
      }
  };
}

/** A map of (MAP + 1)² corners, interpolated. */
function sample(map: Float32Array, across: number, down: number): number {
  const [x, y] = [across * MAP, down * MAP];
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const at = j * (MAP + 1) + i;
  const top = (map[at] as number) + ((map[at + 1] as number) - (map[at] as number)) * (x - i);
  const bottom = (map[at + MAP + 1] as number) + ((map[at + MAP + 2] as number) - (map[at + MAP + 1] as number)) * (x - i);
  return top + (bottom - top) * (y - j);
}

function fogPainter({ backdrop, fogPerKilometre, fogFrames, startFrame, seed }: SceneOptions & Disturbances, random: Random) {
  const { width, height, depth } = backdrop;
  const banks = noiseOf(seed + 23);
  const [speed, offset] = [random.between(0.02, 0.15), random.between(0, 90)];
  const map = new Float32Array((MAP + 1) * (MAP + 1));
  return (luma: Float32Array, blue: Float32Array, red: Float32Array, nth: number) => {
    const strength = Math.min(1, Math.max(0, (nth - startFrame + 1) / fogFrames)) * fogPerKilometre;
    if (strength === 0) return;
    for (let j = 0; j <= MAP; j++)
      for (let i = 0; i <= MAP; i++) {
        const bank = 1 + 0.7 * banks((i / MAP) * 2.5 + offset + nth * speed, (j / MAP) * 4 + nth * speed * 0.3);
        map[j * (MAP + 1) + i] = (strength / 1_000) * bank;
      }
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = y * width + x;
        const clear = Math.exp(-Math.min(30_000, depth[at] as number) * sample(map, x / width, y / height));
        luma[at] = FOG_LUMA + ((luma[at] as number) - FOG_LUMA) * clear;
        if ((x | y) & 1) continue;
        const chroma = (y >> 1) * (width >> 1) + (x >> 1);
        blue[chroma] = (blue[chroma] as number) * clear;
        red[chroma] = (red[chroma] as number) * clear;
      }
  };
}

/** Headlights on a road across the terrain, each with a bloom; and the glare around a low sun. */
function lightPainter({ backdrop, headlights, glare }: SceneOptions & Disturbances, random: Random) {
  const { width, height } = backdrop;
  const [road, slope] = [random.between(0.55, 0.9) * height, random.between(-0.2, 0.2)];
  const sun = [random.between(0.1, 0.9) * width, random.between(0.1, 0.3) * height] as const;
  return (luma: Float32Array, nth: number) => {
    for (let car = 0; car < headlights; car++) {
      if (random.uniform() < 0.3) continue;
      const x = random.between(0.05, 0.95) * width;
      const y = road + slope * (x - width / 2);
      const strength = random.between(120, 400);
      disc(luma, width, height, x, y, 9, (off) => strength * (off < 0.25 ? 1 : 0.12 * (1 - off)));
      disc(luma, width, height, x + 5, y, 9, (off) => strength * (off < 0.25 ? 1 : 0.12 * (1 - off)));
    }
    if (glare === 0) return;
    const sinking = sun[1] + nth * height * 0.002;
    disc(luma, width, height, sun[0], sinking, 0.55 * width, (off) => 190 * glare * (1 - off) ** 3);
  };
}

function disc(luma: Float32Array, width: number, height: number, x: number, y: number, radius: number, add: (off: number) => number): void {
  for (let row = Math.max(0, Math.ceil(y - radius)); row <= Math.min(height - 1, y + radius); row++)
    for (let column = Math.max(0, Math.ceil(x - radius)); column <= Math.min(width - 1, x + radius); column++) {
      const off = Math.hypot(column - x, row - y) / radius;
      if (off < 1) luma[row * width + column] = Math.min(219, (luma[row * width + column] as number) + add(off));
    }
}

/** Drops show a blurred, brightened and upside-down piece of the picture. They fall in showers, stay where they are, and dry. */
function rainPainter({ backdrop, drops, dropPixels, startFrame }: SceneOptions & Disturbances, random: Random) {
  const { width, height } = backdrop;
  const all = Array.from({ length: drops }, () => ({
    x: random.between(0, width),
    y: random.between(0, height),
    radius: dropPixels * random.between(0.5, 1.7),
    from: startFrame + Math.floor(random.uniform() ** 2 * 30),
    lasts: random.between(8, 50),
    glow: random.between(-6, 22),
  }));
  const before = new Float32Array(width * height);
  return (luma: Float32Array, nth: number) => {
    const here = all.filter(({ from, lasts }) => nth >= from && nth < from + lasts);
    if (here.length === 0) return;
    before.set(luma);
    for (const { x, y, radius: full, from, lasts, glow } of here) {
      const radius = full * Math.sqrt(1 - (nth - from) / lasts);
      const upper = blurredAt(before, width, height, x, y - 1.5 * radius, radius);
      const lower = blurredAt(before, width, height, x, y + 1.5 * radius, radius);
      for (let row = Math.max(0, Math.ceil(y - radius)); row <= Math.min(height - 1, y + radius); row++)
        for (let column = Math.max(0, Math.ceil(x - radius)); column <= Math.min(width - 1, x + radius); column++) {
          const off = Math.hypot(column - x, row - y) / radius;
          if (off >= 1) continue;
          const share = (row - y + radius) / (2 * radius);
          const glass = lower + (upper - lower) * share + glow;
          const opaque = Math.min(0.9, 4 * (1 - off));
          const at = row * width + column;
          luma[at] = (before[at] as number) * (1 - opaque) + glass * opaque;
        }
    }
  };
}

function blurredAt(luma: Float32Array, width: number, height: number, x: number, y: number, radius: number): number {
  let [sum, count] = [0, 0];
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(height, y + radius); row += 2)
    for (let column = Math.max(0, Math.floor(x - radius)); column < Math.min(width, x + radius); column += 2) {
      sum += luma[row * width + column] as number;
      count += 1;
    }
  return count === 0 ? 100 : sum / count;
}

const GRAINS = 65_536;

/** Adds the sensor's noise and rounds. Rows begin at random places of one table of normal numbers. */
function grainPainter(deviation: number, random: Random) {
  const table = Float32Array.from({ length: GRAINS }, () => deviation * random.normal());
  return (luma: Float32Array, y: Uint8Array) => {
    let at = Math.floor(random.uniform() * GRAINS);
    for (let pixel = 0; pixel < luma.length; pixel++) {
      if (pixel % 640 === 0) at = Math.floor(random.uniform() * GRAINS);
      at = (at + 1) & (GRAINS - 1);
      y[pixel] = Math.min(235, Math.max(16, 16.5 + (luma[pixel] as number) + (table[at] as number)));
    }
  };
}

const spare = new Map<number, Float32Array>();

/** Moves a plane by a fraction of pixels, bilinearly; the border repeats. */
function move(plane: Float32Array, width: number, height: number, dx: number, dy: number): void {
  const from = spare.get(plane.length) ?? new Float32Array(plane.length);
  spare.set(plane.length, from);
  from.set(plane);
  const [ix, iy] = [Math.floor(dx), Math.floor(dy)];
  const [fx, fy] = [dx - ix, dy - iy];
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.min(height - 1, Math.max(0, y + iy)) * width, Math.min(height - 1, Math.max(0, y + iy + 1)) * width];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.min(width - 1, Math.max(0, x + ix)), Math.min(width - 1, Math.max(0, x + ix + 1))];
      const top = (from[above + left] as number) * (1 - fx) + (from[above + right] as number) * fx;
      const bottom = (from[below + left] as number) * (1 - fx) + (from[below + right] as number) * fx;
      plane[y * width + x] = top * (1 - fy) + bottom * fy;
    }
  }
}

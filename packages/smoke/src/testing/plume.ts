// A plume of puffs that rise from a foot on the terrain, widen, drift with the wind and thin out. Dust is a plume whose foot moves along a
// road, that hardly rises and that is brown.
import type { Box } from '../frame.ts';
import type { Backdrop } from './backdrop.ts';
import type { Random } from './random.ts';

export interface PlumeShape {
  /** The foot's pixel, on terrain. */
  readonly x: number;
  readonly y: number;
  /** Wind across the picture, metres a second, to the right. */
  readonly windMetresPerSecond: number;
  readonly riseMetresPerSecond: number;
  /** Share of the background that a fresh puff hides, 0 … 1. */
  readonly opacity: number;
  /** Luma above black in full daylight. */
  readonly luma: number;
  /** Chroma as difference from grey. */
  readonly blue: number;
  readonly red: number;
  /** Radius of a fresh puff, metres. */
  readonly radiusMetres: number;
  /** Until the fire has its full strength, seconds. */
  readonly growthSeconds: number;
  /** How long it lasts, seconds. */
  readonly seconds: number;
  /** Speed of the foot along the picture, metres a second: 0 for a fire. */
  readonly footMetresPerSecond: number;
}

export interface Plume {
  /** Paints over the planes. @returns the smoke that is in sight, or null */
  paint(luma: Float32Array, blue: Float32Array, red: Float32Array, seconds: number): { readonly box: Box; readonly pixels: number } | null;
}

const PUFF_SECONDS = 8;
const OLDEST_SECONDS = 300;

export function createPlume({ width, height, depth, focal }: Backdrop, shape: PlumeShape, random: Random): Plume {
  const metres = depth[Math.round(shape.y) * width + Math.round(shape.x)] as number;
  const pixels = focal / metres;
  const veil = new Float32Array(width * height);
  const wobble = Array.from({ length: 1_024 }, () => [random.normal(), random.between(0.7, 1.35), random.between(0.6, 1.25)] as const);
  return {
    paint(luma, blue, red, seconds) {
      if (seconds <= 0 || seconds > shape.seconds + OLDEST_SECONDS) return null;
      veil.fill(0);
      for (let age = seconds % PUFF_SECONDS; age < Math.min(seconds, OLDEST_SECONDS); age += PUFF_SECONDS) {
        const born = seconds - age;
        if (born > shape.seconds) continue;
        const [aside, size, thick] = wobble[Math.round(born / PUFF_SECONDS) & 1_023] as (typeof wobble)[number];
        const strength = Math.min(1, (born / shape.growthSeconds + 0.12) ** 0.7);
        const up = shape.riseMetresPerSecond * 90 * (1 - Math.exp(-age / 90));
        const along = shape.windMetresPerSecond * age * Math.min(1, 0.35 + age / 120);
        const radius = (shape.radiusMetres * (0.6 + 0.4 * strength) + 0.22 * Math.hypot(up, along)) * size * pixels;
        const opaque = shape.opacity * thick * strength * (1 + age / 60) ** -0.7 * Math.exp(-age / 200);
        const x = shape.x + (along + shape.footMetresPerSecond * born + aside * 0.1 * (up + Math.abs(along))) * pixels;
        puff(x, shape.y - up * pixels - radius * 0.5, radius, opaque);
      }
      return lay(luma, blue, red);
    },
  };

  function puff(x: number, y: number, radius: number, opaque: number): void {
    for (let row = Math.max(0, Math.ceil(y - radius)); row <= Math.min(height - 1, y + radius); row++)
      for (let column = Math.max(0, Math.ceil(x - radius)); column <= Math.min(width - 1, x + radius); column++) {
        const off = ((column - x) ** 2 + (row - y) ** 2) / (radius * radius);
        const at = row * width + column;
        if (off >= 1 || (depth[at] as number) < metres * 0.97) continue;
        veil[at] = 1 - (1 - (veil[at] as number)) * (1 - opaque * (1 - off) ** 2);
      }
  }

  function lay(luma: Float32Array, blue: Float32Array, red: Float32Array): ReturnType<Plume['paint']> {
    let [left, top, right, bottom, count] = [width, height, 0, 0, 0];
    const haze = 1 - Math.exp(-metres / 14_000);
    const tone = shape.luma * (1 - haze) + 169 * haze;
    for (let at = 0; at < veil.length; at++) {
      const opaque = veil[at] as number;
      if (opaque < 0.01) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      luma[at] = (luma[at] as number) + (tone - (luma[at] as number)) * opaque;
      if (((x | y) & 1) === 0) {
        const chroma = (y >> 1) * (width >> 1) + (x >> 1);
        blue[chroma] = (blue[chroma] as number) + (shape.blue - (blue[chroma] as number)) * opaque;
        red[chroma] = (red[chroma] as number) + (shape.red - (red[chroma] as number)) * opaque;
      }
      if (opaque >= 0.1) count += 1;
      if (opaque < 0.05) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    return right === 0 ? null : { box: [left, top, right, bottom], pixels: count };
  }
}

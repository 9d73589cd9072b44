// The view of a camera without anything in it: what every scene is painted over.
import { noiseOf, randomOf } from './random.ts';

export interface Backdrop {
  readonly width: number;
  readonly height: number;
  /** Luma above black (0 … 219), in full daylight. */
  readonly luma: Float32Array;
  /** Chroma as differences from grey, for each 2 × 2 pixels. */
  readonly blue: Float32Array;
  readonly red: Float32Array;
  /** Metres to what each pixel shows; Infinity for the sky. */
  readonly depth: Float32Array;
  /** Focal length in pixels. */
  readonly focal: number;
}

/** Converts a rendered landscape (RGB, 8 bits a channel). */
export function backdropOfRgb(rgb: Uint8Array, depth: Float32Array, width: number, height: number, focal: number): Backdrop {
  const luma = new Float32Array(width * height);
  const [blue, red] = [new Float32Array(luma.length / 4), new Float32Array(luma.length / 4)];
  for (let at = 0; at < luma.length; at++) {
    const [r, g, b] = [rgb[at * 3] as number, rgb[at * 3 + 1] as number, rgb[at * 3 + 2] as number];
    luma[at] = 0.2568 * r + 0.5041 * g + 0.0979 * b;
    const [x, y] = [at % width, Math.floor(at / width)];
    const chroma = (y >> 1) * (width >> 1) + (x >> 1);
    blue[chroma] = (blue[chroma] as number) + (-0.1482 * r - 0.291 * g + 0.4392 * b) / 4;
    red[chroma] = (red[chroma] as number) + (0.4392 * r - 0.3678 * g - 0.0714 * b) / 4;
  }
  return { width, height, luma, blue, red, depth, focal };
}

/** Wooded hills under a sky, one ridge behind the other: terrain without an elevation model. */
export function hills(seed: number, width: number, height: number): Backdrop {
  const random = randomOf(seed);
  const [shape, wood, leaves] = [noiseOf(seed + 1), noiseOf(seed + 2), noiseOf(seed + 3)];
  const rgb = new Uint8Array(width * height * 3);
  const depth = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  const ridges = [9_000, 5_000, 2_500, 900].map((metres, n) => ({ metres, row: (0.3 + 0.16 * n + random.between(-0.03, 0.03)) * height }));
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) {
      const at = y * width + x;
      let colour = [110 + (90 * y) / height, 152 + (60 * y) / height, 204 + (24 * y) / height];
      for (const { metres, row } of ridges) {
        const crest = row + 0.07 * height * shape((x / width) * 4 + metres, metres);
        if (y < crest) continue;
        const near = metres * (1 - 0.45 * Math.min(1, (y - crest) / (0.16 * height)));
        const grain = 1 + 0.16 * wood(x / 9, y / 7) + 0.22 * leaves(x / 2.4, y / 2.1);
        const clear = Math.exp(-near / 14_000);
        colour = [62 * grain, 88 * grain, 56 * grain].map((value, n) => value * clear + ([186, 200, 216][n] as number) * (1 - clear));
        depth[at] = near;
      }
      rgb.set(colour, at * 3);
    }
  return backdropOfRgb(rgb, depth, width, height, width);
}

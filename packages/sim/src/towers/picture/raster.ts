// The size of a tower's picture, and its three planes: luma for each pixel, two chromas for each block of four (YUV 4:2:0, BT.601, limited
// range).
import type { Colour } from '../../picture/colours.ts';

export const WIDTH = 640;
export const HEIGHT = 360;
export const PIXELS = WIDTH * HEIGHT;

/** A picture: the planes Y, U and V in one buffer, as the encoder takes them. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

export function createPicture(): Picture {
  const bytes = new Uint8Array(PIXELS * 1.5);
  return {
    bytes,
    y: bytes.subarray(0, PIXELS),
    u: bytes.subarray(PIXELS, PIXELS * 1.25),
    v: bytes.subarray(PIXELS * 1.25),
  };
}

/** Luma above black (0 … 219), and the two chromas as differences from grey (−112 … 112). ITU-R BT.601. */
export type Yuv = readonly [luma: number, blue: number, red: number];

export const yuvOf = ([r, g, b]: Colour): Yuv => [
  0.2568 * r + 0.5041 * g + 0.0979 * b,
  -0.1482 * r - 0.291 * g + 0.4392 * b,
  0.4392 * r - 0.3678 * g - 0.0714 * b,
];

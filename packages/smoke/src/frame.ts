// A picture as the detector takes it: luma and chroma planes as a video decoder gives them (YUV 4:2:0, BT.601, limited range).

export interface Frame {
  /** Pixels; at least 160 × 120. */
  readonly width: number;
  readonly height: number;
  /** Luma of each pixel, row by row from the top left: 16 (black) … 235. */
  readonly y: Uint8Array;
  /** Chroma of each 2 × 2 pixels, ⌈width / 2⌉ a row: 128 is grey. */
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** A thermal picture of the same view and size, if the camera has one: the warmer, the higher. */
  readonly heat?: Uint8Array | null;
}

/** In pixels of the picture; `right` and `bottom` are exclusive. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Converts interleaved RGB, 8 bits a channel, to planes. */
export function frameOfRgb(rgb: Uint8Array, width: number, height: number): Frame {
  const half = Math.ceil(width / 2);
  const [y, u, v] = [
    new Uint8Array(width * height),
    new Uint8Array(half * Math.ceil(height / 2)),
    new Uint8Array(half * Math.ceil(height / 2)),
  ];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const [r, g, b] = [rgb[at * 3] as number, rgb[at * 3 + 1] as number, rgb[at * 3 + 2] as number];
      y[at] = 16.5 + 0.2568 * r + 0.5041 * g + 0.0979 * b;
      if ((row | column) & 1) continue;
      const chroma = (row >> 1) * half + (column >> 1);
      u[chroma] = 128.5 - 0.1482 * r - 0.291 * g + 0.4392 * b;
      v[chroma] = 128.5 + 0.4392 * r - 0.3678 * g - 0.0714 * b;
    }
  return { width, height, y, u, v };
}

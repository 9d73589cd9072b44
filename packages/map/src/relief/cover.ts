// Paints one image of land cover (地类) over the relief: a thin tint, so that height and slope stay readable and only alarms are bright. Pure; runs in
// paint-worker.ts.
import { COVER_APRON, COVER_CELLS, COVER_SIDE, GROUND_COVERS, type GroundCover } from '@lookout/geo';

/** Subdued map colours, each with its opacity over the relief; covers that are not listed show the relief alone. */
export const COVER_TINT: Readonly<Partial<Record<GroundCover, readonly [red: number, green: number, blue: number, share: number]>>> = {
  forest: [18, 62, 40, 0.46],
  grass: [116, 122, 74, 0.26],
  farm: [150, 124, 66, 0.34],
  water: [40, 88, 124, 0.42],
};

/** Levels from the coarsest tile to the full strength of the tint: it fades in as the camera comes nearer. */
const FADE_LEVELS = 3;

/** @param levelsAbove how many levels finer the tile is than the coarsest; @returns 0 … 1 */
export const coverStrength = (levelsAbove: number): number => Math.min(1, (levelsAbove + 1) / (FADE_LEVELS + 1));

/** Red, green and blue, each multiplied by alpha, and alpha, so that cells blend correctly. */
const CHANNELS = 4;
const PREMULTIPLIED = Float32Array.from(
  GROUND_COVERS.flatMap((cover) => {
    const [red, green, blue, share] = COVER_TINT[cover] ?? [0, 0, 0, 0];
    return [red * share, green * share, blue * share, share];
  }),
);

/**
 * Number of cells from which a pixel takes its colour, along each side: the cell that contains it, and as many as the apron on both sides.
 */
const TAPS = 2 * COVER_APRON + 1;

/**
 * Paints a tile of geo/cover-tile.ts to RGBA pixels, `pixels` × `pixels`, rows from SOUTH to north: Cesium expects image bitmaps already
 * flipped. A colour blends into the next over some three cells: blended linearly over one, cells would be visible at low heights as squares
 * and, along a border, as stairs.
 * @param strength 0 … 1
 */
export function paintCover(tile: Uint8Array, pixels: number, strength: number): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(pixels * pixels * CHANNELS);
  const { cells, weights } = tapsOf(pixels);
  const line = new Float32Array(COVER_SIDE * CHANNELS);
  for (let row = 0; row < pixels; row++) {
    const from = pixels - 1 - row;
    blendRows(line, tile, cells[from] as number, weights.subarray(from * TAPS, from * TAPS + TAPS));
    for (let column = 0; column < pixels; column++) {
      const at = (cells[column] as number) * CHANNELS;
      let [red, green, blue, share] = [0, 0, 0, 0];
      for (let tap = 0; tap < TAPS; tap++) {
        const weight = weights[column * TAPS + tap] as number;
        const from = at + tap * CHANNELS;
        red += (line[from] as number) * weight;
        green += (line[from + 1] as number) * weight;
        blue += (line[from + 2] as number) * weight;
        share += (line[from + 3] as number) * weight;
      }
      if (share === 0) continue;
      const to = (row * pixels + column) * CHANNELS;
      out[to] = red / share;
      out[to + 1] = green / share;
      out[to + 2] = blue / share;
      out[to + 3] = 255 * share * strength;
    }
  }
  return out;
}

/**
 * For each pixel along a side its first cell, counted with the apron, and the weight of each cell: the quadratic B-spline over smoothed
 * cells, each of which is half itself and a quarter of either neighbour.
 */
function tapsOf(pixels: number): { readonly cells: Int32Array; readonly weights: Float32Array } {
  const cells = new Int32Array(pixels);
  const weights = new Float32Array(pixels * TAPS);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const at = ((pixel + 0.5) * COVER_CELLS) / pixels;
    const cell = Math.floor(at);
    const past = at - cell;
    cells[pixel] = cell;
    const [a, b, c] = [(1 - past) ** 2 / 8, (0.75 - (past - 0.5) ** 2) / 4, past ** 2 / 8];
    weights.set([a, 2 * a + b, a + 2 * b + c, b + 2 * c, c], pixel * TAPS);
  }
  return { cells, weights };
}

/** Fills `line` with the weighted sum of as many rows of cells as there are weights. @param top the northernmost row */
function blendRows(line: Float32Array, tile: Uint8Array, top: number, weights: Float32Array): void {
  line.fill(0);
  for (let tap = 0; tap < TAPS; tap++) {
    const weight = weights[tap] as number;
    const row = (top + tap) * COVER_SIDE;
    for (let column = 0; column < COVER_SIDE; column++) {
      const from = (tile[row + column] as number) * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel++)
        line[column * CHANNELS + channel] =
          (line[column * CHANNELS + channel] as number) + (PREMULTIPLIED[from + channel] as number) * weight;
    }
  }
}

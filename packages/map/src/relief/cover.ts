// Paints one image of land cover (地类) over the relief: a thin tint, so that height and slope stay readable and only alarms are bright. Pure; runs in
// paint-worker.ts.
import { COVER_CELLS, COVER_SIDE, GROUND_COVERS, type GroundCover } from '@lookout/geo';

/** Colours of a calm map, each with the share of it that lies over the relief; what is not here shows the relief alone. */
export const COVER_TINT: Readonly<Partial<Record<GroundCover, readonly [red: number, green: number, blue: number, share: number]>>> = {
  forest: [18, 62, 40, 0.46],
  grass: [116, 122, 74, 0.26],
  farm: [150, 124, 66, 0.34],
  water: [40, 88, 124, 0.42],
};

/** Levels from the coarsest tile to the full strength of the tint: it fades in as the camera comes nearer. */
const FADE_LEVELS = 3;

/** @param levelsAbove how far the tile's level lies above the coarsest; @returns 0 … 1 */
export const coverStrength = (levelsAbove: number): number => Math.min(1, (levelsAbove + 1) / (FADE_LEVELS + 1));

/** Red, green, blue, each times the share, and the share: so that cells blend as colours do. */
const CHANNELS = 4;
const PREMULTIPLIED = Float32Array.from(
  GROUND_COVERS.flatMap((cover) => {
    const [red, green, blue, share] = COVER_TINT[cover] ?? [0, 0, 0, 0];
    return [red * share, green * share, blue * share, share];
  }),
);

/**
 * Paints a tile of geo/cover-tile.ts to RGBA pixels, `pixels` × `pixels`, rows from SOUTH to north: Cesium expects image bitmaps already flipped. Cells blend
 * into each other linearly.
 * @param strength 0 … 1
 */
export function paintCover(tile: Uint8Array, pixels: number, strength: number): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(pixels * pixels * CHANNELS);
  const scale = COVER_CELLS / pixels;
  const sum = new Float32Array(CHANNELS);
  for (let row = 0; row < pixels; row++) {
    const y = (pixels - 1 - row + 0.5) * scale + 0.5;
    const top = Math.floor(y);
    for (let column = 0; column < pixels; column++) {
      const x = (column + 0.5) * scale + 0.5;
      const left = Math.floor(x);
      sum.fill(0);
      addCells(sum, tile, top * COVER_SIDE + left, x - left, y - top);
      const share = sum[3] ?? 0;
      if (share === 0) continue;
      const to = (row * pixels + column) * CHANNELS;
      for (let channel = 0; channel < 3; channel++) out[to + channel] = (sum[channel] ?? 0) / share;
      out[to + 3] = 255 * share * strength;
    }
  }
  return out;
}

/** Adds the four cells around a place, each by its nearness. @param at the north-west one; @param fx, fy how far the place lies east and south of its middle */
function addCells(sum: Float32Array, tile: Uint8Array, at: number, fx: number, fy: number): void {
  const cells = [
    [at, (1 - fx) * (1 - fy)],
    [at + 1, fx * (1 - fy)],
    [at + COVER_SIDE, (1 - fx) * fy],
    [at + COVER_SIDE + 1, fx * fy],
  ] as const;
  for (const [cell, nearness] of cells) {
    const from = (tile[cell] ?? 0) * CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel++)
      sum[channel] = (sum[channel] ?? 0) + (PREMULTIPLIED[from + channel] ?? 0) * nearness;
  }
}

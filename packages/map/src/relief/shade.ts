// Paints one relief image from a grid of heights: hypsometric tint × hillshade, each optional. Pure; runs in paint-worker.ts. Slopes are
// central differences over an apron, so that neighbouring images meet without a seam. The main light comes from the north-west at 45°
// (usual for relief maps), with a weaker one from the west-south-west so that slopes along the main light stay visible.
import { type GroundLook, PLAIN_LAND, tintIndex, tintTable } from './look.ts';

export interface ReliefGrid {
  /** (size + 2)² heights in metres, rows from north to south, with an apron of one post on all sides; NaN: unknown. */
  readonly heights: Float32Array;
  /** Posts along a side of the picture, without the apron. */
  readonly size: number;
  /** Distance between neighbouring posts, metres. */
  readonly cellEastMetres: number;
  readonly cellSouthMetres: number;
}

/** The painted part of the look; contour lines are drawn by a shader (engine/ground.ts). */
export type PaintedLook = Pick<GroundLook, 'shading' | 'heightColours'>;

const tint = tintTable();
const unit = (x: number, y: number, z: number): readonly [number, number, number] => {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
};
/** Directions to the lights: east, north, up. */
const MAIN = unit(-1, 1, 1.3);
const FILL = unit(-1, -0.5, 1.6);

/** Colour steps between a slope in full light and flat terrain, and the blue of all terrain. */
const WARM = 10;
const SHADOW_BLUE = 4;

/** Large cells flatten the relief; exaggeration keeps the mountains visible in a view of the whole country. */
export const exaggerationOf = (cellMetres: number): number => Math.max(1, Math.min(3, (cellMetres / 150) ** 0.3));

/** Light at each grid point, about 0 (dark) to 1.3 (facing the light); flat terrain is 1. */
export function hillshade(grid: ReliefGrid): Float32Array {
  const { heights, size, cellEastMetres, cellSouthMetres } = grid;
  const exaggeration = exaggerationOf(cellSouthMetres);
  const light = new Float32Array(size * size);
  const flat = 0.75 * MAIN[2] + 0.25 * FILL[2];
  const wide = size + 2;
  const perEast = exaggeration / (2 * cellEastMetres);
  const perNorth = exaggeration / (2 * cellSouthMetres);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const at = (row + 1) * wide + column + 1;
      const east = ((heights[at + 1] ?? 0) - (heights[at - 1] ?? 0)) * perEast;
      const north = ((heights[at - wide] ?? 0) - (heights[at + wide] ?? 0)) * perNorth;
      const scale = 1 / Math.hypot(east, north, 1);
      const main = Math.max(0, (-east * MAIN[0] - north * MAIN[1] + MAIN[2]) * scale);
      const fill = Math.max(0, (-east * FILL[0] - north * FILL[1] + FILL[2]) * scale);
      light[row * size + column] = (0.75 * main + 0.25 * fill) / flat;
    }
  }
  return light;
}

/**
 * Paints the grid to RGBA pixels, `pixels` × `pixels`, rows from SOUTH to north: Cesium expects image bitmaps already flipped. Terrain at
 * or below sea level and unknown terrain are transparent: the far-out imagery shows through.
 */
export function paintRelief(grid: ReliefGrid, pixels: number, look: PaintedLook): Uint8ClampedArray<ArrayBuffer> {
  const { heights, size } = grid;
  const light = look.shading ? hillshade(grid) : null;
  const colours = look.heightColours ? tint : PLAIN_LAND;
  const out = new Uint8ClampedArray(pixels * pixels * 4);
  const scale = (size - 1) / pixels;
  const wide = size + 2;
  for (let row = 0; row < pixels; row++) {
    const y = (pixels - 1 - row + 0.5) * scale;
    const top = Math.min(Math.floor(y), size - 2);
    const fy = y - top;
    for (let column = 0; column < pixels; column++) {
      const x = (column + 0.5) * scale;
      const left = Math.min(Math.floor(x), size - 2);
      const fx = x - left;
      const at = top * size + left;
      const height = mix(heights, (top + 1) * wide + left + 1, wide, fx, fy);
      if (!(height > 0)) continue;
      const shade = light ? mix(light, at, size, fx, fy) : 1;
      const colour = tintIndex(colours, height);
      const to = (row * pixels + column) * 4;
      // Ambient light keeps valleys readable on a wall screen; shadows are bluish and light is warm, as on painted maps.
      const strength = 0.4 + 0.44 * shade;
      const warmth = WARM * (shade - 1);
      out[to] = (colours[colour] ?? 0) * strength + warmth;
      out[to + 1] = (colours[colour + 1] ?? 0) * strength + warmth / 2;
      out[to + 2] = (colours[colour + 2] ?? 0) * strength + SHADOW_BLUE - warmth / 2;
      out[to + 3] = Math.min(255, height * 20);
    }
  }
  return out;
}

function mix(values: Float32Array, at: number, size: number, fx: number, fy: number): number {
  const north = (values[at] ?? 0) * (1 - fx) + (values[at + 1] ?? 0) * fx;
  const south = (values[at + size] ?? 0) * (1 - fx) + (values[at + size + 1] ?? 0) * fx;
  return north * (1 - fy) + south * fy;
}

// Land on posts: which of it lies in a grid, and where its forest is.
import { cellDegrees } from '../elevation/lattice.ts';
import type { PostBox } from '../elevation/post-box.ts';

/** What is at a post. Where the elevation or the land cover is not known, it counts neither as seen nor as blind. */
export const LAND = { outside: 0, unknown: 1, open: 2, forest: 3 } as const;

/** The land of an area on posts. */
export interface Land {
  readonly box: PostBox;
  /** Metres above sea level; NaN: unknown. */
  readonly heights: Float32Array;
  /** Of `LAND`. */
  readonly land: Uint8Array;
  /** What a hectare of forest is worth; 0 where there is none. */
  readonly weights: Float32Array;
  /** The area of a post by its row. */
  readonly hectares: Float64Array;
}

type Polygons = readonly (readonly (readonly (readonly number[])[])[])[];

/** Which posts lie inside polygons, by the even–odd rule, holes included: 1 inside, 0 outside. @param polygons rings in degrees */
export function postsInside(box: PostBox, polygons: Polygons): Uint8Array {
  const { columns, rows } = box;
  const inside = new Uint8Array(columns * rows);
  for (const rings of polygons) {
    const crossings = crossingsByRow(box, rings);
    for (let row = 0; row < rows; row++) {
      const across = (crossings[row] ?? []).sort((a, b) => a - b);
      for (let pair = 0; pair + 1 < across.length; pair += 2) {
        const from = Math.max(0, Math.ceil(across[pair] as number));
        const to = Math.min(columns - 1, Math.ceil(across[pair + 1] as number) - 1);
        if (from <= to) inside.fill(1, row * columns + from, row * columns + to + 1);
      }
    }
  }
  return inside;
}

/** Where the edges of a polygon cross the rows, in columns. */
function crossingsByRow({ level, west, north, rows }: PostBox, rings: Polygons[number]): number[][] {
  const cell = cellDegrees(level);
  const crossings: number[][] = Array.from({ length: rows }, () => []);
  for (const ring of rings) {
    for (let at = 0; at + 1 < ring.length; at++) {
      const [lng = 0, lat = 0] = ring[at] ?? [];
      const [nextLng = 0, nextLat = 0] = ring[at + 1] ?? [];
      const [x, y] = [(lng + 180) / cell - west, (90 - lat) / cell - north];
      const [nextX, nextY] = [(nextLng + 180) / cell - west, (90 - nextLat) / cell - north];
      const first = Math.max(0, Math.ceil(Math.min(y, nextY)));
      // A vertex on a row belongs to the edge that begins there, so that it is crossed once.
      const last = Math.min(rows - 1, Math.ceil(Math.max(y, nextY)) - 1);
      for (let row = first; row <= last; row++) crossings[row]?.push(x + ((row - y) / (nextY - y)) * (nextX - x));
    }
  }
  return crossings;
}

/**
 * @param inside 1: the post belongs to the area; null: all do
 * @param kinds of `LAND`, by class of land cover
 */
export function landOnPosts(heights: Float32Array, classes: Uint8Array, inside: Uint8Array | null, kinds: ArrayLike<number>): Uint8Array {
  const land = new Uint8Array(new SharedArrayBuffer(heights.length));
  for (let post = 0; post < land.length; post++) {
    if (inside !== null && inside[post] === 0) continue;
    land[post] = Number.isNaN(heights[post] as number) ? LAND.unknown : (kinds[classes[post] as number] ?? LAND.unknown);
  }
  return land;
}

/** Weights on every `step`-th post, for all posts of forest: that of the nearest. @param coarse rows from the north, as many as fit */
export function weightsOnPosts({ columns, rows }: PostBox, land: Uint8Array, coarse: ArrayLike<number>, step: number): Float32Array {
  const weights = new Float32Array(new SharedArrayBuffer(land.length * Float32Array.BYTES_PER_ELEMENT));
  const [across, down] = [coarseCount(columns, step), coarseCount(rows, step)];
  for (let row = 0, post = 0; row < rows; row++) {
    const first = Math.min(down - 1, Math.round(row / step)) * across;
    for (let column = 0; column < columns; column++, post++) {
      if (land[post] !== LAND.forest) continue;
      weights[post] = coarse[first + Math.min(across - 1, Math.round(column / step))] as number;
    }
  }
  return weights;
}

/** How many posts of a row or column are every `step`-th one, the first included. */
export const coarseCount = (posts: number, step: number): number => Math.floor((posts - 1) / step) + 1;

// A piece of an ancestor tile stretched to a whole tile: what stands in while the real one is missing.
import { TILE_POSTS } from '@lookout/geo';

interface Address {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** Height at fractional column and row of a tile, bilinear. NaN spreads to its neighbours: an unknown corner makes the cell unknown. */
export function bilinear(tile: Float32Array, column: number, row: number): number {
  const left = Math.min(Math.floor(column), TILE_POSTS - 2);
  const top = Math.min(Math.floor(row), TILE_POSTS - 2);
  const fx = column - left;
  const fy = row - top;
  const at = top * TILE_POSTS + left;
  const north = (tile[at] ?? Number.NaN) * (1 - fx) + (tile[at + 1] ?? Number.NaN) * fx;
  const south = (tile[at + TILE_POSTS] ?? Number.NaN) * (1 - fx) + (tile[at + TILE_POSTS + 1] ?? Number.NaN) * fx;
  return north * (1 - fy) + south * fy;
}

/** @param ancestor the tile at `from`, which contains `to`; @returns heights of `to` interpolated from it */
export function upsampleFrom(ancestor: Float32Array, from: Address, to: Address): Float32Array {
  const span = 2 ** (to.level - from.level);
  const cells = (TILE_POSTS - 1) / span;
  const left = (to.x - from.x * span) * cells;
  const top = (to.y - from.y * span) * cells;
  const result = new Float32Array(TILE_POSTS * TILE_POSTS);
  for (let row = 0; row < TILE_POSTS; row++) {
    for (let column = 0; column < TILE_POSTS; column++) {
      result[row * TILE_POSTS + column] = bilinear(ancestor, left + column / span, top + row / span);
    }
  }
  return result;
}

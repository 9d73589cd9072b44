// The pyramid of maxima over one tile: what lets a ray pass over whole stretches of lower ground at once (ray/march.ts).
import { TILE_CELLS, TILE_POSTS } from './lattice.ts';

/** Levels of the pyramid: 0 is a cell, 6 the whole tile (64 = 2^6 cells a side). */
export const MAXIMA_TOP = 6;

/** Where each level begins in the array; level k is (64 >> k)² values, row-major from the north-west. */
export const MAXIMA_START: readonly number[] = Array.from({ length: MAXIMA_TOP + 1 }, (_, level) =>
  Array.from({ length: level }, (_, below) => (TILE_CELLS >> below) ** 2).reduce((sum, count) => sum + count, 0),
);

/** The highest post of every block. A block with an unknown post counts as endlessly high, so that no ray passes it unasked. */
export function maximaOf(posts: Float32Array): Float32Array {
  const maxima = new Float32Array((MAXIMA_START[MAXIMA_TOP] as number) + 1);
  for (let row = 0, at = 0; row < TILE_CELLS; row++) {
    for (let column = 0; column < TILE_CELLS; column++, at++) {
      const nw = row * TILE_POSTS + column;
      const highest = Math.max(
        posts[nw] as number,
        posts[nw + 1] as number,
        posts[nw + TILE_POSTS] as number,
        posts[nw + TILE_POSTS + 1] as number,
      );
      maxima[at] = Number.isNaN(highest) ? Number.POSITIVE_INFINITY : highest;
    }
  }
  for (let level = 1; level <= MAXIMA_TOP; level++) {
    const side = TILE_CELLS >> level;
    const below = MAXIMA_START[level - 1] as number;
    let at = MAXIMA_START[level] as number;
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++, at++) {
        const nw = below + row * 2 * side * 2 + column * 2;
        maxima[at] = Math.max(
          maxima[nw] as number,
          maxima[nw + 1] as number,
          maxima[nw + side * 2] as number,
          maxima[nw + side * 2 + 1] as number,
        );
      }
    }
  }
  return maxima;
}

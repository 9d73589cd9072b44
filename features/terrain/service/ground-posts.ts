// Reads the ground on posts of the elevation lattice, tile by tile: a tile is decoded once and stays in memory, and so do its classes of land
// cover. Runs in the worker of ground-window.ts.
import { cellDegrees, type PostBox, type Surface, TILE_CELLS, TILE_POSTS, tilesDown } from '@lookout/geo';
import { LRUCache } from 'lru-cache';
import type { GroundManifest } from './elevation-file.ts';

/** Classes of tiles, 4 kB each: 8 MB. */
const MOST_COVER_TILES = 2_048;

/** Elevations of all posts of a box, in shared memory; NaN: unknown. */
export function heightsOnPosts(surface: Surface, box: PostBox): Float32Array {
  const heights = new Float32Array(new SharedArrayBuffer(box.columns * box.rows * Float32Array.BYTES_PER_ELEMENT));
  eachStretch(box, ({ x, y, first, row, count, at }) => {
    const from = row * TILE_POSTS + first;
    heights.set(surface.tile(x, y).posts.subarray(from, from + count), at);
  });
  return heights;
}

/** @param indexAt the number of the class at a position, for posts of a level */
export function createPostClasses(indexAt: (lng: number, lat: number, level: number) => number) {
  const tiles = new LRUCache<string, Uint8Array>({ max: MOST_COVER_TILES });
  const tileOf = (level: number, x: number, y: number): Uint8Array => {
    const key = `${level}/${x}/${y}`;
    const known = tiles.get(key);
    if (known !== undefined) return known;
    const cell = cellDegrees(level);
    const classes = new Uint8Array(TILE_CELLS * TILE_POSTS);
    for (let row = 0, at = 0; row < TILE_POSTS; row++) {
      const lat = 90 - (y * TILE_CELLS + row) * cell;
      // The last column is the first one of the next tile; the last row is needed at the South Pole only.
      if (row === TILE_CELLS && y !== tilesDown(level) - 1) break;
      for (let column = 0; column < TILE_CELLS; column++, at++) classes[at] = indexAt((x * TILE_CELLS + column) * cell - 180, lat, level);
    }
    tiles.set(key, classes);
    return classes;
  };
  /** The classes of all posts of a box, in shared memory. */
  return (box: PostBox): Uint8Array => {
    const classes = new Uint8Array(new SharedArrayBuffer(box.columns * box.rows));
    eachStretch(box, ({ x, y, first, row, count, at }) => {
      const from = row * TILE_CELLS + first;
      classes.set(tileOf(box.level, x, y).subarray(from, from + count), at);
    });
    return classes;
  };
}

/** Consecutive posts of a row that belong to one tile. */
interface Stretch {
  readonly x: number;
  readonly y: number;
  /** The first post's column and row in the tile. */
  readonly first: number;
  readonly row: number;
  readonly count: number;
  /** The first post's index in the box. */
  readonly at: number;
}

/** Tile by tile, so that each is looked up once. */
function eachStretch({ level, west, north, columns, rows }: PostBox, use: (stretch: Stretch) => void): void {
  const lastTile = tilesDown(level) - 1;
  const tileRowOf = (j: number): number => Math.min(Math.floor(j / TILE_CELLS), lastTile);
  for (let y = tileRowOf(north); y <= tileRowOf(north + rows - 1); y++) {
    const top = Math.max(north, y * TILE_CELLS);
    const bottom = Math.min(north + rows - 1, y * TILE_CELLS + (y === lastTile ? TILE_CELLS : TILE_CELLS - 1));
    for (let column = 0; column < columns; ) {
      const x = Math.floor((west + column) / TILE_CELLS);
      const first = (west + column) % TILE_CELLS;
      const count = Math.min(TILE_CELLS - first, columns - column);
      for (let j = top; j <= bottom; j++) use({ x, y, first, row: j - y * TILE_CELLS, count, at: (j - north) * columns + column });
      column += count;
    }
  }
}

/** How many posts with a known elevation lie in imported terrain, and how many do not. */
export function countImported({ sources }: GroundManifest, box: PostBox, heights: Float32Array): { imported: number; others: number } {
  const count = { imported: 0, others: 0 };
  const cell = cellDegrees(box.level);
  for (let row = 0, at = 0; row < box.rows; row++) {
    const lat = 90 - (box.north + row) * cell;
    const spans = sources.filter((one) => lat >= one.box.south && lat <= one.box.north);
    for (let column = 0; column < box.columns; column++, at++) {
      if (Number.isNaN(heights[at] as number)) continue;
      const lng = (box.west + column) * cell - 180;
      count[spans.some((one) => lng >= one.box.west && lng <= one.box.east) ? 'imported' : 'others'] += 1;
    }
  }
  return count;
}

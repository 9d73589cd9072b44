// The terrain as a surface of triangles between the posts, exactly those that the globe draws. Used by height queries, rays and the
// simulator.
import { cellDegrees, type TerrainSource, TILE_CELLS, TILE_POSTS, tilesAcross, tilesDown } from './lattice.ts';
import { valueToHeight } from './tile-format.ts';

/** One tile of the finest level, in memory. */
export interface PostTile {
  /** 65 × 65 heights, metres, row-major from the north-west; NaN where unknown. */
  readonly posts: Float32Array;
  /** The highest post of every cell, of every 2 × 2 cells, … of the tile (see below); computed on first use. */
  maxima(): Float32Array;
}

export interface Surface {
  readonly maxLevel: number;
  /** Degrees from post to post. */
  readonly cellDegrees: number;
  /** Upper bound of all heights, metres. */
  readonly highestMetres: number;
  /** Metres above sea level; null where the terrain is unknown or the position is not on Earth (degrees, ±180, ±90). */
  heightAt(lng: number, lat: number): number | null;
  /** The heights of many positions, in the same order. */
  heightsAt(positions: readonly { readonly lng: number; readonly lat: number }[]): (number | null)[];
  /** The tile of the finest level; x may continue past 180° (it wraps around), y must be within the scheme. */
  tile(x: number, y: number): PostTile;
}

export interface SurfaceOptions {
  /** Minimum number of cached tiles; up to twice as many are stored. A tile with its maxima has 39 kB. */
  readonly keepTiles?: number;
}

/** The highest height that the tile format can encode; used when a source gives no bound. */
const HIGHEST_METRES = 12_107;

/** A surface over a source. Tiles are created on demand and cached in two generations, so that tiles in use are retained. */
export function createSurface(source: TerrainSource, { keepTiles = 1024 }: SurfaceOptions = {}): Surface {
  const cell = cellDegrees(source.maxLevel);
  const across = tilesAcross(source.maxLevel);
  const columns = across * TILE_CELLS;
  const rows = tilesDown(source.maxLevel) * TILE_CELLS;

  let young = new Map<number, PostTile>();
  let old = new Map<number, PostTile>();
  let touches = new Map<number, number>();
  let lastKey = -1;
  let last: PostTile | null = null;

  function tile(x: number, y: number): PostTile {
    const wrapped = x >= 0 && x < across ? x : ((x % across) + across) % across;
    const key = y * across + wrapped;
    return held(key) ?? keep(key, readTile(source, wrapped, y));
  }

  function held(key: number): PostTile | null {
    if (key === lastKey) return last;
    const found = young.get(key);
    if (found === undefined) {
      const older = old.get(key);
      return older === undefined ? null : keep(key, older);
    }
    lastKey = key;
    last = found;
    return found;
  }

  function keep(key: number, tile: PostTile): PostTile {
    if (young.size >= keepTiles) {
      old = young;
      young = new Map();
    }
    young.set(key, tile);
    lastKey = key;
    last = tile;
    return tile;
  }

  /** 10,000 scattered positions must not create 10,000 tiles, so a tile is created only after several positions in it. */
  function wantsTile(key: number): boolean {
    if (touches.size > 8 * keepTiles) touches = new Map();
    const count = (touches.get(key) ?? 0) + 1;
    if (count <= TOUCHES_BEFORE_TILE) touches.set(key, count);
    else touches.delete(key);
    return count > TOUCHES_BEFORE_TILE;
  }

  function heightAt(lng: number, lat: number): number | null {
    if (!(lng >= -180 && lng <= 180 && lat >= -90 && lat <= 90)) return null;
    const u = (lng + 180) / cell;
    const v = (90 - lat) / cell;
    const column = Math.min(Math.floor(u), columns - 1);
    const row = Math.min(Math.floor(v), rows - 1);
    const x = Math.floor(column / TILE_CELLS);
    const y = Math.floor(row / TILE_CELLS);
    const key = y * across + x;
    const ready = held(key) ?? (wantsTile(key) ? tile(x, y) : null);
    if (ready === null) return heightFromPosts(source, column, row, u - column, v - row);
    const height = heightInCell(ready.posts, column % TILE_CELLS, row % TILE_CELLS, u - column, v - row);
    return Number.isNaN(height) ? null : height;
  }

  return {
    maxLevel: source.maxLevel,
    cellDegrees: cell,
    highestMetres: source.highestMetres ?? HIGHEST_METRES,
    heightAt,
    heightsAt: (positions) => positions.map(({ lng, lat }) => heightAt(lng, lat)),
    tile,
  };
}

/** A tile costs 4,225 posts, a height three: after this many heights the tile is cheaper. */
const TOUCHES_BEFORE_TILE = 64;

/** The height inside a cell directly from the source; the same number as from a tile, which stores float32. */
function heightFromPosts(source: TerrainSource, column: number, row: number, east: number, south: number): number | null {
  const upper = east + south < 1;
  const corner = upper ? source.post(column, row) : source.post(column + 1, row + 1);
  const northEast = source.post(column + 1, row);
  const southWest = source.post(column, row + 1);
  if (corner === null || northEast === null || southWest === null) return null;
  const [c, ne, sw] = [Math.fround(corner), Math.fround(northEast), Math.fround(southWest)];
  return upper ? c + east * (ne - c) + south * (sw - c) : c + (1 - east) * (sw - c) + (1 - south) * (ne - c);
}

/**
 * The height inside a cell as in Cesium's heightmap mesh: the quad is cut from south-west to north-east
 * (HeightmapTerrainData.js, triangleInterpolateHeight). `east`, `south` are 0 … 1 from the cell's north-west post.
 */
function heightInCell(posts: Float32Array, column: number, row: number, east: number, south: number): number {
  const at = row * TILE_POSTS + column;
  const northEast = posts[at + 1] as number;
  const southWest = posts[at + TILE_POSTS] as number;
  if (east + south < 1) {
    const northWest = posts[at] as number;
    return northWest + east * (northEast - northWest) + south * (southWest - northWest);
  }
  const southEast = posts[at + TILE_POSTS + 1] as number;
  return southEast + (1 - east) * (southWest - southEast) + (1 - south) * (northEast - southEast);
}

function readTile(source: TerrainSource, x: number, y: number): PostTile {
  const posts = new Float32Array(TILE_POSTS * TILE_POSTS);
  const values = source.values?.(source.maxLevel, x, y);
  for (let row = 0, at = 0; row < TILE_POSTS; row++) {
    for (let column = 0; column < TILE_POSTS; column++, at++) {
      const height = values ? valueToHeight(values[at] as number) : source.post(x * TILE_CELLS + column, y * TILE_CELLS + row);
      posts[at] = height ?? Number.NaN;
    }
  }
  let maxima: Float32Array | null = null;
  return {
    posts,
    maxima: () => {
      maxima ??= maximaOf(posts);
      return maxima;
    },
  };
}

// The pyramid of maxima of a tile, with which a ray skips whole blocks of lower terrain (ray/march.ts).

/** Levels of the pyramid: 0 is a cell, 6 the whole tile (64 = 2^6 cells a side). */
export const MAXIMA_TOP = 6;

/** Start of each level in the array; level k has (64 >> k)² values, row-major from the north-west. */
export const MAXIMA_START: readonly number[] = Array.from({ length: MAXIMA_TOP + 1 }, (_, level) =>
  Array.from({ length: level }, (_, below) => (TILE_CELLS >> below) ** 2).reduce((sum, count) => sum + count, 0),
);

/** The highest post of every block. A block with an unknown post counts as infinitely high, so that no ray skips it. */
function maximaOf(posts: Float32Array): Float32Array {
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

// The lattice of elevation posts, that of Cesium's GeographicTilingScheme, so that globe tiles, height queries and rays read the same numbers
// at the same positions. Used everywhere in elevation/ and ray/.
// Column i counts eastward from 180° W, row j southward from 90° N. Level z has 2^(z+1) × 2^z tiles of 180/2^z degrees,
// each 65 × 65 posts whose edge posts are shared with the neighbours; so a cell is 180/2^z/64 degrees.

/** Posts along one side of a tile, both edges included. */
export const TILE_POSTS = 65;

/** Cells along one side of a tile. */
export const TILE_CELLS = TILE_POSTS - 1;

/** Degrees from one post to the next; at level 12: 0.000687°, 76.4 m of latitude. */
export const cellDegrees = (level: number): number => 180 / 2 ** level / TILE_CELLS;

/** Tiles from west to east. */
export const tilesAcross = (level: number): number => 2 ** (level + 1);

/** Tiles from north to south. */
export const tilesDown = (level: number): number => 2 ** level;

/** Whether this is a tile of the scheme. For addresses from outside. */
export function isTile(level: number, x: number, y: number): boolean {
  if (!Number.isInteger(level) || !Number.isInteger(x) || !Number.isInteger(y) || level < 0) return false;
  return x >= 0 && x < tilesAcross(level) && y >= 0 && y < tilesDown(level);
}

/**
 * Terrain heights on the posts of one level. `post(i, j)` is metres above sea level, null where the height is not known; i in 0 …
 * 2^(maxLevel+1)·64, j in 0 … 2^maxLevel·64. The last column equals the first one (180° E is 180° W). `highestMetres`, when given, is never
 * exceeded: rays above it stop early.
 */
export interface TerrainSource {
  readonly maxLevel: number;
  readonly highestMetres?: number;
  post(i: number, j: number): number | null;
  /** All posts of a tile as encoded values (tile-format.ts), for sources where that is cheaper; the same heights as from `post`. */
  values?(level: number, x: number, y: number): Uint16Array;
}

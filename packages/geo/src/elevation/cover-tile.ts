// The format of a land cover tile (地类), from which the globe colours the terrain: 68 × 68 cells of one byte, row-major from the north-west.
// The area is that of the terrain tile of the same address, in 64 × 64 cells, with two more on each side, so that colours of neighbouring
// tiles blend without a seam.
import { isTile } from './lattice.ts';
import { boxOfTile } from './layered.ts';

/** The cover of a cell; the index in this list is the byte of the tile. */
export const GROUND_COVERS = ['unknown', 'forest', 'grass', 'farm', 'water', 'other'] as const;
export type GroundCover = (typeof GROUND_COVERS)[number];

/** Cells along one side of the area. */
export const COVER_CELLS = 64;
/** Cells beyond each edge of the area. */
export const COVER_APRON = 2;
/** Cells along one side of the tile, both aprons included. */
export const COVER_SIDE = COVER_CELLS + 2 * COVER_APRON;
export const COVER_TILE_BYTES = COVER_SIDE * COVER_SIDE;
/** Version number of the format. Browsers store tiles: it is part of their version. */
export const COVER_FORMAT = 2;

/** Coarser tiles do not exist: their cells would be too far apart in a raster of 10 m. */
export const COVER_MIN_LEVEL = 8;
/** Finest level, with cells of 38 m; a nearer camera magnifies them. */
export const COVER_MAX_LEVEL = 13;

/** Whether this is a tile of land cover. For addresses from outside. */
export const isCoverTile = (level: number, x: number, y: number): boolean =>
  level >= COVER_MIN_LEVEL && level <= COVER_MAX_LEVEL && isTile(level, x, y);

/** @param coverAt returns the cover at a position, degrees; called for the middle of each cell, row by row from the north-west */
export function encodeCoverTile(coverAt: (lng: number, lat: number) => GroundCover, level: number, x: number, y: number): Uint8Array {
  const { west, north } = boxOfTile(level, x, y);
  const cell = 180 / 2 ** level / COVER_CELLS;
  return Uint8Array.from({ length: COVER_TILE_BYTES }, (_, at) => {
    const [row, column] = [Math.floor(at / COVER_SIDE), at % COVER_SIDE];
    return GROUND_COVERS.indexOf(coverAt(west + (column - COVER_APRON + 0.5) * cell, north - (row - COVER_APRON + 0.5) * cell));
  });
}

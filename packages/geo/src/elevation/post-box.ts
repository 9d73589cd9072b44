// Boxes of posts of the elevation lattice. Whatever is computed on posts of one level can be compared post by post, and the posts of a level
// are a subset of those of the next finer one.
import type { HeightGrid } from '../viewshed/height-grid.ts';
import { cellDegrees, TILE_CELLS, tilesAcross, tilesDown } from './lattice.ts';
import type { GroundBox } from './layered.ts';

/** Posts of a level, rows from the north, columns from the west. Boxes across the antimeridian do not exist. */
export interface PostBox {
  readonly level: number;
  /** The lattice's column of the first post of a row, and the lattice's row of the first row. */
  readonly west: number;
  readonly north: number;
  readonly columns: number;
  readonly rows: number;
}

/** Metres of a degree of latitude on the sphere of `distanceMetres`. */
export const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

const eastMetresIn = (level: number, lat: number): number => cellDegrees(level) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);

/** The smallest box whose posts enclose this area, cut at the edges of the lattice. Its edges are posts of `alignedTo`, a coarser level, too. */
export function postBoxOf(area: GroundBox, level: number, alignedTo = level): PostBox {
  const step = 2 ** (level - alignedTo);
  const cell = cellDegrees(level) * step;
  const [lastColumn, lastRow] = [tilesAcross(alignedTo) * TILE_CELLS, tilesDown(alignedTo) * TILE_CELLS];
  const within = (post: number, last: number): number => Math.min(Math.max(post, 0), last);
  const west = within(Math.floor((area.west + 180) / cell), lastColumn);
  const east = within(Math.ceil((area.east + 180) / cell), lastColumn);
  const north = within(Math.floor((90 - area.north) / cell), lastRow);
  const south = within(Math.ceil((90 - area.south) / cell), lastRow);
  return { level, west: west * step, north: north * step, columns: (east - west) * step + 1, rows: (south - north) * step + 1 };
}

/** The area within a distance of a place, degrees. */
export function areaAround({ lng, lat }: { readonly lng: number; readonly lat: number }, metres: number): GroundBox {
  const down = metres / METRES_PER_DEGREE;
  // The parallel nearer to the pole is the shortest.
  const across = down / Math.max(0.01, Math.cos((Math.min(89, Math.abs(lat) + down) * Math.PI) / 180));
  return { west: lng - across, east: lng + across, south: lat - down, north: lat + down };
}

/** The position of a post by its column and row in the box, which may be fractions. */
export const placeInBox = ({ level, west, north }: PostBox, column: number, row: number): { lng: number; lat: number } => ({
  lng: (west + column) * cellDegrees(level) - 180,
  lat: 90 - (north + row) * cellDegrees(level),
});

/** The column and the row of a position in the box; fractions lie between posts. */
export const placeOnPosts = ({ level, west, north }: PostBox, { lng, lat }: { readonly lng: number; readonly lat: number }) => ({
  column: (lng + 180) / cellDegrees(level) - west,
  row: (90 - lat) / cellDegrees(level) - north,
});

/** The elevations of a box as a grid for computations. @param heights metres, one for each post; NaN: unknown */
export function heightGridOf(box: PostBox, heights: Float32Array): HeightGrid {
  const eastMetres = [
    eastMetresIn(box.level, placeInBox(box, 0, 0).lat),
    eastMetresIn(box.level, placeInBox(box, 0, box.rows - 1).lat),
  ] as const;
  return { columns: box.columns, rows: box.rows, heights, northMetres: cellDegrees(box.level) * METRES_PER_DEGREE, eastMetres };
}

/** The area for which a post of each row stands, hectares: it reaches half way to its neighbours. */
export const hectaresByRow = (box: PostBox): Float64Array =>
  Float64Array.from(
    { length: box.rows },
    (_, row) => (cellDegrees(box.level) * METRES_PER_DEGREE * eastMetresIn(box.level, placeInBox(box, 0, row).lat)) / 10_000,
  );

/** The posts of a coarser level inside the box. */
export function coarserBox(box: PostBox, level: number): PostBox {
  const step = 2 ** (box.level - level);
  const [west, north] = [Math.ceil(box.west / step), Math.ceil(box.north / step)];
  return {
    level,
    west,
    north,
    columns: Math.floor((box.west + box.columns - 1) / step) - west + 1,
    rows: Math.floor((box.north + box.rows - 1) / step) - north + 1,
  };
}

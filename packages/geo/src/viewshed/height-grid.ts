// Elevations on a grid of posts, for computations over an area.

/**
 * Elevations on a grid, rows from the north, columns from the west. Between posts the terrain is bilinear. On a grid in degrees the distance
 * between two columns changes with the latitude, here linearly from the first row to the last one; on a projected grid it is constant.
 */
export interface HeightGrid {
  readonly columns: number;
  readonly rows: number;
  /** Metres above sea level; NaN: unknown. */
  readonly heights: Float32Array;
  /** Between two rows. */
  readonly northMetres: number;
  /** Between two columns, in the first row and in the last one. */
  readonly eastMetres: readonly [inFirstRow: number, inLastRow: number];
}

/** A mast on a grid, and how far its camera recognises smoke. */
export interface Mast {
  /** Columns from the first one and rows from the first one; fractions lie between posts. */
  readonly column: number;
  readonly row: number;
  /** Height of the camera above the ground. */
  readonly mastMetres: number;
  readonly rangeMetres: number;
}

/** The metres by which the distance between two columns grows from row to row. */
export const eastMetresByRow = ({ rows, eastMetres: [first, last] }: HeightGrid): number => (last - first) / Math.max(1, rows - 1);

/** Metres between two columns in a row, which may be a fraction. */
export const eastMetresAt = (grid: HeightGrid, row: number): number => grid.eastMetres[0] + eastMetresByRow(grid) * row;

/** The height of the bilinear terrain; NaN outside the grid, and where a post is unknown that counts. */
export function heightBetween({ columns, rows, heights }: HeightGrid, column: number, row: number): number {
  if (!(column >= 0 && row >= 0 && column <= columns - 1 && row <= rows - 1)) return Number.NaN;
  const west = Math.floor(column);
  const north = Math.floor(row);
  const at = north * columns + west;
  const alongRow = (post: number) => between(heights[post] as number, heights[post + 1] as number, column - west);
  return row === north ? alongRow(at) : between(alongRow(at), alongRow(at + columns), row - north);
}

/** Linear between two heights. With a share of 0 the second one does not count and may be unknown. */
const between = (a: number, b: number, share: number): number => (share === 0 ? a : a + share * (b - a));

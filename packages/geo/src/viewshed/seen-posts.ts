// The posts of a large grid that one mast sees.
import { eastMetresAt, type HeightGrid, heightBetween, type Mast } from './height-grid.ts';
import { lowestVisible } from './viewshed.ts';

/** The posts that a mast sees, as indexes into the grid, ascending. */
export type SeenPosts = Uint32Array;

/** Heights are stored with 24 bits: a target this much too low still counts as visible. */
export const VISIBLE_WITHIN_METRES = 1e-3;

/** The posts where a target of this height above the ground is in view. Only the part of the grid within range is read. */
export function seenPosts(grid: HeightGrid, mast: Mast, targetMetres: number): SeenPosts {
  if (Number.isNaN(heightBetween(grid, mast.column, mast.row))) return new Uint32Array(0);
  const part = partInRange(grid, mast);
  const lowest = lowestVisible(part.grid, { ...mast, column: mast.column - part.column, row: mast.row - part.row });
  const posts = new Uint32Array(lowest.length);
  const { columns } = part.grid;
  let count = 0;
  for (let row = 0, at = 0; row < part.grid.rows; row++) {
    const first = (part.row + row) * grid.columns + part.column;
    for (let column = 0; column < columns; column++, at++) {
      if ((lowest[at] as number) <= targetMetres + VISIBLE_WITHIN_METRES) posts[count++] = first + column;
    }
  }
  return posts.slice(0, count);
}

/** The part of a grid within a mast's range, and its first column and row. */
function partInRange(grid: HeightGrid, mast: Mast): { readonly grid: HeightGrid; readonly column: number; readonly row: number } {
  // A tenth more for grids in degrees, whose columns converge towards the pole.
  const across = Math.ceil((mast.rangeMetres / eastMetresAt(grid, mast.row)) * 1.1) + 1;
  const down = Math.ceil(mast.rangeMetres / grid.northMetres) + 1;
  const column = Math.max(0, Math.floor(mast.column) - across);
  const row = Math.max(0, Math.floor(mast.row) - down);
  const columns = Math.min(grid.columns, Math.ceil(mast.column) + across + 1) - column;
  const rows = Math.min(grid.rows, Math.ceil(mast.row) + down + 1) - row;
  if (columns === grid.columns && rows === grid.rows) return { grid, column: 0, row: 0 };
  const heights = new Float32Array(columns * rows);
  for (let line = 0; line < rows; line++) {
    const from = (row + line) * grid.columns + column;
    heights.set(grid.heights.subarray(from, from + columns), line * columns);
  }
  const eastMetres = [eastMetresAt(grid, row), eastMetresAt(grid, row + rows - 1)] as const;
  return { grid: { columns, rows, heights, northMetres: grid.northMetres, eastMetres }, column, row };
}

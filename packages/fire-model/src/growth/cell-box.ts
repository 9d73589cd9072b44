// Boxes of cells: of a ground of a million most do not burn, and need not be looked at again.
import type { CellGrid } from './ground.ts';

/** From column to column and from row to row, both ends within; an empty one has its right before its left. */
export interface CellBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const EMPTY_BOX: CellBox = { left: Number.MAX_SAFE_INTEGER, right: -1, top: Number.MAX_SAFE_INTEGER, bottom: -1 };

export const isEmptyBox = ({ left, right }: CellBox): boolean => right < left;

/** The smallest box around both. */
export const boxAround = (a: CellBox, b: CellBox): CellBox => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
});

/** Of all cells that are not infinite. */
export const finiteBox = (grid: Pick<CellGrid, 'columns' | 'rows'>, values: Float32Array): CellBox =>
  boxWithout(grid, values, Number.POSITIVE_INFINITY);

/** Of all cells that are not of one value. */
export function boxWithout(
  { columns, rows }: Pick<CellGrid, 'columns' | 'rows'>,
  values: Float32Array | Uint16Array,
  value: number,
): CellBox {
  let { left, right, top, bottom } = EMPTY_BOX;
  for (let row = 0; row < rows; row++) {
    const begins = row * columns;
    let first = 0;
    while (first < columns && values[begins + first] === value) first += 1;
    if (first === columns) continue;
    let last = columns - 1;
    while (values[begins + last] === value) last -= 1;
    left = Math.min(left, first);
    right = Math.max(right, last);
    top = Math.min(top, row);
    bottom = row;
  }
  return { left, right, top, bottom };
}

/** The cells of a box that is not empty, as a grid of their own. */
export const gridOfBox = ({ cellMetres, westMetres, northMetres }: CellGrid, { left, right, top, bottom }: CellBox): CellGrid => ({
  columns: right - left + 1,
  rows: bottom - top + 1,
  cellMetres,
  westMetres: westMetres + left * cellMetres,
  northMetres: northMetres - top * cellMetres,
});

// Boxes of cells: in a ground of a million cells most do not burn and can be skipped.
import type { CellGrid } from './ground.ts';

/** First and last column and row, both inclusive; an empty box has its right before its left. */
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

/** The box of all finite cells. */
export const finiteBox = (grid: Pick<CellGrid, 'columns' | 'rows'>, values: Float32Array): CellBox =>
  boxWithout(grid, values, Number.POSITIVE_INFINITY);

/** The box of all cells that do not have the given value. */
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

/** The cells of a box that is not empty, as a separate grid. */
export const gridOfBox = ({ cellMetres, westMetres, northMetres }: CellGrid, { left, right, top, bottom }: CellBox): CellGrid => ({
  columns: right - left + 1,
  rows: bottom - top + 1,
  cellMetres,
  westMetres: westMetres + left * cellMetres,
  northMetres: northMetres - top * cellMetres,
});

// The change of the burn ratio around a fire, and the area above each threshold. Runs in the worker.

import { areaSquareMetres, BURN_CHANGE_SCALE, burnChange, burnClass, type LngLat, UNKNOWN_CHANGE } from '@lookout/geo';
import { fieldFault } from '@lookout/server/acting/refusal.ts';
import { LEAST_BURN_THRESHOLD, MOST_BURN_THRESHOLD, SEVERITY_BREAKS } from '../../burn-severity.ts';
import { type BurnGrid, dateReader, type Picture, PictureFaults } from './pictures.ts';

export interface BurnChange {
  readonly columns: number;
  readonly rows: number;
  /** dNBR in ten-thousandths, row by row; `UNKNOWN_CHANGE` where unknown. */
  readonly change: Int16Array;
  /** Square metres of a cell on the ellipsoid. */
  readonly areaOf: (cell: number) => number;
  /** The position of a corner of cells: 0, 0 is the outer corner of the first cell. */
  readonly cornerAt: (x: number, y: number) => readonly [lng: number, lat: number];
  readonly cellMetres: number;
}

const STRIP_ROWS = 128;

/**
 * @param progress receives 0 … 1
 * @throws PictureFaults when the values are not a burn ratio, or no cell is known; UnreadableFile when a file is damaged
 */
export async function readChange(
  pictures: readonly Picture[],
  grid: BurnGrid,
  bandOffset: number,
  progress: (share: number) => void,
): Promise<BurnChange> {
  const { base, column, columns, rows } = grid;
  const before = await dateReader(pictures, grid, 'before', bandOffset);
  const after = await dateReader(pictures, grid, 'after', bandOffset);
  const change = new Int16Array(columns * rows);
  let known = 0;
  for (let top = 0; top < rows; top += STRIP_ROWS) {
    const strip = { column, row: grid.row + top, columns, rows: Math.min(STRIP_ROWS, rows - top) };
    const [then, now] = [await before.read(strip), await after.read(strip)];
    for (let at = 0; at < then.length; at++) {
      const value = burnChange(then[at] as number, now[at] as number);
      change[top * columns + at] = value;
      if (value !== UNKNOWN_CHANGE) known += 1;
    }
    progress((top + strip.rows) / rows);
  }
  const strange = [before.strange(), after.strange()].flatMap((one) => (one !== null && one.cells > 0 ? [one] : []));
  if (known === 0 && strange.length > 0) throw new PictureFaults(strange.map(({ role }) => fieldFault(role, 'burn-picture-not-ratio')));
  if (known === 0) throw new PictureFaults([fieldFault('', 'burn-nothing-known')]);
  const cornerAt = (x: number, y: number) => base.placing.toPosition(column + x - 0.5, grid.row + y - 0.5);
  return { columns, rows, change, areaOf: cellAreas(columns, rows, cornerAt), cornerAt, cellMetres: base.cellMetres };
}

/** Cells along a side of a block. Areas are measured once a block, because its cells differ by less than a ten-thousandth. */
const BLOCK_CELLS = 32;

function cellAreas(columns: number, rows: number, cornerAt: BurnChange['cornerAt']): (cell: number) => number {
  const across = Math.ceil(columns / BLOCK_CELLS);
  const place = (x: number, y: number): LngLat => {
    const [lng, lat] = cornerAt(x, y);
    return { lng, lat };
  };
  const areas = Float64Array.from({ length: across * Math.ceil(rows / BLOCK_CELLS) }, (_, block) => {
    const [x, y] = [(block % across) * BLOCK_CELLS, Math.floor(block / across) * BLOCK_CELLS];
    const [right, bottom] = [Math.min(columns, x + BLOCK_CELLS), Math.min(rows, y + BLOCK_CELLS)];
    const ring = [place(x, y), place(right, y), place(right, bottom), place(x, bottom)];
    return areaSquareMetres(ring) / ((right - x) * (bottom - y));
  });
  return (cell) =>
    areas[Math.floor(Math.floor(cell / columns) / BLOCK_CELLS) * across + Math.floor((cell % columns) / BLOCK_CELLS)] as number;
}

const SQUARE_METRES_PER_HECTARE = 10_000;
const STEPS_PER_UNIT = 100;
const FIRST_STEP = Math.round(LEAST_BURN_THRESHOLD * STEPS_PER_UNIT);
const LAST_STEP = Math.round(MOST_BURN_THRESHOLD * STEPS_PER_UNIT);
const CHANGE_PER_STEP = BURN_CHANGE_SCALE / STEPS_PER_UNIT;

export interface ChangeAreas {
  readonly cellMetres: number;
  readonly unknownHectares: number;
  readonly severityHectares: {
    readonly unburned: number;
    readonly low: number;
    readonly 'moderate-low': number;
    readonly 'moderate-high': number;
    readonly high: number;
  };
  /** The area above each threshold, from the lowest to the highest in steps of 0.01. */
  readonly hectaresAbove: readonly number[];
}

export function areasOfChange({ change, areaOf, cellMetres }: BurnChange): ChangeAreas {
  const bySeverity = new Float64Array(SEVERITY_BREAKS.length + 1);
  const byStep = new Float64Array(LAST_STEP + 1);
  let unknown = 0;
  for (let cell = 0; cell < change.length; cell++) {
    const value = change[cell] as number;
    const area = areaOf(cell) / SQUARE_METRES_PER_HECTARE;
    if (value === UNKNOWN_CHANGE) unknown += area;
    else {
      const severity = burnClass(value, SEVERITY_BREAKS);
      bySeverity[severity] = (bySeverity[severity] as number) + area;
      const step = Math.min(LAST_STEP, Math.max(0, Math.floor(value / CHANGE_PER_STEP)));
      byStep[step] = (byStep[step] as number) + area;
    }
  }
  const hectaresAbove: number[] = [];
  for (let step = LAST_STEP, sum = 0; step >= FIRST_STEP; step--) {
    sum += byStep[step] as number;
    hectaresAbove.unshift(rounded(sum));
  }
  const [unburned = 0, low = 0, moderateLow = 0, moderateHigh = 0, high = 0] = Array.from(bySeverity, rounded);
  return {
    cellMetres: Math.round(cellMetres * 100) / 100,
    unknownHectares: rounded(unknown),
    severityHectares: { unburned, low, 'moderate-low': moderateLow, 'moderate-high': moderateHigh, high },
    hectaresAbove,
  };
}

export const rounded = (hectares: number): number => Math.round(hectares * 10_000) / 10_000;

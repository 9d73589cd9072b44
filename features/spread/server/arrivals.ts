// Reads a raster of arrival times: when the fire comes near places, whether it reaches the edge of the known terrain, and where it burns.
import {
  cellsOf,
  centreOf,
  finiteBox,
  type GroundCells,
  type GrowthRequest,
  ignitionsOf,
  isKnownFuel,
  placeIn,
  type Shape,
} from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import type { GroundWindow } from '../../terrain/service/ground-window.ts';

/** Houses stand on terrain that does not burn, so a fire within this distance counts as having reached them. */
const NEAR_METRES = 100;
const MOST_SAMPLES = 4_000;

/** The cells of the window within `NEAR_METRES` of each target, measured along columns and along rows. */
export function cellsNearTargets(cells: GroundCells, targets: readonly Shape[]): readonly Int32Array[] {
  const { columns, rows, cellMetres } = cells.grid;
  const reach = Math.ceil(NEAR_METRES / cellMetres);
  // An area may cover half of the window. A mark array that is cleared for the next target is ten times as fast as sets of cells.
  const marks = new Uint8Array(columns * rows);
  return targets.map((target) => {
    const of = ignitionsOf(cells, target).flatMap((part) => cellsOf(cells.grid, part));
    if (of.length === 0) return new Int32Array(0);
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    for (const cell of of) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
      marks[cell] = MARKED;
    }
    [left, right] = [Math.max(left - reach, 0), Math.min(right + reach, columns - 1)];
    [top, bottom] = [Math.max(top - reach, 0), Math.min(bottom + reach, rows - 1)];
    const [wide, high] = [right - left + 1, bottom - top + 1];
    // The square around each cell is marked in two passes: first along the rows, then along the columns.
    for (let row = top; row <= bottom; row++) widen(marks, row * columns + left, 1, wide, reach, MARKED);
    for (let column = left; column <= right; column++) widen(marks, top * columns + column, columns, high, reach, WIDENED);
    const near: number[] = [];
    for (let row = top; row <= bottom; row++)
      for (let column = left, cell = row * columns + left; column <= right; column++, cell++)
        if (marks[cell] !== 0) {
          near.push(cell);
          marks[cell] = 0;
        }
    return Int32Array.from(near);
  });
}

const MARKED = 1;
const WIDENED = 2;

/**
 * Along a line of cells, gives the value `mark` + 1 to unmarked cells within `reach` of a cell marked with at most `mark`.
 * @param from its first cell @param step from one to the next
 */
function widen(marks: Uint8Array, from: number, step: number, count: number, reach: number, mark: number): void {
  for (const way of [1, -1]) {
    let left = 0;
    for (let i = way === 1 ? 0 : count - 1; i >= 0 && i < count; i += way) {
      const cell = from + i * step;
      const at = marks[cell] as number;
      if (at !== 0 && at <= mark) left = reach;
      else if (left > 0) {
        left -= 1;
        marks[cell] = mark + 1;
      }
    }
  }
}

/** The earliest time of each target's cells; infinity: the fire does not reach the target. */
export const firstAt = (minutes: Float32Array, targets: readonly Int32Array[]): number[] =>
  targets.map((cells) => {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < cells.length; i++) {
      const at = minutes[cells[i] as number] as number;
      if (at < least) least = at;
    }
    return least;
  });

/** True if the fire reaches the rim of the window, or terrain whose fuel or elevation is unknown. */
export function reachesEdge(
  { grid, heights }: Pick<GroundWindow, 'grid' | 'heights'>,
  { ground, fuels }: Pick<GrowthRequest, 'ground' | 'fuels'>,
  arrivalMinutes: Float32Array,
): boolean {
  const { columns, rows } = grid;
  const burnt = finiteBox(grid, arrivalMinutes);
  if (burnt.left === 0 || burnt.top === 0 || burnt.right === columns - 1 || burnt.bottom === rows - 1) return true;
  const isKnown = fuels.map(isKnownFuel);
  const isUnknown = (cell: number): boolean => isKnown[ground.fuel[cell] as number] === false || Number.isNaN(heights[cell] as number);
  for (let row = burnt.top; row <= burnt.bottom; row++)
    for (let column = burnt.left; column <= burnt.right; column++) {
      const cell = row * columns + column;
      if (arrivalMinutes[cell] === Number.POSITIVE_INFINITY) continue;
      if ([cell - 1, cell + 1, cell - columns, cell + columns].some(isUnknown)) return true;
    }
  return false;
}

/** Burnt cells at even distances, a few thousand at most. */
export function samplesOf(cells: GroundCells, arrivalMinutes: Float32Array): (LngLat & { readonly cell: number })[] {
  const { columns, rows } = cells.grid;
  const reached = arrivalMinutes.reduce((count, minutes) => count + Number(minutes < Number.POSITIVE_INFINITY), 0);
  const stride = Math.max(Math.ceil(Math.sqrt(reached / MOST_SAMPLES)), 1);
  const samples: (LngLat & { cell: number })[] = [];
  for (let row = 0; row < rows; row += stride)
    for (let column = 0; column < columns; column += stride) {
      const cell = row * columns + column;
      if (Number.isFinite(arrivalMinutes[cell])) samples.push({ ...placeIn(cells, centreOf(cells.grid, cell)), cell });
    }
  return samples;
}

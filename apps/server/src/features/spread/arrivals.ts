// What is read of times of arrival, one a cell: when the fire comes near to places, whether it comes to the edge of what is known, and where it burns.
import {
  type CellGrid,
  cellsOf,
  centreOf,
  type GroundCells,
  type GrowthRequest,
  ignitionsOf,
  isKnownFuel,
  placeIn,
  type Shape,
} from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import type { GroundWindow } from '../../services/ground-window.ts';

/** Houses stand on ground that does not burn: a fire that comes so near has come to them. */
const NEAR_METRES = 100;
const MOST_SAMPLES = 4_000;

/** The cells of each target that lie in the window. */
export const cellsOfTargets = (cells: GroundCells, targets: readonly Shape[]): readonly (readonly number[])[] =>
  targets.map((target) => [...new Set(ignitionsOf(cells, target).flatMap((part) => cellsOf(cells.grid, part)))]);

/** The first of the times of each target's cells; infinity: none. */
export const firstAt = (minutes: Float32Array, targets: readonly (readonly number[])[]): number[] =>
  targets.map((cells) => cells.reduce((least, cell) => Math.min(least, minutes[cell] as number), Number.POSITIVE_INFINITY));

/** Cells from and to, both within. */
interface CellBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The box of all cells that the fire comes to. */
function boxOf({ columns, rows }: CellGrid, arrivalMinutes: Float32Array): CellBox {
  let [left, right, top, bottom] = [columns, 0, rows, 0];
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++) {
      if (arrivalMinutes[cell] === Number.POSITIVE_INFINITY) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = row;
    }
  return { left, right, top, bottom };
}

/** The first time within `NEAR_METRES` to the side of each cell: the least of a square, first along rows, then along columns. */
export function nearestOf(grid: CellGrid, arrivalMinutes: Float32Array): Float32Array {
  const { columns, rows, cellMetres } = grid;
  const burnt = boxOf(grid, arrivalMinutes);
  const reach = Math.ceil(NEAR_METRES / cellMetres);
  const [left, right] = [Math.max(burnt.left - reach, 0), Math.min(burnt.right + reach, columns - 1)];
  const [top, bottom] = [Math.max(burnt.top - reach, 0), Math.min(burnt.bottom + reach, rows - 1)];
  const leastAlong = (from: Float32Array, step: 1 | number): Float32Array => {
    const to = new Float32Array(from.length).fill(Number.POSITIVE_INFINITY);
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const cell = row * columns + column;
        const [before, after] =
          step === 1
            ? [Math.min(reach, column), Math.min(reach, columns - 1 - column)]
            : [Math.min(reach, row), Math.min(reach, rows - 1 - row)];
        let least = Number.POSITIVE_INFINITY;
        for (let d = -before; d <= after; d++) least = Math.min(least, from[cell + d * step] as number);
        to[cell] = least;
      }
    return to;
  };
  return leastAlong(leastAlong(arrivalMinutes, 1), columns);
}

/** Does it come to the rim of the window, or beside ground whose fuel or height is not known? */
export function reachesEdge(
  { grid, heights }: Pick<GroundWindow, 'grid' | 'heights'>,
  { ground, fuels }: Pick<GrowthRequest, 'ground' | 'fuels'>,
  arrivalMinutes: Float32Array,
): boolean {
  const { columns, rows } = grid;
  const burnt = boxOf(grid, arrivalMinutes);
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

/** Burnt cells at an even distance, some thousands at most. */
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

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

/** The cells of the window within `NEAR_METRES` of each target, to the side and ahead. */
export const cellsNearTargets = (cells: GroundCells, targets: readonly Shape[]): readonly (readonly number[])[] =>
  targets.map((target) => cellsNear(cells.grid, new Set(ignitionsOf(cells, target).flatMap((part) => cellsOf(cells.grid, part)))));

function cellsNear({ columns, rows, cellMetres }: CellGrid, of: ReadonlySet<number>): readonly number[] {
  const near = new Set(of);
  const around = (cell: number, reach: number, visit: (cell: number) => void): void => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    for (let r = Math.max(row - reach, 0); r <= Math.min(row + reach, rows - 1); r++)
      for (let c = Math.max(column - reach, 0); c <= Math.min(column + reach, columns - 1); c++) visit(r * columns + c);
  };
  for (const cell of of) {
    // What is near an area is near to its rim.
    let isInside = true;
    around(cell, 1, (neighbour) => {
      isInside &&= of.has(neighbour);
    });
    if (!isInside) around(cell, Math.ceil(NEAR_METRES / cellMetres), (one) => near.add(one));
  }
  return [...near];
}

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

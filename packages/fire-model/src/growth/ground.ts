// The ground that a fire grows over: square cells in a local plane, with row 0 in the north, as in rasters.
import type { Offset } from '@lookout/geo';
import { radians } from '../units.ts';

/** The cells of a ground, in metres of a plane, east and north of an arbitrary origin. */
export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  readonly cellMetres: number;
  /** The outer corner of the first cell. */
  readonly westMetres: number;
  readonly northMetres: number;
}

/** Cells in rows from the north, each from the west: columns × rows of them. */
export interface Ground extends CellGrid {
  /** Rise over run towards east and north; null: level. */
  readonly slope: Gradient | null;
  /** Index into the table of fuels. */
  readonly fuel: Uint8Array;
  /** Not 0: roads, water, drawn breaks; null: none. Cells whose fuel does not burn block the fire as well. */
  readonly barrier: Uint8Array | null;
}

/** Rise over run, uphill positive. */
export interface Gradient {
  readonly east: Float32Array;
  readonly north: Float32Array;
}

/** @returns -1: outside the grid */
export function cellAt({ columns, rows, cellMetres, westMetres, northMetres }: CellGrid, { east, north }: Offset): number {
  const column = Math.floor((east - westMetres) / cellMetres);
  const row = Math.floor((northMetres - north) / cellMetres);
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
}

/** The middle of a cell. */
export const centreOf = ({ columns, cellMetres, westMetres, northMetres }: CellGrid, cell: number): Offset => ({
  east: westMetres + ((cell % columns) + 0.5) * cellMetres,
  north: northMetres - (Math.floor(cell / columns) + 0.5) * cellMetres,
});

/**
 * Gradients of heights from the eight cells around each cell (B. K. P. Horn, Hill shading and the reflectance map, Proceedings of the IEEE
 * 69, 1981), as in GIS; at the edge the outermost heights are extended.
 * @param heights metres, one a cell
 */
export function gradientOfHeights({ columns, rows, cellMetres }: CellGrid, heights: Float32Array): Gradient {
  const [east, north] = [new Float32Array(heights.length), new Float32Array(heights.length)];
  for (let row = 0; row < rows; row++) {
    const above = Math.max(row - 1, 0) * columns;
    const here = row * columns;
    const below = Math.min(row + 1, rows - 1) * columns;
    const rowsApart = (below - above) / columns || 1;
    for (let column = 0; column < columns; column++) {
      const [west, right] = [Math.max(column - 1, 0), Math.min(column + 1, columns - 1)];
      const at = (cell: number): number => heights[cell] as number;
      const eastwards =
        at(above + right) + 2 * at(here + right) + at(below + right) - at(above + west) - 2 * at(here + west) - at(below + west);
      const northwards =
        at(above + west) + 2 * at(above + column) + at(above + right) - at(below + west) - 2 * at(below + column) - at(below + right);
      east[here + column] = eastwards / (4 * Math.max(right - west, 1) * cellMetres);
      north[here + column] = northwards / (4 * rowsApart * cellMetres);
    }
  }
  return { east, north };
}

/**
 * The gradients from slope and aspect.
 * @param slopeTangent rise over run
 * @param aspectDegrees the direction that the slope faces (downhill), clockwise from north
 */
export function gradientOfSlopes(slopeTangent: Float32Array, aspectDegrees: Float32Array): Gradient {
  const uphill = (component: (angle: number) => number) =>
    slopeTangent.map((tangent, cell) => -tangent * component(radians(aspectDegrees[cell] as number)));
  return { east: uphill(Math.sin), north: uphill(Math.cos) };
}

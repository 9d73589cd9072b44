// How a forecast wind, which represents a grid cell of kilometres, differs at a place in the mountains: a simple rule, not a wind model.
import type { CellGrid } from './ground.ts';

/** Radius of the terrain with which a place is compared. */
const REACH_METRES = 1_000;
/**
 * On the highest terrain around the wind is stronger by this share, on the lowest weaker. 待核对: none of the published factors fits all
 * valleys.
 */
const MOST = 0.2;

/**
 * The factor on the speed of a forecast wind: from 0.8 in the bottom of a valley to 1.2 on a ridge, by the height of the place between the
 * lowest and the highest terrain within a kilometre. On level ground, and where heights are not known, 1.
 * @param heights metres, one a cell; NaN: unknown
 * @param cell of the place
 */
export function windFactorAt({ columns, rows, cellMetres }: CellGrid, heights: Float32Array, cell: number): number {
  const reach = Math.max(Math.round(REACH_METRES / cellMetres), 1);
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let y = Math.max(row - reach, 0); y <= Math.min(row + reach, rows - 1); y++)
    for (let x = Math.max(column - reach, 0); x <= Math.min(column + reach, columns - 1); x++) {
      const height = heights[y * columns + x] as number;
      if (height < lowest) lowest = height;
      if (height > highest) highest = height;
    }
  const here = heights[cell] as number;
  const span = highest - lowest;
  // With a smaller span (metres) the ground is a plain.
  if (!(span > 20) || Number.isNaN(here)) return 1;
  return 1 + MOST * ((2 * (here - lowest)) / span - 1);
}

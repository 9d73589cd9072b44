// How near a fire has come to a place whose position is uncertain.
import type { Covariance, Offset } from '@lookout/geo';
import type { CellGrid } from '../growth/ground.ts';

/** The squared length of an offset in sigmas of an error (Mahalanobis). */
export const squaredIn = ({ eastEast, eastNorth, northNorth }: Covariance, { east, north }: Offset): number =>
  (northNorth * east * east - 2 * eastNorth * east * north + eastEast * north * north) / (eastEast * northNorth - eastNorth * eastNorth);

/**
 * The least squared distance in sigmas from a point to a matching cell. Half a cell counts as no distance, because the fire is somewhere in
 * the cell.
 * @param arrivals one a cell, in any unit
 * @param most result when no cell is nearer
 */
export function nearestSquared(
  { columns, rows, cellMetres, westMetres, northMetres }: CellGrid,
  arrivals: Float32Array | Uint16Array,
  point: Offset,
  covariance: Covariance,
  isMeant: (arrival: number) => boolean,
  most: number,
): number {
  const { eastEast, northNorth } = covariance;
  let least = most;
  const northOf = (row: number): number => beyondHalf(northMetres - (row + 0.5) * cellMetres - point.north, cellMetres);
  // The search goes row by row away from the point. No place of a row is nearer than the row's own offset squared divided by the variance,
  // and the same holds for columns, so far cells are never tested.
  const isNearer = (row: number): boolean => northOf(row) ** 2 / northNorth < least;
  const lookAlong = (row: number): void => {
    const north = northOf(row);
    const reach = Math.sqrt(least * eastEast) + cellMetres;
    const first = Math.max(Math.floor((point.east - reach - westMetres) / cellMetres), 0);
    const last = Math.min(Math.ceil((point.east + reach - westMetres) / cellMetres), columns - 1);
    for (let column = first; column <= last; column++) {
      if (!isMeant(arrivals[row * columns + column] as number)) continue;
      const east = beyondHalf(westMetres + (column + 0.5) * cellMetres - point.east, cellMetres);
      least = Math.min(least, squaredIn(covariance, { east, north }));
    }
  };
  const middle = Math.min(Math.max(Math.floor((northMetres - point.north) / cellMetres), 0), rows - 1);
  for (let row = middle; row >= 0 && isNearer(row); row--) lookAlong(row);
  for (let row = middle + 1; row < rows && isNearer(row); row++) lookAlong(row);
  return least;
}

const beyondHalf = (distance: number, cellMetres: number): number => Math.sign(distance) * Math.max(Math.abs(distance) - cellMetres / 2, 0);

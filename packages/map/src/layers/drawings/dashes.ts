// Lines draped on the terrain cannot have a pattern: a dashed line is cut into dashes.
import { bearingDegrees, destination, distanceMetres } from '@lookout/geo';
import type { Place } from '../../engine/places.ts';

/** Metres. */
export const lengthOf = (path: readonly Place[]): number =>
  path.reduce((sum, place, index) => sum + (index === 0 ? 0 : distanceMetres(path[index - 1] as Place, place)), 0);

/**
 * Cuts a path into dashes, starting with a dash; dashes follow its bends.
 * @param dashMetres above 0
 */
export function dashesOf(path: readonly Place[], dashMetres: number, gapMetres: number): Place[][] {
  const dashes: Place[][] = [];
  let dash: Place[] | null = path.length === 0 ? null : [path[0] as Place];
  let left = dashMetres;
  for (let index = 1; index < path.length; index++) {
    let from = path[index - 1] as Place;
    const to = path[index] as Place;
    const bearing = bearingDegrees(from, to);
    let rest = distanceMetres(from, to);
    while (rest > left) {
      from = destination(from, bearing, left);
      rest -= left;
      if (dash === null) dash = [from];
      else {
        dashes.push([...dash, from]);
        dash = null;
      }
      left = dash === null ? gapMetres : dashMetres;
    }
    left -= rest;
    dash?.push(to);
  }
  if (dash !== null && dash.length > 1) dashes.push(dash);
  return dashes;
}

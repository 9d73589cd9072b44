// The ground below one column of the picture: the geodesic from the tower's foot, as straight pieces over the lattice of posts.
import { destination, type Surface } from '@lookout/geo';
import type { Gaze } from './gaze.ts';

/** So far ground is drawn; the ray that looks for a fire goes as far (geo's `locate`). */
export const FURTHEST_METRES = 30_000;
/** A straight piece of 1 km leaves the geodesic by 1.2 cm at 32° N. */
export const PIECES = 30;
export const PIECE_METRES = FURTHEST_METRES / PIECES;

/** Knots of the pieces in lattice units: u eastward, v southward, whole numbers are posts. Filled anew for each column. */
export interface Way {
  readonly u: Float64Array;
  readonly v: Float64Array;
}

export const createWay = (): Way => ({ u: new Float64Array(PIECES + 1), v: new Float64Array(PIECES + 1) });

/** Three places on the ellipsoid and a cubic through them and the foot: within 0.01 mm of the geodesic over 30 km. */
export function layWay(way: Way, gaze: Gaze, azimuthDegrees: number, surface: Surface): void {
  const third = FURTHEST_METRES / 3;
  const b = destination(gaze, azimuthDegrees, third);
  const c = destination(gaze, azimuthDegrees, 2 * third);
  const d = destination(gaze, azimuthDegrees, FURTHEST_METRES);
  for (let k = 0; k <= PIECES; k++) {
    const t = (3 * k) / PIECES;
    const wa = ((t - 1) * (t - 2) * (t - 3)) / -6;
    const wb = (t * (t - 2) * (t - 3)) / 2;
    const wc = (t * (t - 1) * (t - 3)) / -2;
    const wd = (t * (t - 1) * (t - 2)) / 6;
    way.u[k] = (wa * gaze.lng + wb * b.lng + wc * c.lng + wd * d.lng + 180) / surface.cellDegrees;
    way.v[k] = (90 - (wa * gaze.lat + wb * b.lat + wc * c.lat + wd * d.lat)) / surface.cellDegrees;
  }
}

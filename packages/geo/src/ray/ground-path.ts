// The way a ray takes over the ground, in posts of the lattice: a geodesic cut into straight pieces. Called by locate.ts.
import { along, type LngLat } from '../coordinates/geodesic.ts';

/** A polyline in lattice coordinates (u eastward, v southward, whole numbers are posts), its knots every `stepMetres` along the ground. */
export interface GroundPath {
  readonly lengthMetres: number;
  readonly stepMetres: number;
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/** A straight piece of 1 km in longitude and latitude leaves the geodesic by 1.2 cm at 32° N (d²·tan φ/(8R)). */
const STEP_METRES = 1000;

/**
 * The geodesic from a tower's foot. Only four points are worked out on the ellipsoid; a cubic through them is within 0.01 mm of it
 * over 30 km (its fourth derivative is of the order of 1/R³), and costs a tenth.
 */
export function groundPath(from: LngLat, azimuthDegrees: number, lengthMetres: number, cellDegrees: number): GroundPath {
  const [a, b, c, d] = along(from, azimuthDegrees, [0, lengthMetres / 3, (2 * lengthMetres) / 3, lengthMetres]);
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('a geodesic has four points');
  const pieces = Math.max(1, Math.ceil(lengthMetres / STEP_METRES));
  const u = new Float64Array(pieces + 1);
  const v = new Float64Array(pieces + 1);
  for (let k = 0; k <= pieces; k++) {
    // Lagrange at t = 0, 1, 2, 3.
    const t = (3 * k) / pieces;
    const wa = ((t - 1) * (t - 2) * (t - 3)) / -6;
    const wb = (t * (t - 2) * (t - 3)) / 2;
    const wc = (t * (t - 1) * (t - 3)) / -2;
    const wd = (t * (t - 1) * (t - 2)) / 6;
    u[k] = (wa * a.lng + wb * b.lng + wc * c.lng + wd * d.lng + 180) / cellDegrees;
    v[k] = (90 - (wa * a.lat + wb * b.lat + wc * c.lat + wd * d.lat)) / cellDegrees;
  }
  return { lengthMetres, stepMetres: lengthMetres / pieces, u, v };
}

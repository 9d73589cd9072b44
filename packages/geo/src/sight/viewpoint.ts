// Where a camera's eye is, and the ways that leave it.
import type { LngLat } from '../coordinates/geodesic.ts';
import type { Surface } from '../elevation/surface.ts';

/** A tower's foot (WGS 84 degrees) and the eye above it. */
export interface Viewpoint extends LngLat {
  readonly towerHeightMetres: number;
}

/** How far a camera is taken to see when nothing else is said, as in `locate`. */
export const SIGHT_METRES = 30_000;

/** Above sea level; null where the ground under the tower is not known. */
export function eyeMetres(viewpoint: Viewpoint, surface: Surface): number | null {
  const foot = surface.heightAt(viewpoint.lng, viewpoint.lat);
  return foot === null ? null : foot + viewpoint.towerHeightMetres;
}

const DEGREES = 180 / Math.PI;

export const tiltOf = (slope: number): number => Math.atan(slope) * DEGREES;
export const slopeOf = (tiltDegrees: number): number => Math.tan(tiltDegrees / DEGREES);

// The viewpoint of a camera, and paths from it.
import type { LngLat } from '../coordinates/geodesic.ts';
import { TILE_POSTS } from '../elevation/lattice.ts';
import type { Surface } from '../elevation/surface.ts';
import { CURVATURE_PER_METRE } from '../ray/sight.ts';
import { DESCEND, END, type GroundPath, SKIP, type Walker, walk } from '../ray/walk.ts';

/** A tower's foot (WGS 84 degrees) and the height of the camera above it. */
export interface Viewpoint extends LngLat {
  readonly towerHeightMetres: number;
}

/** Default range of a camera, as in `locate`. */
export const SIGHT_METRES = 30_000;

/** Height of the camera above sea level; null where the terrain under the tower is unknown. */
export function eyeMetres(viewpoint: Viewpoint, surface: Surface): number | null {
  const foot = surface.heightAt(viewpoint.lng, viewpoint.lat);
  return foot === null ? null : foot + viewpoint.towerHeightMetres;
}

const DEGREES = 180 / Math.PI;

export const tiltOf = (slope: number): number => Math.atan(slope) * DEGREES;
export const slopeOf = (tiltDegrees: number): number => Math.tan(tiltDegrees / DEGREES);

// The visible terrain in one direction: the stretches that rise above all terrain before them. Exact on the surface's triangles; blocks of
// cells that are completely hidden are skipped. Called by canSee, skyline and columnProfile.

/** Terrain nearer to the tower's axis than this is ignored, metres. */
export const NEAREST_METRES = 1;

interface Eye {
  /** Height above sea level. */
  readonly metres: number;
  /** Length of the path. */
  readonly untilMetres: number;
  /** Terrain that rises less than this above what hides it may be skipped (a slope; 0: nothing is skipped). */
  readonly leastRise: number;
}

/** The slope (tangent of the tilt) at which terrain of this height is seen at this distance, over the curved earth with refraction. */
export const slopeTo = (eyeMetres: number, groundMetres: number, distance: number): number =>
  (groundMetres - eyeMetres) / distance - distance * CURVATURE_PER_METRE;

/** A visible stretch: from `near` to `far` metres along the path the slope rises from `low` to `high`. */
type Rise = (near: number, low: number, far: number, high: number) => void;

/**
 * Calls back for every visible stretch, nearest first. (The greatest slope of a triangle is assumed at an edge: the curvature of the earth
 * within 100 m is 0.7 mm.)
 * @returns false when the path reached unknown terrain; the stretches before it are valid
 */
export function risingGround(surface: Surface, path: GroundPath, eye: Eye, rise: Rise): boolean {
  const { metres: eyeMetres, untilMetres, leastRise } = eye;
  const { highestMetres } = surface;
  let steepest = Number.NEGATIVE_INFINITY;

  const stretch = (near: number, nearGround: number, far: number, farGround: number): void => {
    const high = slopeTo(eyeMetres, farGround, far);
    if (high <= steepest) return;
    const low = slopeTo(eyeMetres, nearGround, near);
    if (low >= steepest) rise(near, low, far, high);
    else rise(distanceAtSlope(steepest, near, low, far, high), steepest, far, high);
    steepest = high;
  };
  const walker: Walker = {
    examineBlock(highest, from, to) {
      const above = highest - eyeMetres;
      if (!(above / (above > 0 ? from : to) - from * CURVATURE_PER_METRE <= steepest + leastRise)) return DESCEND;
      const most = highestMetres - eyeMetres;
      return most > 0 && most / from - from * CURVATURE_PER_METRE <= steepest + leastRise ? END : SKIP;
    },
    visitCell(posts, column, row, from, to, u, rateU, v, rateV) {
      const at = row * TILE_POSTS + column;
      const nw = posts[at] as number;
      const ne = posts[at + 1] as number;
      const sw = posts[at + TILE_POSTS] as number;
      const se = posts[at + TILE_POSTS + 1] as number;
      // Cells are cut from south-west to north-east (u + v = 1), as in surface.ts.
      const ground = (metres: number): number => {
        const east = u + rateU * metres;
        const south = v + rateV * metres;
        return east + south < 1 ? nw + east * (ne - nw) + south * (sw - nw) : se + (1 - east) * (sw - se) + (1 - south) * (ne - se);
      };
      const turn = (1 - u - v) / (rateU + rateV);
      if (turn > from && turn < to) {
        const middle = ground(turn);
        stretch(from, ground(from), turn, middle);
        stretch(turn, middle, to, ground(to));
      } else stretch(from, ground(from), to, ground(to));
      return false;
    },
  };
  return walk(surface, path, walker, NEAREST_METRES, untilMetres);
}

/** The distance at which a slope is reached. Over a plane the slope is linear in 1/distance. `slope` lies between `low` and `high`. */
export function distanceAtSlope(slope: number, near: number, low: number, far: number, high: number): number {
  const share = high > low ? (slope - low) / (high - low) : 1;
  return 1 / (1 / near + share * (1 / far - 1 / near));
}

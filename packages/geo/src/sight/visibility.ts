// Whether a camera sees a position, and which cameras do: line of sight over the elevation, with curvature and refraction.
import { bearingDegrees, distanceMetres, type LngLat } from '../coordinates/geodesic.ts';
import type { Surface } from '../elevation/surface.ts';
import { metresBetween } from '../nearness/point-index.ts';
import { CURVATURE_PER_METRE } from '../ray/sight.ts';
import { type GroundPath, groundPath } from '../ray/walk.ts';
import { eyeMetres, NEAREST_METRES, risingGround, SIGHT_METRES, slopeTo, tiltOf, type Viewpoint } from './rising-ground.ts';

export interface Sightline {
  readonly visible: boolean;
  /**
   * Height of the position above the lowest free line of sight, metres. Negative: hidden by this much; smoke that rises as high is visible.
   * The terrain in the last cell before the position does not hide it; for a position nearer than a cell the value is the tower's height.
   */
  readonly clearanceMetres: number;
  /** Along the ground (the ellipsoid). */
  readonly distanceMetres: number;
  /** True azimuth to the position, clockwise from north. */
  readonly azimuthDegrees: number;
  /** The angle above the horizon; down is negative. */
  readonly tiltDegrees: number;
}

export interface SeenPosition extends LngLat {
  /** Height of the target above the ground; default 0, the ground itself. */
  readonly aboveGroundMetres?: number;
}

/**
 * The line of sight from a tower to a position. With its angles `locate` finds the position again to one cell along the ray.
 * @returns null where terrain on the path, under the tower or at the position is unknown
 */
export function canSee(camera: Viewpoint, position: SeenPosition, surface: Surface): Sightline | null {
  const way = wayTo(camera, position, surface);
  return way === null ? null : sightlineOn(way, surface);
}

export interface SeeingCamera<C extends Viewpoint> {
  readonly camera: C;
  readonly sightline: Sightline;
}

/**
 * The cameras that see a position, nearest first. Cameras with unknown terrain on the path are omitted. Cost (Node 24, one core): 200
 * cameras within 30 km 8 ms CPU while the surface's tiles are in memory. Other tiles have to be computed (demo relief 2 ms each), so most
 * cameras that do not see the position are excluded by single posts, without tiles: 180 ms the first time.
 */
export function camerasThatSee<C extends Viewpoint>(
  position: SeenPosition,
  cameras: readonly C[],
  surface: Surface,
  { maxDistanceMetres = SIGHT_METRES }: { readonly maxDistanceMetres?: number } = {},
): SeeingCamera<C>[] {
  const seen: SeeingCamera<C>[] = [];
  for (const camera of cameras) {
    // The sphere is accurate to 0.6 %, so distances near the limit are measured on the ellipsoid.
    if (metresBetween(camera, position) > maxDistanceMetres * 1.006) continue;
    const way = wayTo(camera, position, surface);
    if (way === null || way.metres > maxDistanceMetres || isPlainlyHidden(way, surface)) continue;
    const sightline = sightlineOn(way, surface);
    if (sightline?.visible) seen.push({ camera, sightline });
  }
  return seen.sort((a, b) => a.sightline.distanceMetres - b.sightline.distanceMetres);
}

interface Way {
  readonly camera: Viewpoint;
  readonly path: GroundPath;
  /** Height above sea level, metres. */
  readonly eye: number;
  readonly slope: number;
  readonly metres: number;
  readonly azimuthDegrees: number;
}

function wayTo(camera: Viewpoint, position: SeenPosition, surface: Surface): Way | null {
  const eye = eyeMetres(camera, surface);
  const ground = surface.heightAt(position.lng, position.lat);
  if (eye === null || ground === null) return null;
  // A position at the foot of the tower is seen straight down, so the distance must not be 0.
  const metres = Math.max(distanceMetres(camera, position), 1e-3);
  const azimuthDegrees = bearingDegrees(camera, position);
  const path = groundPath(camera, azimuthDegrees, metres, surface.cellDegrees);
  return { camera, path, eye, metres, azimuthDegrees, slope: slopeTo(eye, ground + (position.aboveGroundMetres ?? 0), metres) };
}

function sightlineOn({ camera, path, eye, slope, metres, azimuthDegrees }: Way, surface: Surface): Sightline | null {
  const untilMetres = metres - cellMetres(surface);
  const sightline = { distanceMetres: metres, azimuthDegrees, tiltDegrees: tiltOf(slope) };
  // A position nearer than a cell is never hidden.
  if (untilMetres <= NEAREST_METRES) return { ...sightline, visible: true, clearanceMetres: camera.towerHeightMetres };
  let steepest = Number.NEGATIVE_INFINITY;
  const isKnown = risingGround(surface, path, { metres: eye, untilMetres, leastRise: 0 }, (_near, _low, _far, high) => {
    steepest = high;
  });
  if (!isKnown) return null;
  const clearanceMetres = (slope - steepest) * metres;
  return { ...sightline, visible: clearanceMetres >= 0, clearanceMetres };
}

/** For most hidden positions a few posts on the path are enough to exclude them. */
const SAMPLES = 24;

function isPlainlyHidden({ path, eye, slope, metres }: Way, surface: Surface): boolean {
  const { u, v, stepMetres } = path;
  const end = metres - cellMetres(surface);
  // From the position backwards: obstacles are more often near it than near the tower, which is on high terrain.
  for (let sample = SAMPLES - 1; sample > 0; sample--) {
    const at = (end * sample) / SAMPLES;
    if (at < NEAREST_METRES) return false;
    const piece = Math.min(Math.floor(at / stepMetres), u.length - 2);
    const share = at / stepMetres - piece;
    const between = (knots: Float64Array): number =>
      (knots[piece] as number) + share * ((knots[piece + 1] as number) - (knots[piece] as number));
    const ground = surface.heightAt(between(u) * surface.cellDegrees - 180, 90 - between(v) * surface.cellDegrees);
    if (ground !== null && ground > eye + at * (slope + at * CURVATURE_PER_METRE)) return true;
  }
  return false;
}

/** The longer side of a cell, rounded up slightly. */
const cellMetres = (surface: Surface): number => surface.cellDegrees * METRES_PER_DEGREE;

/** A degree of latitude at the poles, the longest on the ellipsoid. */
const METRES_PER_DEGREE = 111_694;

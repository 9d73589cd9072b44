// Locates a fire seen by a camera: from the tower's position and height and the camera's angles to the first terrain on its line of sight.
// Used by the server's `locate` and camera detections, and by the simulator, which aims with the same numbers.
import { destination } from '../coordinates/geodesic.ts';
import type { Surface } from '../elevation/surface.ts';
import { firstHit } from './march.ts';
import { SIGMA_DEGREES } from './sight.ts';
import { groundPath } from './walk.ts';

/** A line of sight: the tower's foot (WGS 84 degrees), the height of the camera above it, and the camera's true angles. */
export interface Sighting {
  readonly lng: number;
  readonly lat: number;
  readonly towerHeightMetres: number;
  /** True, clockwise from north: the reported horizontal angle plus the camera's north correction. */
  readonly azimuthDegrees: number;
  /** The angle above the horizon; down is negative. */
  readonly tiltDegrees: number;
}

export interface LocateOptions {
  /** The range of the search along the ground. */
  readonly maxDistanceMetres?: number;
}

/** The position where a line of sight meets the terrain, and its uncertainty. */
export interface SightedPosition {
  readonly lng: number;
  readonly lat: number;
  /** Height of the terrain there above sea level. */
  readonly heightMetres: number;
  /** Along the ground (the ellipsoid) from the tower's foot. */
  readonly distanceMetres: number;
  /** The hit of a ray 0.1° lower. */
  readonly nearMetres: number;
  /** The hit of a ray 0.1° higher; `maxDistanceMetres` when it meets no terrain (see `farIsOpen`). */
  readonly farMetres: number;
  /** The higher ray meets no terrain within `maxDistanceMetres`: there is no known far end. */
  readonly farIsOpen: boolean;
  readonly band: Band;
}

/**
 * The area that contains the fire in at least 95 % of all cases when azimuth and tilt each have normal noise of 0.1° (`SIGMA_DEGREES`):
 * from `nearMetres` to `farMetres` from the tower, and no further to either side of the ray than `halfWidthMetres`. For 500 fires on the
 * demo relief in sight of towers it contains 96 to 97 %, with rays into the sky counted as misses.
 */
export interface Band {
  readonly nearMetres: number;
  /** `maxDistanceMetres` when the higher ray meets no terrain. */
  readonly farMetres: number;
  /** Half the width of the band at the position found: 4.8 m for each kilometre of distance. */
  readonly halfWidthMetres: number;
}

const MAX_DISTANCE_METRES = 30_000;

/** Tilt error from which the near and far range are calculated, to both sides. */
const TILT_ERROR_DEGREES = 0.1;

/**
 * Half the band, in standard deviations: 95 % are within 1.96. Where the terrain rises sideways, an error of azimuth moves the hit like an
 * error of tilt: at 45°, steeper than forests grow, by the same amount, together √2.
 */
const BAND_SIGMAS = 1.96 * Math.SQRT2;
const BAND_DEGREES = BAND_SIGMAS * SIGMA_DEGREES;

/**
 * The first position where the line of sight meets the terrain. Eye = terrain height + tower height; over the curved earth with refraction,
 * the ray is d²(1−k)/(2R) above its tangent after d metres (k = 0.13, R = 6,371,000 m).
 * @returns null for a ray into the sky, unknown terrain, a ray within 5° of a pole, and an invalid line of sight (tilt beyond ±90°, not
 * finite, a tower below the terrain)
 */
export function locate(sighting: Sighting, surface: Surface, options: LocateOptions = {}): SightedPosition | null {
  const { maxDistanceMetres = MAX_DISTANCE_METRES } = options;
  const { lng, lat, towerHeightMetres, azimuthDegrees, tiltDegrees } = sighting;
  if (
    !(maxDistanceMetres > 0) ||
    !(towerHeightMetres >= 0) ||
    !(tiltDegrees >= -90 && tiltDegrees <= 90) ||
    !Number.isFinite(azimuthDegrees)
  )
    return null;
  const foot = surface.heightAt(lng, lat);
  if (foot === null) return null;

  const path = groundPath(sighting, azimuthDegrees, maxDistanceMetres, surface.cellDegrees);
  // A higher ray is above a lower one everywhere and cannot hit sooner, so each search continues where the last one ended.
  let from = 0;
  const hit = (tilt: number): number | null => {
    const metres = firstHit(surface, path, { eyeMetres: foot + towerHeightMetres, slope: slopeOf(tilt) }, from);
    from = metres ?? from;
    return metres;
  };
  const [bandNear, near, distance] = [hit(tiltDegrees - BAND_DEGREES), hit(tiltDegrees - TILT_ERROR_DEGREES), hit(tiltDegrees)];
  if (bandNear === null || near === null || distance === null) return null;
  const far = hit(tiltDegrees + TILT_ERROR_DEGREES);
  const bandFar = far === null ? null : hit(tiltDegrees + BAND_DEGREES);

  const position = destination(sighting, azimuthDegrees, distance);
  return {
    ...position,
    heightMetres: surface.heightAt(position.lng, position.lat) ?? Number.NaN,
    distanceMetres: distance,
    nearMetres: near,
    farMetres: far ?? maxDistanceMetres,
    farIsOpen: far === null,
    band: {
      nearMetres: bandNear,
      farMetres: bandFar ?? maxDistanceMetres,
      halfWidthMetres: distance * Math.tan((BAND_DEGREES * Math.PI) / 180),
    },
  };
}

/** Limits the slope of a ray straight down, which would be infinite, and keeps the band on one side of the vertical. */
const slopeOf = (tiltDegrees: number): number => Math.tan((Math.min(89.999_999, Math.max(-89.999_999, tiltDegrees)) * Math.PI) / 180);

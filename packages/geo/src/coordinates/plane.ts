// A plane around a place, for calculations over many points within some tens of kilometres: fast, and accurate there to a few parts in a
// thousand.
import type { LngLat } from './geodesic.ts';

/** Metres east and north of the plane's origin. */
export interface PlanePoint {
  readonly east: number;
  readonly north: number;
}

/** WGS 84: semi-major axis in metres, and the square of the eccentricity. */
const SEMI_MAJOR_METRES = 6_378_137;
const ECCENTRICITY_SQUARED = 6.694_379_990_14e-3;
const RADIANS = Math.PI / 180;

/**
 * The offset from one place to another, in metres east and north, by the radii of curvature of the ellipsoid at the middle latitude
 * (mid-latitude formula; W. Torge, Geodesy, 6.3): to 1 m at 30 km up to 60° of latitude. The offset back is exactly the opposite.
 */
export function planeOffset(from: LngLat, to: LngLat): PlanePoint {
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt((from.lat + to.lat) / 2);
  return { east: signedDegrees(to.lng - from.lng) * eastMetresPerDegree, north: (to.lat - from.lat) * northMetresPerDegree };
}

/** The place at an offset: the inverse of `planeOffset`. */
export function planePlace(origin: LngLat, { east, north }: PlanePoint): LngLat {
  // The middle latitude depends only slightly on the result: two iterations determine it to below a millimetre.
  let lat = origin.lat + north / degreesAt(origin.lat).northMetresPerDegree;
  lat = origin.lat + north / degreesAt((origin.lat + lat) / 2).northMetresPerDegree;
  return { lng: signedDegrees(origin.lng + east / degreesAt((origin.lat + lat) / 2).eastMetresPerDegree), lat };
}

/** Metres in a degree of longitude and of latitude. */
export function degreesAt(lat: number): { readonly eastMetresPerDegree: number; readonly northMetresPerDegree: number } {
  const sine = Math.sin(lat * RADIANS);
  const w = 1 - ECCENTRICITY_SQUARED * sine * sine;
  return {
    eastMetresPerDegree: (SEMI_MAJOR_METRES / Math.sqrt(w)) * Math.cos(lat * RADIANS) * RADIANS,
    northMetresPerDegree: ((SEMI_MAJOR_METRES * (1 - ECCENTRICITY_SQUARED)) / (w * Math.sqrt(w))) * RADIANS,
  };
}

/** −180 … 180. */
const signedDegrees = (degrees: number): number => (degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees);

// Distances, bearings and destinations on the WGS 84 ellipsoid, by Karney's geodesics (GeographicLib; J. Geodesy 87, 2013): exact to nanometres.
import geographiclib from 'geographiclib-geodesic';

const { Geodesic } = geographiclib;
const wgs84 = Geodesic.WGS84;

/** WGS 84 degrees. */
export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** Metres along the shortest line on the ellipsoid. */
export function distanceMetres(from: LngLat, to: LngLat): number {
  return wgs84.Inverse(from.lat, from.lng, to.lat, to.lng, Geodesic.DISTANCE).s12 ?? 0;
}

/** The true azimuth at `from` towards `to`, degrees clockwise from north, 0 ≤ … < 360. */
export function bearingDegrees(from: LngLat, to: LngLat): number {
  const azimuth = wgs84.Inverse(from.lat, from.lng, to.lat, to.lng, Geodesic.AZIMUTH).azi1 ?? 0;
  return azimuth < 0 ? azimuth + 360 : azimuth;
}

/** The place `metres` from `from` along the geodesic that leaves it at `azimuthDegrees` (true). */
export function destination(from: LngLat, azimuthDegrees: number, metres: number): LngLat {
  const end = wgs84.Direct(from.lat, from.lng, azimuthDegrees, metres, Geodesic.LATITUDE | Geodesic.LONGITUDE);
  return { lng: end.lon2 ?? from.lng, lat: end.lat2 ?? from.lat };
}

/** Positions at several distances along one geodesic; longitudes continue past ±180°, so that they can be interpolated. */
export function along(from: LngLat, azimuthDegrees: number, distances: readonly number[]): LngLat[] {
  const mask = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.LONG_UNROLL;
  const line = wgs84.DirectLine(from.lat, from.lng, azimuthDegrees, 0, Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.DISTANCE_IN);
  return distances.map((metres) => {
    const at = line.Position(metres, mask);
    return { lng: at.lon2 ?? from.lng, lat: at.lat2 ?? from.lat };
  });
}

// The footprint of a satellite pixel, used by the map and the popup.

/** [longitude, latitude]. */
export type Ring = [number, number][];

/**
 * The outline of a fire pixel: centre ± half of `scan` east–west and ± half of `track` north–south, a closed ring of five points,
 * counter-clockwise from the south-west (RFC 7946).
 * Source: NASA FIRMS, attributes of the MODIS and VIIRS files: "scan and track reflect actual pixel size", along scan and along track.
 * The files do not give the track's heading, so the ring is aligned to north; the true pixel is rotated by up to some 15°.
 */
export function pixelFootprint(centre: LngLat, scanKilometres: number, trackKilometres: number): Ring {
  const north = destination(centre, 0, trackKilometres * 500);
  const south = destination(centre, 180, trackKilometres * 500);
  const [eastOfSouth, eastOfNorth] = [south, north].map((edge) => span(centre.lng, destination(edge, 90, scanKilometres * 500).lng)) as [
    number,
    number,
  ];
  const ring: Ring = [
    [centre.lng - eastOfSouth, south.lat],
    [centre.lng + eastOfSouth, south.lat],
    [centre.lng + eastOfNorth, north.lat],
    [centre.lng - eastOfNorth, north.lat],
  ];
  return [...ring, [centre.lng - eastOfSouth, south.lat]];
}

/** Degrees eastward. A ring may continue past 180°, because it is drawn in one piece. */
const span = (from: number, to: number): number => ((to - from + 540) % 360) - 180;

// Distances, bearings and places on the WGS 84 ellipsoid, by Karney's geodesics (GeographicLib; J. Geodesy 87, 2013): exact to nanometres.
import geographiclib from 'geographiclib-geodesic';

const { Geodesic } = geographiclib;
const wgs84 = Geodesic.WGS84;

/** WGS 84 degrees. */
export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** Metres along the shortest way over the ellipsoid. */
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

/** Places at several distances along one geodesic; longitudes run on past ±180°, so that they can be interpolated. */
export function along(from: LngLat, azimuthDegrees: number, distances: readonly number[]): LngLat[] {
  const mask = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.LONG_UNROLL;
  const line = wgs84.DirectLine(from.lat, from.lng, azimuthDegrees, 0, Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.DISTANCE_IN);
  return distances.map((metres) => {
    const at = line.Position(metres, mask);
    return { lng: at.lon2 ?? from.lng, lat: at.lat2 ?? from.lat };
  });
}

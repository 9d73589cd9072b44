// As much of the ground as the window shows, taken from where the camera rests. Pure.
import type { GeoBox, RestingView } from '@lookout/map';

const METRES_PER_DEGREE = 111_320;
/** Nearer to a pole a degree of longitude is taken as no shorter than this share of one at the equator. */
const LEAST_COSINE = 0.05;

/** @param widthPixels of the map, CSS pixels; a tilted camera sees further than this */
export function boxOfView(
  { lng, lat, metresPerPixel }: Pick<RestingView, 'lng' | 'lat' | 'metresPerPixel'>,
  widthPixels: number,
  heightPixels: number,
): GeoBox {
  const up = (metresPerPixel * heightPixels) / 2 / METRES_PER_DEGREE;
  const across = (metresPerPixel * widthPixels) / 2 / METRES_PER_DEGREE / Math.max(LEAST_COSINE, Math.cos((lat * Math.PI) / 180));
  return {
    west: Math.max(-180, lng - across),
    south: Math.max(-90, lat - up),
    east: Math.min(180, lng + across),
    north: Math.min(90, lat + up),
  };
}

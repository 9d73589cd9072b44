import type { LngLat } from '@lookout/geo';
import type { GeoBox } from '@lookout/map';

/** In whichever order they come. @returns null when they span no area */
export function boxOfCorners(a: LngLat, b: LngLat): GeoBox | null {
  if (a.lng === b.lng || a.lat === b.lat) return null;
  return { west: Math.min(a.lng, b.lng), south: Math.min(a.lat, b.lat), east: Math.max(a.lng, b.lng), north: Math.max(a.lat, b.lat) };
}

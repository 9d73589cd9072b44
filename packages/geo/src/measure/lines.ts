// Lengths and areas on the WGS 84 ellipsoid, by Karney's geodesics (GeographicLib): what the measuring tools show first.
import geographiclib from 'geographiclib-geodesic';
import { along, bearingDegrees, distanceMetres, type LngLat } from '../coordinates/geodesic.ts';

/** Metres of each leg along the shortest way over the ellipsoid; one fewer than there are points. */
export const legMetres = (points: readonly LngLat[]): number[] =>
  points.slice(1).map((to, index) => distanceMetres(points[index] ?? to, to));

/** Metres of the whole way; 0 of fewer than two points. */
export const lengthMetres = (points: readonly LngLat[]): number => legMetres(points).reduce((sum, metres) => sum + metres, 0);

/**
 * Square metres inside a ring of geodesics, whichever way round it runs; the last point needs not repeat the first.
 * Of a ring that crosses itself the parts that run the other way round count negative, as in every planar formula.
 */
export function areaSquareMetres(ring: readonly LngLat[]): number {
  const polygon = geographiclib.Geodesic.WGS84.Polygon(false);
  for (const { lng, lat } of ring) polygon.AddPoint(lat, lng);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/**
 * Places along the way, evenly spaced on each leg, every given point among them.
 * @param stepMetres wished spacing; wider when the way would need more than `most` places
 */
export function samplesAlong(points: readonly LngLat[], stepMetres: number, most: number): LngLat[] {
  const [first] = points;
  if (first === undefined) return [];
  const legs = legMetres(points);
  const total = legs.reduce((sum, metres) => sum + metres, 0);
  // Each leg rounds up: leave a place for every point.
  const step = Math.max(stepMetres, total / Math.max(1, most - points.length));
  const samples: LngLat[] = [first];
  for (const [index, metres] of legs.entries()) {
    const [from, to] = [points[index] ?? first, points[index + 1] ?? first];
    const pieces = Math.ceil(metres / step);
    const distances = Array.from({ length: Math.max(0, pieces - 1) }, (_, piece) => (metres * (piece + 1)) / pieces);
    samples.push(...along(from, bearingDegrees(from, to), distances), to);
  }
  return samples;
}

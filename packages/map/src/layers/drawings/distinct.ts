// Removes repeated points, which cannot be drawn.
import type { Place } from '../../engine/places.ts';

/** A tenth of a metre. Between closer points Cesium finds no direction, and fills a quarter of the map with the line's colour. */
const LEAST_DEGREES = 1e-6;

const isSame = (a: Place, b: Place): boolean => Math.abs(a.lng - b.lng) < LEAST_DEGREES && Math.abs(a.lat - b.lat) < LEAST_DEGREES;

/**
 * Returns the points without those that repeat the previous one. A line of zero length or an area of two points then has fewer points than
 * it needs.
 */
export function distinct<P extends Place>(points: readonly P[]): P[] {
  const distinctPoints: P[] = [];
  for (const point of points) {
    const before = distinctPoints.at(-1);
    if (before === undefined || !isSame(before, point)) distinctPoints.push(point);
  }
  return distinctPoints;
}

/**
 * Returns a ring without a last point equal to its first: Cesium closes rings itself, and between two equal points its worker finds no
 * direction and fails.
 */
export function openRing<P extends Place>(points: readonly P[]): P[] {
  const distinctPoints = distinct(points);
  const [first, last] = [distinctPoints[0], distinctPoints.at(-1)];
  return first !== undefined && last !== undefined && distinctPoints.length > 1 && isSame(first, last)
    ? distinctPoints.slice(0, -1)
    : distinctPoints;
}

// Points that can be drawn.

interface Point {
  readonly lng: number;
  readonly lat: number;
}

/** A tenth of a metre. Between points that are nearer Cesium finds no direction, and fills a quarter of the map with the line's colour. */
const LEAST_DEGREES = 1e-6;

const isSame = (a: Point, b: Point): boolean => Math.abs(a.lng - b.lng) < LEAST_DEGREES && Math.abs(a.lat - b.lat) < LEAST_DEGREES;

/** Without points that repeat the one before. A line without length and an area of two points come out as fewer points than they need. */
export function distinct<P extends Point>(points: readonly P[]): P[] {
  const kept: P[] = [];
  for (const point of points) {
    const before = kept.at(-1);
    if (before === undefined || !isSame(before, point)) kept.push(point);
  }
  return kept;
}

/** A ring without a last point that is its first: Cesium closes rings itself, and between two equal points its worker finds no direction and fails. */
export function openRing<P extends Point>(points: readonly P[]): P[] {
  const kept = distinct(points);
  const [first, last] = [kept[0], kept.at(-1)];
  return first !== undefined && last !== undefined && kept.length > 1 && isSame(first, last) ? kept.slice(0, -1) : kept;
}

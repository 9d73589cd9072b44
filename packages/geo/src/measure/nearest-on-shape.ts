// The distance of a GeoJSON shape (RFC 7946) from a position, and its nearest point. Computed on a plane around the position: accurate to a
// thousandth within tens of kilometres.
import type { LngLat } from '../coordinates/geodesic.ts';

export interface Shape {
  readonly type: string;
  readonly coordinates: unknown;
}

export interface NearestOnShape extends LngLat {
  /** 0: the position is inside. */
  readonly metres: number;
}

type Point = readonly [number, number];
type Line = readonly Point[];

const METRES_PER_DEGREE = 111_320;

/** Areas by the even-odd rule, with holes. @returns null for an empty shape, or a type that is not a geometry */
export function nearestOnShape({ type, coordinates }: Shape, at: LngLat): NearestOnShape | null {
  const scale = Math.cos((at.lat * Math.PI) / 180) * METRES_PER_DEGREE;
  const flat = ([lng, lat]: Point): Point => [(lng - at.lng) * scale, (lat - at.lat) * METRES_PER_DEGREE];
  const placed = ([x, y]: Point): NearestOnShape => ({
    lng: at.lng + x / scale,
    lat: at.lat + y / METRES_PER_DEGREE,
    metres: Math.hypot(x, y),
  });
  const onPoint = (point: Point): NearestOnShape => placed(flat(point));
  const onLine = (line: Line): NearestOnShape | null =>
    nearer(line.slice(1).map((point, i) => placed(nearestOnSegment(flat(line[i] as Point), flat(point)))));
  const onArea = (rings: readonly Line[]): NearestOnShape | null =>
    rings.filter((ring) => isInside(ring, at)).length % 2 === 1 ? { ...at, metres: 0 } : nearer(rings.map(onLine));
  switch (type) {
    case 'Point':
      return onPoint(coordinates as Point);
    case 'MultiPoint':
      return nearer((coordinates as Line).map(onPoint));
    case 'LineString':
      return onLine(coordinates as Line);
    case 'MultiLineString':
      return nearer((coordinates as readonly Line[]).map(onLine));
    case 'Polygon':
      return onArea(coordinates as readonly Line[]);
    case 'MultiPolygon':
      return nearer((coordinates as readonly (readonly Line[])[]).map(onArea));
    default:
      return null;
  }
}

function nearer(found: readonly (NearestOnShape | null)[]): NearestOnShape | null {
  return found.reduce((best, one) => (one !== null && (best === null || one.metres < best.metres) ? one : best), null);
}

/** The point of a segment nearest to the origin. */
function nearestOnSegment([ax, ay]: Point, [bx, by]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return [ax + t * dx, ay + t * dy];
}

/** Even-odd rule. */
function isInside(ring: Line, { lng, lat }: LngLat): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [x0, y0] = ring[i - 1] as Point;
    const [x1, y1] = ring[i] as Point;
    if (y0 > lat !== y1 > lat && lng < x0 + ((lat - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  }
  return inside;
}

// Does a place lie in a shape, or near a line or point? Degrees are made metres around the place: good for the metres of a click.
import type { Position } from '@lookout/domain';
import type { LayerBox, MapFeature } from '@lookout/store';

const METRES_PER_DEGREE = 111_320;
type Point = readonly [number, number];
type Line = readonly Point[];

export function boxAround({ lng, lat }: Position, metres: number): LayerBox {
  const north = metres / METRES_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [lng - east, lat - north, lng + east, lat + north];
}

/** @param metres how far a line or a point may be missed; an area is touched inside, or where its edge is that near */
export function isNear({ type, coordinates }: MapFeature['geometry'], at: Position, metres: number): boolean {
  const scale = Math.cos((at.lat * Math.PI) / 180);
  const flat = ([lng, lat]: Point): Point => [(lng - at.lng) * scale * METRES_PER_DEGREE, (lat - at.lat) * METRES_PER_DEGREE];
  const nearLine = (line: Line) => line.some((point, i) => i > 0 && distanceTo(flat(line[i - 1] as Point), flat(point)) <= metres);
  const inArea = (rings: readonly Line[]) => rings.filter((ring) => isInside(ring, at)).length % 2 === 1 || rings.some(nearLine);
  const nearPoint = (point: Point) => Math.hypot(...flat(point)) <= metres;
  switch (type) {
    case 'Point':
      return nearPoint(coordinates as Point);
    case 'MultiPoint':
      return (coordinates as Line).some(nearPoint);
    case 'LineString':
      return nearLine(coordinates as Line);
    case 'MultiLineString':
      return (coordinates as readonly Line[]).some(nearLine);
    case 'Polygon':
      return inArea(coordinates as readonly Line[]);
    case 'MultiPolygon':
      return (coordinates as readonly (readonly Line[])[]).some(inArea);
    default:
      return false;
  }
}

/** From the origin to the segment. */
function distanceTo([ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + t * dx, ay + t * dy);
}

/** Even-odd rule. */
function isInside(ring: Line, { lng, lat }: Position): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [x0, y0] = ring[i - 1] as Point;
    const [x1, y1] = ring[i] as Point;
    if (y0 > lat !== y1 > lat && lng < x0 + ((lat - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  }
  return inside;
}

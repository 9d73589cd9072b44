// Where the name of a shape stands: inside an area, on a line; one place, whatever tile asks.
export type Coordinates = readonly unknown[];
type Point = readonly [number, number];

export interface LabelPoint {
  readonly lng: number;
  readonly lat: number;
  /** How large the shape is, degrees; 0 of a point: its name stands at every height. */
  readonly spanDegrees: number;
}

export function labelPointOf(type: string, coordinates: Coordinates): LabelPoint | null {
  switch (type) {
    case 'Point':
      return pointLabel(coordinates as unknown as Point);
    case 'MultiPoint':
      return pointLabel(coordinates[0] as Point);
    case 'LineString':
      return lineLabel(coordinates as readonly Point[]);
    case 'MultiLineString':
      return largest((coordinates as readonly (readonly Point[])[]).map(lineLabel));
    case 'Polygon':
      return areaLabel(coordinates[0] as readonly Point[]);
    case 'MultiPolygon':
      return largest((coordinates as readonly (readonly (readonly Point[])[])[]).map(([outer]) => areaLabel(outer ?? [])));
    default:
      return null;
  }
}

const pointLabel = ([lng, lat]: Point): LabelPoint => ({ lng, lat, spanDegrees: 0 });

const largest = (labels: readonly (LabelPoint | null)[]): LabelPoint | null =>
  labels.reduce((best, one) => (one && (!best || one.spanDegrees > best.spanDegrees) ? one : best), null);

function lineLabel(line: readonly Point[]): LabelPoint | null {
  const middle = line[Math.floor(line.length / 2)];
  return middle ? { lng: middle[0], lat: middle[1], spanDegrees: spanOf(line) } : null;
}

/** The middle of the widest stretch inside, on the parallel half-way up: always inside, even of a crescent. */
function areaLabel(ring: readonly Point[]): LabelPoint | null {
  const lats = ring.map(([, lat]) => lat);
  const lat = (min(lats) + max(lats)) / 2;
  const crossings: number[] = [];
  for (let i = 1; i < ring.length; i += 1) {
    const [x0, y0] = ring[i - 1] as Point;
    const [x1, y1] = ring[i] as Point;
    if (y0 > lat !== y1 > lat) crossings.push(x0 + ((lat - y0) / (y1 - y0)) * (x1 - x0));
  }
  crossings.sort((a, b) => a - b);
  let best: { lng: number; width: number } | null = null;
  for (let i = 1; i < crossings.length; i += 2) {
    const [from, to] = [crossings[i - 1] as number, crossings[i] as number];
    if (best === null || to - from > best.width) best = { lng: (from + to) / 2, width: to - from };
  }
  return best && { lng: best.lng, lat, spanDegrees: spanOf(ring) };
}

function spanOf(points: readonly Point[]): number {
  const lngs = points.map(([lng]) => lng);
  const lats = points.map(([, lat]) => lat);
  return Math.max(max(lngs) - min(lngs), max(lats) - min(lats));
}

// Not Math.min(...all): a coast line has more points than a call takes arguments.
const min = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

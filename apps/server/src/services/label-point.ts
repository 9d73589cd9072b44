// Where the name of a shape stands: inside an area, on a line; one place, whatever tile asks.
import polylabel from 'polylabel';

export type Coordinates = readonly unknown[];
type Point = readonly [number, number];

/** How near the place with most room is looked for, as a share of the area's size: finer is not seen at any height. */
const FINENESS = 1 / 1000;

interface LabelPoint {
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
      return areaLabel(coordinates as readonly (readonly Point[])[]);
    case 'MultiPolygon':
      return largest((coordinates as readonly (readonly (readonly Point[])[])[]).map(areaLabel));
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

/** Where most room is around it, clear of holes. In a strip as thin as a line there is none: on its edge, half-way along one side. */
function areaLabel(rings: readonly (readonly Point[])[]): LabelPoint | null {
  const [outer = []] = rings;
  const corner = outer[Math.floor(outer.length / 4)];
  if (!corner) return null;
  const spanDegrees = spanOf(outer);
  const pole = polylabel(rings as [number, number][][], spanDegrees * FINENESS);
  const [lng, lat] = pole.distance > 0 ? pole : corner;
  return { lng, lat, spanDegrees };
}

function spanOf(points: readonly Point[]): number {
  const lngs = points.map(([lng]) => lng);
  const lats = points.map(([, lat]) => lat);
  return Math.max(max(lngs) - min(lngs), max(lats) - min(lats));
}

// Not Math.min(...all): a coast line has more points than a call takes arguments.
const min = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

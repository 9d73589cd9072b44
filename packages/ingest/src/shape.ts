// Geometries from files → the product's shapes: checked point by point, placed in WGS 84, and of one kind each. Every reader of vector
// files uses it.
import { type FileFault, fileFault, positionFault, positionRowFault } from '@lookout/domain';
import type { CoordinateSystem } from './placing/index.ts';

export interface LayerGeometry {
  readonly type: 'Point' | 'MultiPoint' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';
  readonly coordinates: unknown;
}

export interface Shape {
  readonly geometry: LayerGeometry;
  /** Degrees: west, south, east, north. */
  readonly box: readonly [number, number, number, number];
}

interface Kind {
  /** Nesting depth of the coordinates. */
  readonly depth: number;
  /** Minimum number of points in the innermost list. */
  readonly least: number;
  readonly isClosed: boolean;
  /** The type that several of them are combined to. */
  readonly several: LayerGeometry['type'];
}

const KINDS: Readonly<Record<LayerGeometry['type'], Kind>> = {
  Point: { depth: 0, least: 1, isClosed: false, several: 'MultiPoint' },
  MultiPoint: { depth: 1, least: 1, isClosed: false, several: 'MultiPoint' },
  LineString: { depth: 1, least: 2, isClosed: false, several: 'MultiLineString' },
  MultiLineString: { depth: 2, least: 2, isClosed: false, several: 'MultiLineString' },
  Polygon: { depth: 2, least: 3, isClosed: true, several: 'MultiPolygon' },
  MultiPolygon: { depth: 3, least: 3, isClosed: true, several: 'MultiPolygon' },
};
const isGeometryType = (type: unknown): type is LayerGeometry['type'] => typeof type === 'string' && Object.hasOwn(KINDS, type);

/** Thrown while walking through a shape. */
class BadShape extends Error {
  readonly fault: FileFault;
  constructor(fault: FileFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** Represents a geometry that its reader could not assemble: its feature is refused, the others are read. */
export class FaultyGeometry {
  readonly fault: FileFault;
  constructor(fault: FileFault) {
    this.fault = fault;
  }
}

type Point = readonly [lng: number, lat: number];
type Parts = Map<LayerGeometry['type'], LayerGeometry[]>;

/** Collections nested deeper than this are refused. */
const MOST_NESTED = 32;

/**
 * The shapes of a geometry: one, or for a collection one for each kind (points, lines, areas) that it contains, with all parts of that
 * kind.
 * @param system of the coordinates
 */
export function shapesOf(geometry: unknown, system: CoordinateSystem): readonly Shape[] | FileFault {
  try {
    const parts: Parts = new Map();
    collect(geometry, parts, 0);
    return [...parts.values()].map((same) => shapeOf(same, system));
  } catch (error) {
    if (error instanceof BadShape) return error.fault;
    throw error;
  }
}

function collect(geometry: unknown, parts: Parts, depth: number): void {
  if (geometry instanceof FaultyGeometry) throw new BadShape(geometry.fault);
  const { type, coordinates, geometries } = isRecord(geometry) ? geometry : {};
  if (type === 'GeometryCollection' && Array.isArray(geometries) && depth < MOST_NESTED) {
    if (geometries.length === 0) throw new BadShape(fileFault('shape-empty'));
    for (const one of geometries) collect(one, parts, depth + 1);
    return;
  }
  if (!isGeometryType(type))
    throw new BadShape(fileFault('shape-type', { wanted: 'any', found: type === undefined || type === null ? null : String(type) }));
  const { several } = KINDS[type];
  const same = parts.get(several);
  if (same) same.push({ type, coordinates });
  else parts.set(several, [{ type, coordinates }]);
}

function shapeOf(parts: readonly LayerGeometry[], system: CoordinateSystem): Shape {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  const read = parts.map(({ type, coordinates }): LayerGeometry => ({ type, coordinates: coordinatesOf(type, coordinates, system, box) }));
  const [first, ...others] = read as [LayerGeometry, ...LayerGeometry[]];
  if (others.length === 0) return { geometry: first, box };
  const { several } = KINDS[first.type];
  return {
    geometry: {
      type: several,
      coordinates: read.flatMap((one) => (one.type === several ? (one.coordinates as unknown[]) : [one.coordinates])),
    },
    box,
  };
}

function coordinatesOf(
  type: LayerGeometry['type'],
  coordinates: unknown,
  system: CoordinateSystem,
  box: [number, number, number, number],
): unknown {
  const { depth, least, isClosed } = KINDS[type];
  const point = (value: unknown): Point => {
    const [lng, lat] = placed(value, system);
    box[0] = Math.min(box[0], lng);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lng);
    box[3] = Math.max(box[3], lat);
    return [lng, lat];
  };
  const walk = (value: unknown, left: number): unknown => {
    if (left === 0) return point(value);
    if (!Array.isArray(value) || value.length === 0) throw new BadShape(fileFault('shape-empty'));
    if (left > 1) return value.map((part) => walk(part, left - 1));
    const points = value.map(point);
    if (isClosed) close(points);
    if (points.length < least + (isClosed ? 1 : 0))
      throw new BadShape(isClosed ? fileFault('ring-too-short', { least: 3 }) : fileFault('line-shape-too-short'));
    return points;
  };
  return walk(coordinates, depth);
}

/** @throws BadShape for a position outside the area that forest duty in China can mean */
function placed(value: unknown, system: CoordinateSystem): Point {
  const [x, y]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
    throw new BadShape(fileFault('point-not-coordinates'));
  const place = placeOf(x, y, system);
  if ('code' in place) throw new BadShape(place);
  return place;
}

/**
 * Converts two numbers of a file to a position.
 * @returns WGS 84 degrees; the fault when the numbers are not degrees, or the position is impossible
 */
export function placeOf(x: number, y: number, system: CoordinateSystem): Point | FileFault {
  if (system.isDegrees && positionFault({ lng: x, lat: y }) === 'swapped') return fileFault('position-swapped', { lng: x, lat: y });
  // Metres of a projected file are far outside the range of degrees: the most common mistake with official data.
  if (system.isDegrees && (Math.abs(x) > 180 || Math.abs(y) > 90)) return fileFault('coordinates-not-degrees', { lng: x, lat: y });
  const [lng, lat] = system.toWgs84(x, y);
  if (!Number.isFinite(lng) || !Number.isFinite(lat)) return fileFault('point-outside-projection', { x, y, name: system.name ?? '' });
  return positionRowFault({ lng, lat }) ?? [lng, lat];
}

function close(ring: Point[]): void {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

// Conversion between GeoJSON (RFC 7946), in degrees, and the plane of a ground.
import type { Offset } from '@lookout/geo';
import { type GroundCells, offsetIn, placeIn } from './frame.ts';
import type { Ignition } from './ignition.ts';

/** A geometry of any kind. */
export interface Shape {
  readonly type: string;
  readonly coordinates?: unknown;
  /** Present in a GeometryCollection. */
  readonly geometries?: readonly Shape[];
}

type Position = readonly number[];
/** Precision of coordinates: about a metre. */
const DECIMALS = 1e5;

/** The points, lines and areas of a geometry, ignited so many minutes after the beginning; empty for an unknown type. */
export function ignitionsOf(cells: GroundCells, { type, coordinates, geometries }: Shape, atMinutes = 0): Ignition[] {
  if (type === 'GeometryCollection') return (geometries ?? []).flatMap((geometry) => ignitionsOf(cells, geometry, atMinutes));
  const at = ([lng = Number.NaN, lat = Number.NaN]: Position) => offsetIn(cells, { lng, lat });
  const point = (place: Position): Ignition => ({ kind: 'point', atMinutes, point: at(place) });
  const line = (places: readonly Position[]): Ignition => ({ kind: 'line', atMinutes, points: places.map(at) });
  const area = (rings: readonly (readonly Position[])[]): Ignition => ({
    kind: 'polygon',
    atMinutes,
    rings: rings.map((ring) => ring.map(at)),
  });
  const kinds: Readonly<Record<string, (coordinates: never) => Ignition[]>> = {
    Point: (place: Position) => [point(place)],
    MultiPoint: (places: readonly Position[]) => places.map(point),
    LineString: (places: readonly Position[]) => [line(places)],
    MultiLineString: (lines: readonly (readonly Position[])[]) => lines.map(line),
    Polygon: (rings: readonly (readonly Position[])[]) => [area(rings)],
    MultiPolygon: (areas: readonly (readonly (readonly Position[])[])[]) => areas.map(area),
  };
  return Object.hasOwn(kinds, type) ? (kinds[type]?.(coordinates as never) ?? []) : [];
}

/** Coordinates of a MultiPolygon, to a metre. @param polygons in the form of isochrones */
export const multiPolygonOf = (
  cells: GroundCells,
  polygons: readonly (readonly (readonly Offset[])[])[],
): readonly (readonly (readonly (readonly [lng: number, lat: number])[])[])[] => {
  const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS;
  return polygons.map((rings) =>
    rings.map((ring) =>
      ring.map((offset) => {
        const { lng, lat } = placeIn(cells, offset);
        return [rounded(lng), rounded(lat)] as const;
      }),
    ),
  );
};

const MINUTES_PER_HOUR = 60;

/** Levels at a fixed interval in minutes up to the end of the hours. */
export const isochroneLevels = (hours: number, everyMinutes: number): number[] =>
  Array.from({ length: Math.floor((hours * MINUTES_PER_HOUR) / everyMinutes) }, (_, i) => (i + 1) * everyMinutes);

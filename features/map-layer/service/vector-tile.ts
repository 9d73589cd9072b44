// One vector tile (Mapbox Vector Tile 2.1) from the features that touch it. Pure; runs in the worker.
import { gzipSync } from 'node:zlib';
import GeoJsonVt from 'geojson-vt';
import polylabel from 'polylabel';
import { fromGeojsonVt } from 'vt-pbf';

/** In the form returned by the store's `tileText`. */
export type TileFeature = readonly [
  name: string,
  latinName: string | null,
  roadClass: string | null,
  geometry: { readonly type: string; readonly coordinates: unknown },
];

/** Finer levels are drawn from this level: its 4096 units across are 0.6 m each. */
export const FINEST_LEVEL = 14;
export const EXTENT = 4096;
/** Margin beyond each edge, in tile units, so that lines and hatching join across it. */
export const BUFFER = 64;
/** A name near an edge is included in both tiles, each of which draws its half. */
const NAME_BUFFER = 1024;

/** @returns gzipped; empty when no feature lies in the tile */
export function makeTile(features: readonly TileFeature[], level: number, x: number, y: number): Uint8Array {
  const shapes = features.map(([name, , roadClass, geometry]) => ({
    type: 'Feature' as const,
    properties: { ...(name !== '' && { name }), ...(roadClass !== null && { class: roadClass }) },
    geometry,
  }));
  const names = features.flatMap(([name, latinName, , geometry]) => {
    const at = name === '' ? null : labelPointOf(geometry.type, geometry.coordinates as Coordinates);
    if (at === null) return [];
    const properties = { name, ...(latinName !== null && { latinName }), span: Math.round(at.spanDegrees * 1e5) / 1e5 };
    return [{ type: 'Feature' as const, properties, geometry: { type: 'Point', coordinates: [at.lng, at.lat] } }];
  });
  const layers = { features: cut(shapes, BUFFER, level, x, y), names: cut(names, NAME_BUFFER, level, x, y) };
  if (layers.features === null && layers.names === null) return new Uint8Array();
  const present = Object.fromEntries(Object.entries(layers).flatMap(([name, tile]) => (tile === null ? [] : [[name, tile]])));
  return gzipSync(fromGeojsonVt(present as never, { version: 2, extent: EXTENT }));
}

function cut(features: readonly object[], buffer: number, level: number, x: number, y: number) {
  if (features.length === 0) return null;
  const collection = { type: 'FeatureCollection', features } as never;
  // Only the path down to this tile is cut; no other tile is indexed.
  const index = new GeoJsonVt(collection, { maxZoom: FINEST_LEVEL, indexMaxZoom: 0, indexMaxPoints: 0, extent: EXTENT, buffer });
  const tile = index.getTile(level, x, y);
  return tile === null || tile.features.length === 0 ? null : tile;
}

// The position of a shape's name: inside an area, on a line; the same in every tile.

type Coordinates = readonly unknown[];
type Point = readonly [number, number];

/** Precision of the search, as a fraction of the area's size: a finer one is not visible at any height. */
const FINENESS = 1 / 1000;

interface LabelPoint {
  readonly lng: number;
  readonly lat: number;
  /** Size of the shape in degrees; 0 for a point, whose name is shown at every height. */
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

/** The pole of inaccessibility, outside holes. For a strip as thin as a line: a point on its edge. */
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

// Not Math.min(...all): a coastline has more points than a call can have arguments.
const min = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

// Makes one vector tile (Mapbox Vector Tile 2.1) from the features that touch it. Pure; runs in the worker.
import { gzipSync } from 'node:zlib';
import GeoJsonVt from 'geojson-vt';
import { fromGeojsonVt } from 'vt-pbf';
import { type Coordinates, labelPointOf } from './label-point.ts';

/** As the store's `tileText` gives them. */
export type TileFeature = readonly [
  name: string,
  roadClass: string | null,
  geometry: { readonly type: string; readonly coordinates: unknown },
];

/** Finer levels are drawn from this one: 4096 steps across it are 0.6 m each. */
export const FINEST_LEVEL = 14;
export const EXTENT = 4096;
/** Beyond each edge, so that lines and hatching meet over it. */
export const BUFFER = 64;
/** A name that stands near an edge is drawn in both tiles, each its half. */
const NAME_BUFFER = 1024;

/** @returns gzipped; empty when nothing of the features lies in the tile */
export function makeTile(features: readonly TileFeature[], level: number, x: number, y: number): Uint8Array {
  const shapes = features.map(([name, roadClass, geometry]) => ({
    type: 'Feature' as const,
    properties: { ...(name !== '' && { name }), ...(roadClass !== null && { class: roadClass }) },
    geometry,
  }));
  const names = features.flatMap(([name, , geometry]) => {
    const at = name === '' ? null : labelPointOf(geometry.type, geometry.coordinates as Coordinates);
    if (at === null) return [];
    const properties = { name, span: Math.round(at.spanDegrees * 1e5) / 1e5 };
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
  // Only the way down to the one tile is cut; nothing is indexed for others.
  const index = new GeoJsonVt(collection, { maxZoom: FINEST_LEVEL, indexMaxZoom: 0, indexMaxPoints: 0, extent: EXTENT, buffer });
  const tile = index.getTile(level, x, y);
  return tile === null || tile.features.length === 0 ? null : tile;
}

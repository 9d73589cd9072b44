// The names of vector tiles: which tiles a view needs, which names a decoded tile contains, and which are large enough to be shown. Loads
// no Cesium.

import { isWithin, VILLAGE_NAME_BAND } from '@lookout/map/bands.ts';
import type { GeoBox } from '@lookout/map/engine/places.ts';
import { cutLabel } from '@lookout/map/layers/labels.ts';
import type { VectorTile } from '@lookout/map/layers/vector-tile.ts';
import type { VectorLayerKind } from '../../map-layer.ts';
import { VECTOR_STYLES } from './styles.ts';
import type { TileAt } from './tile-source.ts';

/** A name as stored in a tile. */
export interface TileName {
  readonly name: string;
  /** Name in Latin letters; null: none is known. */
  readonly latinName: string | null;
  readonly lng: number;
  readonly lat: number;
  /** Size of the named shape in degrees; 0 for a point. */
  readonly spanDegrees: number;
}

/** Most tiles along the longer side of the view. */
const TILES_ACROSS = 3;
const MERCATOR_EDGE_DEGREES = 85.05;
/** Users could not read more; a tile lists the larger shapes first. */
const MOST_NAMES_OF_TILE = 1_000;

/** The tiles of a box, at the finest level at which there are at most nine. @param finest the finest stored level */
export function tilesOfBox({ west, south, east, north }: GeoBox, finest: number): TileAt[] {
  const rowAt = (lat: number): number => {
    const within = Math.max(-MERCATOR_EDGE_DEGREES, Math.min(MERCATOR_EDGE_DEGREES, lat));
    return (1 - Math.asinh(Math.tan((within * Math.PI) / 180)) / Math.PI) / 2;
  };
  const columnAt = (lng: number): number => (Math.max(-180, Math.min(180, lng)) + 180) / 360;
  const [left, right, top, bottom] = [columnAt(west), columnAt(east), rowAt(north), rowAt(south)];
  const share = Math.max(right - left, bottom - top, Number.EPSILON);
  const level = Math.max(0, Math.min(finest, Math.floor(Math.log2((TILES_ACROSS - 1) / share))));
  const across = 2 ** level;
  const tileAt = (part: number): number => Math.min(across - 1, Math.floor(part * across));
  const tiles: TileAt[] = [];
  for (let y = tileAt(top); y <= tileAt(bottom); y++) for (let x = tileAt(left); x <= tileAt(right); x++) tiles.push({ level, x, y });
  return tiles;
}

/** The names at places inside the tile; names outside belong to its neighbours. */
export function namesOf({ layers: { names } }: Pick<VectorTile, 'layers'>, { level, x, y }: TileAt): TileName[] {
  const across = 2 ** level;
  return Array.from({ length: names?.length ?? 0 }, (_, at) => names?.feature(at))
    .flatMap((feature): TileName[] => {
      const { name, latinName, span } = feature?.properties ?? {};
      const [[point] = []] = feature?.loadGeometry() ?? [];
      if (feature === undefined || point === undefined || typeof name !== 'string') return [];
      const { extent } = feature;
      if (point.x < 0 || point.y < 0 || point.x >= extent || point.y >= extent) return [];
      const lng = ((x + point.x / extent) / across) * 360 - 180;
      const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + point.y / extent)) / across))) * 180) / Math.PI;
      return [{ name, latinName: typeof latinName === 'string' ? latinName : null, lng, lat, spanDegrees: Number(span) }];
    })
    .slice(0, MOST_NAMES_OF_TILE);
}

const METRES_PER_DEGREE = 111_320;

/**
 * Size of a name's shape on the screen, CSS pixels; null: the name is not shown, because the shape is too small or the camera too high.
 * @param metresPerPixel at the name's place
 */
export function writtenPixels(
  kind: VectorLayerKind,
  { spanDegrees }: TileName,
  heightMetres: number,
  metresPerPixel: number,
): number | null {
  const isPoint = spanDegrees === 0;
  if ((isPoint || kind === 'village') && !isWithin(heightMetres, VILLAGE_NAME_BAND)) return null;
  const pixels = (spanDegrees * METRES_PER_DEGREE) / metresPerPixel;
  return isPoint || pixels >= VECTOR_STYLES[kind].name.leastPixels ? pixels : null;
}

/** Specification §9: seven characters and an ellipsis. A name in Latin letters needs half the room and is shown in full. */
export const writtenText = ({ name, latinName }: TileName, language: 'zh' | 'en'): string =>
  language === 'en' && latinName !== null ? latinName : cutLabel(name);

// A GeoJSON or KML file with points → the rows of a table (table.ts): the properties of a point are its cells.
import { fileFault } from '@lookout/domain';
import { readGeoJson, readKml } from './layers.ts';
import type { Sheet, SheetRow } from './table.ts';

/** The columns that a point fills by itself. */
export interface PointColumns {
  readonly longitude: string;
  readonly latitude: string;
  /** Names that other programs give to a property, and the column that it fills where the file has no such column. */
  readonly renamed: Readonly<Record<string, string>>;
}

const READERS = { json: readGeoJson, markup: readKml } as const;

/** What drawing programs write beside the data: how a mark looks. */
const LOOKS = /^(style|stroke|fill|icon|label|marker|visibility|open$|tessellate|extrude|altitudemode|@|_)/i;

type Properties = Readonly<Record<string, unknown>>;

/**
 * The first row has the names of all properties; the others are the features, whose line is their number from 1.
 * @throws UnreadableFile when it is neither GeoJSON nor KML
 */
export async function readPointSheet(bytes: Uint8Array, kind: keyof typeof READERS, columns: PointColumns): Promise<Sheet> {
  const { longitude, latitude, renamed } = columns;
  const features = (await READERS[kind](bytes)).map((feature) => (isRecord(feature) ? feature : {}));
  const properties = features.map((feature) => (isRecord(feature.properties) ? feature.properties : {}));
  const given = new Set(properties.flatMap((one) => Object.keys(one)).filter((name) => !LOOKS.test(name)));
  // A file of ours has both `name`, which map programs show, and the column.
  const columnOf = (name: string): string | null => {
    const column = renamed[name];
    if (column === undefined) return name;
    return given.has(column) ? null : column;
  };
  const places = new Set([longitude, latitude]);
  const names = [...given].filter((name) => columnOf(name) !== null && !places.has(name));
  const rows = features.map((feature, at): SheetRow => {
    const point = pointOf(feature.geometry);
    const cells = names.map((name) => textOf(properties[at]?.[name]));
    if (point === null) return { line: at + 1, cells: [], fault: notAPoint(feature.geometry) };
    return { line: at + 1, cells: [String(point[0]), String(point[1]), ...cells], fault: null };
  });
  const header = [longitude, latitude, ...names.map((name) => columnOf(name) ?? name)];
  return { rows: [{ line: 1, cells: header, fault: null }, ...rows] };
}

function pointOf(geometry: unknown): readonly [lng: number, lat: number] | null {
  if (!isRecord(geometry) || geometry.type !== 'Point' || !Array.isArray(geometry.coordinates)) return null;
  const [lng, lat] = geometry.coordinates as readonly unknown[];
  return typeof lng === 'number' && typeof lat === 'number' ? [lng, lat] : null;
}

const notAPoint = (geometry: unknown) =>
  fileFault('shape-type', { wanted: 'point', found: isRecord(geometry) && typeof geometry.type === 'string' ? geometry.type : null });

/** KML's properties may be objects (`description` with its type). */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isRecord(value)) return 'value' in value ? textOf(value.value) : JSON.stringify(value);
  return String(value).replaceAll('\0', '').toWellFormed().trim();
}

const isRecord = (value: unknown): value is Properties => typeof value === 'object' && value !== null && !Array.isArray(value);

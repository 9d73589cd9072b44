// A GeoJSON, KML, KMZ or GPX file with points → the rows of a table (table.ts): the properties of a point are its cells.
import { type FileFault, fileFault } from '@lookout/domain';
import { readGeoJson } from './geojson.ts';
import { nested } from './layers.ts';
import { readKmz, readMarkup } from './markup.ts';
import type { CoordinateSystem } from './placing/index.ts';
import { shapesOf } from './shape.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The columns that are filled from a point itself. */
export interface PointColumns {
  readonly longitude: string;
  readonly latitude: string;
  /** Property names of other programs, and the column that each fills where the file has no such column. */
  readonly renamed: Readonly<Record<string, string>>;
}

/** Limit for any table: rows times columns are held in memory, and no forest-duty table is so wide. */
export const MOST_COLUMNS = 1_000;

const READERS = { json: readGeoJson, markup: readMarkup, kmz: readKmz } as const;

/** Style properties that drawing programs write in addition to the data. */
const LOOKS = /^(style|stroke|fill|icon|label|marker|visibility|open$|tessellate|extrude|altitudemode|@|_)/i;

type Properties = Readonly<Record<string, unknown>>;

/**
 * The first row contains the names of all properties. The others are the features, whose line is their number from 1.
 * @param unstated the system used for a file that states none
 * @throws UnreadableFile when it is none of these formats, or in a system that cannot be used
 */
export async function readPointSheet(
  bytes: Uint8Array,
  kind: keyof typeof READERS,
  columns: PointColumns,
  unstated: CoordinateSystem,
): Promise<Sheet> {
  const { longitude, latitude, renamed } = columns;
  const { system: stated, features: found } = await READERS[kind](bytes);
  const system = stated.name === null ? unstated : stated;
  const features = found.map((feature) => (isRecord(feature) ? feature : {}));
  const properties = features.map((feature) => (isRecord(feature.properties) ? feature.properties : {}));
  const given = new Set(properties.flatMap((one) => Object.keys(one)).filter((name) => !LOOKS.test(name)));
  // If each feature had property names of its own, the table would grow with the square of their number.
  if (given.size > MOST_COLUMNS) throw new UnreadableFile(fileFault('columns-too-many', { most: MOST_COLUMNS, found: given.size }));
  // A file exported by this product has both `name`, which map programs show, and the column.
  const columnOf = (name: string): string | null => {
    const column = renamed[name];
    if (column === undefined) return name;
    return given.has(column) ? null : column;
  };
  const places = new Set([longitude, latitude]);
  const names = [...given].filter((name) => columnOf(name) !== null && !places.has(name));
  const rows = features.map((feature, at): SheetRow => {
    const point = pointOf(feature.geometry, system);
    if ('code' in point) return { line: at + 1, cells: [], fault: point };
    const cells = names.map((name) => textOf(properties[at]?.[name]));
    return { line: at + 1, cells: [degreesText(point[0]), degreesText(point[1]), ...cells], fault: null };
  });
  const header = [longitude, latitude, ...names.map((name) => columnOf(name) ?? name)];
  return { rows: [{ line: 1, cells: header, fault: null }, ...rows] };
}

const MAY_BE_A_POINT = /^(?:(?:Multi)?Point|GeometryCollection)$/;

/** Accepts a point, and a collection of exactly one point, which drawing programs write. */
function pointOf(geometry: unknown, system: CoordinateSystem): readonly [lng: number, lat: number] | FileFault {
  if (!isRecord(geometry) || !MAY_BE_A_POINT.test(String(geometry.type))) return notAPoint(geometry);
  const shapes = shapesOf(geometry, system);
  if ('code' in shapes) return shapes.code === 'shape-type' ? notAPoint(geometry) : shapes;
  const [shape, ...others] = shapes;
  if (shape === undefined || others.length > 0 || !/^(?:Multi)?Point$/.test(shape.geometry.type)) return notAPoint(geometry);
  const { type, coordinates } = shape.geometry;
  const points = (type === 'Point' ? [coordinates] : coordinates) as readonly (readonly [number, number])[];
  return points.length === 1 ? (points[0] as readonly [number, number]) : notAPoint(geometry);
}

/** Nine decimals are a tenth of a millimetre; further decimals after a projection are noise. */
const degreesText = (degrees: number): string => String(Number(degrees.toFixed(9)));

const notAPoint = (geometry: unknown) =>
  fileFault('shape-type', { wanted: 'point', found: isRecord(geometry) && typeof geometry.type === 'string' ? geometry.type : null });

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return nested(value);
  return String(value).replaceAll('\0', '').toWellFormed().trim();
}

const isRecord = (value: unknown): value is Properties => typeof value === 'object' && value !== null && !Array.isArray(value);

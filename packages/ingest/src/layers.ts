// Map layers from a file: GeoJSON, a zipped shapefile, KML, KMZ or GPX. A faulty feature is reported by its number, and the others are imported.
// Positions become WGS 84 degrees by the system that the file states.
import { type FileFault, type FileFaultParams, fileFault } from '@lookout/domain';
import { type FoundFeatures, readGeoJson } from './geojson.ts';
import { readKmz, readMarkup } from './markup.ts';
import { type CoordinateSystem, GCJ_02 } from './placing/index.ts';
import { type Shape, shapesOf } from './shape.ts';
import { readShapefiles } from './shapefile.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { withZip } from './zip.ts';

export type { LayerGeometry } from './shape.ts';

export interface ReadFeature extends Shape {
  /**
   * The number of the feature in file order, from 1. A feature with several kinds of shapes becomes one feature per kind, with the same
   * number.
   */
  readonly line: number;
  /** Empty when the file has none. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface RefusedFeature {
  readonly line: number;
  readonly error: FileFault;
}

function inGcj02(read: (bytes: Uint8Array) => Promise<FoundFeatures>) {
  return async (bytes: Uint8Array): Promise<FoundFeatures> => ({ ...(await read(bytes)), system: GCJ_02 });
}

const one =
  (read: (bytes: Uint8Array) => Promise<FoundFeatures>) =>
  async (bytes: Uint8Array): Promise<readonly FoundFeatures[]> => [await read(bytes)];

/** The formats by file extension. */
const READERS: Readonly<Record<string, (bytes: Uint8Array) => Promise<readonly FoundFeatures[]>>> = {
  geojson: one(readGeoJson),
  json: one(readGeoJson),
  zip: readArchive,
  kml: one(readMarkup),
  kmz: one(readKmz),
  gpx: one(readMarkup),
  // 奥维 writes GCJ-02 into these files from version 9.3 on, and never WGS 84.
  ovkml: one(inGcj02(readMarkup)),
  ovkmz: one(inGcj02(readKmz)),
};

export interface LayerFile {
  readonly features: readonly ReadFeature[];
  readonly refused: readonly RefusedFeature[];
  /** Features in the file, accepted or refused. */
  readonly count: number;
}

/** @throws UnreadableFile when the file as a whole is none of these */
export async function readLayerFile(fileName: string, bytes: Uint8Array): Promise<LayerFile> {
  const features: ReadFeature[] = [];
  const refused: RefusedFeature[] = [];
  let line = 0;
  for (const { system, features: found } of await foundIn(fileName, bytes)) {
    for (const feature of found) {
      line += 1;
      const outcome = readFeature(feature, line, system);
      if ('code' in outcome) refused.push({ line, error: outcome });
      else features.push(...outcome);
    }
  }
  return { features, refused, count: line };
}

/**
 * The features of a file as they are in it, with their coordinate systems; the format follows from the file extension.
 * @throws UnreadableFile when the file as a whole is none of these
 */
export async function foundIn(fileName: string, bytes: Uint8Array): Promise<readonly FoundFeatures[]> {
  const extension = fileName.toLowerCase().split('.').at(-1) ?? '';
  const reader = Object.hasOwn(READERS, extension) ? READERS[extension] : undefined;
  if (!reader) throw new UnreadableFile(fileFault('layer-format', { extension }));
  return reader(bytes);
}

/** A fault of the archive is reported as a fault of the shapefile that it should contain. */
async function readArchive(bytes: Uint8Array): Promise<readonly FoundFeatures[]> {
  try {
    return await withZip(bytes, readShapefiles);
  } catch (error) {
    const isOfZip = error instanceof UnreadableFile && /^(?:not-a-)?zip/.test(error.fault.code);
    throw isOfZip ? new UnreadableFile(fileFault('not-a-shapefile', { why: error.fault as WhyNoShapefile })) : error;
  }
}

type WhyNoShapefile = FileFaultParams['not-a-shapefile']['why'];

/** Attributes that may contain a feature's name. */
const NAME_FIELDS = ['名称', 'name', 'NAME', 'Name', '林场名称', '村名', '道路名称', 'XZQMC', 'MC', 'title'] as const;
const MOST_ATTRIBUTES = 40;
const LONGEST_TEXT = 500;

function readFeature(feature: unknown, line: number, system: CoordinateSystem): readonly ReadFeature[] | FileFault {
  if (!isRecord(feature)) return fileFault('not-a-feature');
  const attributes = attributesOf(feature.properties);
  const named = NAME_FIELDS.find((field) => attributes[field] !== undefined);
  const name = named === undefined ? '' : String(attributes[named]).slice(0, 100);
  // Another program could not decode the text and wrote replacement characters.
  if (name.includes('\uFFFD')) return fileFault('text-damaged', { text: name });
  const shapes = shapesOf(feature.geometry, system);
  return 'code' in shapes ? shapes : shapes.map((shape) => ({ line, name, attributes, ...shape }));
}

function attributesOf(properties: unknown): Record<string, string | number> {
  const stored: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(isRecord(properties) ? properties : {}).slice(0, MOST_ATTRIBUTES)) {
    if (value === null || value === undefined || value === '') continue;
    const text = typeof value === 'object' ? nested(value) : String(value);
    // PostgreSQL stores no NUL; shapefiles pad texts with NUL.
    stored[clean(key).slice(0, 64)] = typeof value === 'number' && Number.isFinite(value) ? value : clean(text).slice(0, LONGEST_TEXT);
  }
  return stored;
}

/** Empty for a value that is nested too deeply to be written. */
export function nested(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

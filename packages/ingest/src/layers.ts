// Map layers from a file: GeoJSON, a zipped shapefile, or KML. A faulty feature is reported by its number, and the others are imported. Positions
// are WGS 84 (or CGCS2000) degrees; GCJ-02 must be converted first.
import { type FileFault, type FileFaultParams, fileFault } from '@lookout/domain';
import { kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import proj4 from 'proj4';
import shapefiles from 'shpjs';
import { UnreadableFile } from './lines.ts';
import { withZip } from './zip.ts';

export interface LayerGeometry {
  readonly type: 'Point' | 'MultiPoint' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';
  readonly coordinates: unknown;
}

export interface ReadFeature {
  /** From 1, in the order of the file. */
  readonly line: number;
  /** '' when the file has none. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly geometry: LayerGeometry;
  /** Degrees: west, south, east, north. */
  readonly box: readonly [number, number, number, number];
}

export interface RefusedFeature {
  readonly line: number;
  readonly error: FileFault;
}

/** The formats by file extension. */
const READERS: Readonly<Record<string, (bytes: Uint8Array) => Promise<unknown[]>>> = {
  geojson: readGeoJson,
  json: readGeoJson,
  zip: readShapefiles,
  kml: readKml,
};

export interface LayerFile {
  readonly features: readonly ReadFeature[];
  readonly refused: readonly RefusedFeature[];
}

/** @throws UnreadableFile when the file as a whole is none of these */
export async function readLayerFile(fileName: string, bytes: Uint8Array): Promise<LayerFile> {
  const extension = fileName.toLowerCase().split('.').at(-1) ?? '';
  const reader = READERS[extension];
  if (!reader) throw new UnreadableFile(fileFault('layer-format', { extension }));
  const features: ReadFeature[] = [];
  const refused: RefusedFeature[] = [];
  for (const [i, feature] of (await reader(bytes)).entries()) {
    const outcome = readFeature(feature, i + 1);
    if ('code' in outcome) refused.push({ line: i + 1, error: outcome });
    else features.push(outcome);
  }
  return { features, refused };
}

/** Its types declare archives only. */
const readShapefile = shapefiles as unknown as (parts: {
  readonly shp: Uint8Array | undefined;
  readonly dbf: Uint8Array | undefined;
  readonly cpg: Uint8Array | undefined;
  readonly prj: string | undefined;
}) => Promise<{ features: unknown[] }>;

export async function readGeoJson(bytes: Uint8Array): Promise<unknown[]> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new UnreadableFile(fileFault('not-geojson'));
  }
  const { type, features, crs } = isRecord(value) ? value : {};
  if (type !== 'FeatureCollection' || !Array.isArray(features)) throw new UnreadableFile(fileFault('not-a-feature-collection'));
  const system = isRecord(crs) && isRecord(crs.properties) ? String(crs.properties.name ?? '') : '';
  if (system !== '' && !/CRS84|EPSG:+4326|EPSG:+4490/i.test(system))
    throw new UnreadableFile(fileFault('layer-coordinate-system', { name: system }));
  return features;
}

/** With a `.prj` beside it a shapefile may be in any projection; shpjs converts it to degrees. Unpacked here because shpjs has no size limits. */
async function readShapefiles(bytes: Uint8Array): Promise<unknown[]> {
  try {
    return await withZip(bytes, async (entries) => {
      const files = new Map(entries.filter(({ name }) => !name.includes('__MACOSX')).map((entry) => [entry.name.toLowerCase(), entry]));
      const stems = [...files.keys()].filter((name) => name.endsWith('.shp')).map((name) => name.slice(0, -'.shp'.length));
      if (stems.length === 0) throw new UnreadableFile(fileFault('without-shp'));
      const found: unknown[] = [];
      for (const stem of stems) {
        const part = (ending: string) => files.get(stem + ending)?.read();
        const [shp, dbf, cpg, prj] = [await part('.shp'), await part('.dbf'), await part('.cpg'), await part('.prj')];
        const projection = prj && new TextDecoder().decode(prj);
        // An unknown projection is refused; shpjs would take the positions for degrees.
        if (projection !== undefined) proj4(projection);
        const { features } = await readShapefile({ shp, dbf, cpg, prj: projection });
        for (const feature of features) found.push(feature);
      }
      return found;
    });
  } catch (error) {
    throw new UnreadableFile(fileFault('not-a-shapefile', { why: whyOf<FileFaultParams['not-a-shapefile']['why']>(error) }));
  }
}

export async function readKml(bytes: Uint8Array): Promise<unknown[]> {
  try {
    const faults: string[] = [];
    const parser = new DOMParser({ onError: (level, message) => void (level !== 'warning' && faults.push(message)) });
    const document = parser.parseFromString(new TextDecoder().decode(bytes), 'text/xml');
    if (faults.length > 0) throw new Error(faults[0]);
    if (document.documentElement?.localName !== 'kml') throw new UnreadableFile(fileFault('without-kml'));
    return kml(document).features;
  } catch (error) {
    throw new UnreadableFile(fileFault('not-kml', { why: whyOf<FileFaultParams['not-kml']['why']>(error) }));
  }
}

/** The fault of the archive, or the message of a library. */
const whyOf = <W>(error: unknown): W | string =>
  error instanceof UnreadableFile ? (error.fault as W) : error instanceof Error ? error.message : String(error);

/** Attributes that hold a feature's name. */
const NAME_FIELDS = ['名称', 'name', 'NAME', 'Name', '林场名称', '村名', '道路名称', 'XZQMC', 'MC', 'title'] as const;
const MOST_ATTRIBUTES = 40;
const LONGEST_TEXT = 500;

function readFeature(feature: unknown, line: number): ReadFeature | FileFault {
  if (!isRecord(feature)) return fileFault('not-a-feature');
  const attributes = attributesOf(feature.properties);
  const named = NAME_FIELDS.find((field) => attributes[field] !== undefined);
  const read = readGeometry(feature.geometry);
  if ('code' in read) return read;
  return { line, name: named === undefined ? '' : String(attributes[named]).slice(0, 100), attributes, ...read };
}

function attributesOf(properties: unknown): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(isRecord(properties) ? properties : {}).slice(0, MOST_ATTRIBUTES)) {
    if (value === null || value === undefined || value === '') continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    // PostgreSQL stores no NUL; shapefiles pad texts with NUL.
    kept[clean(key).slice(0, 64)] = typeof value === 'number' && Number.isFinite(value) ? value : clean(text).slice(0, LONGEST_TEXT);
  }
  return kept;
}

const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

/** Nesting depth of the coordinates of each type, and the least number of points in the innermost list. */
const DEPTHS: Readonly<Record<LayerGeometry['type'], { readonly depth: number; readonly least: number; readonly closed: boolean }>> = {
  Point: { depth: 0, least: 1, closed: false },
  MultiPoint: { depth: 1, least: 1, closed: false },
  LineString: { depth: 1, least: 2, closed: false },
  MultiLineString: { depth: 2, least: 2, closed: false },
  Polygon: { depth: 2, least: 3, closed: true },
  MultiPolygon: { depth: 3, least: 3, closed: true },
};
const isGeometryType = (type: unknown): type is LayerGeometry['type'] => typeof type === 'string' && Object.hasOwn(DEPTHS, type);

/** Collected while walking through a shape. */
class BadShape extends Error {
  readonly fault: FileFault;
  constructor(fault: FileFault) {
    super(fault.code);
    this.fault = fault;
  }
}
type Point = readonly [number, number];

function readGeometry(geometry: unknown): Pick<ReadFeature, 'geometry' | 'box'> | FileFault {
  const { type, coordinates } = isRecord(geometry) ? geometry : {};
  if (!isGeometryType(type))
    return fileFault('shape-type', { wanted: 'any', found: type === undefined || type === null ? null : String(type) });
  const { depth, least, closed } = DEPTHS[type];
  const box: [number, number, number, number] = [180, 90, -180, -90];
  const point = (value: unknown): Point => {
    const [lng, lat] = Array.isArray(value) ? value : [];
    if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat))
      throw new BadShape(fileFault('point-not-coordinates'));
    // Metres of a projected file are far outside degrees: the most common mistake with official data.
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90) throw new BadShape(fileFault('coordinates-not-degrees', { lng, lat }));
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
    if (closed) close(points);
    if (points.length < least + (closed ? 1 : 0))
      throw new BadShape(closed ? fileFault('ring-too-short', { least: 3 }) : fileFault('line-shape-too-short'));
    return points;
  };
  try {
    return { geometry: { type, coordinates: walk(coordinates, depth) }, box };
  } catch (error) {
    if (error instanceof BadShape) return error.fault;
    throw error;
  }
}

function close(ring: Point[]): void {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

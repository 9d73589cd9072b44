// A zipped shapefile → features with their attributes: .shp (ESRI Shapefile Technical Description, 1998), .dbf, .cpg and .prj of each layer
// in the archive.
import { fileFault } from '@lookout/domain';
import { readDbf } from './dbf.ts';
import { encodingOfBom } from './encoding.ts';
import type { FoundFeatures } from './geojson.ts';
import { systemOf, UNSTATED } from './placing/index.ts';
import { polygonsOf } from './rings.ts';
import { FaultyGeometry } from './shape.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { ZipEntry } from './zip.ts';

type Position = readonly [x: number, y: number];
interface Geometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/**
 * Each layer of the archive with its own system. @throws UnreadableFile when there is no layer, or one is damaged or in a system that
 * cannot be used
 */
export async function readShapefiles(entries: readonly ZipEntry[]): Promise<FoundFeatures[]> {
  const files = new Map(entries.filter(({ name }) => !name.includes('__MACOSX')).map((entry) => [entry.name.toLowerCase(), entry]));
  const stems = [...files.keys()].filter((name) => name.endsWith('.shp')).map((name) => name.slice(0, -'.shp'.length));
  if (stems.length === 0) throw new UnreadableFile(fileFault('not-a-shapefile', { why: fileFault('without-shp') }));
  const found: FoundFeatures[] = [];
  for (const stem of stems) {
    const part = async (ending: string): Promise<Uint8Array | null> => (await files.get(stem + ending)?.read()) ?? null;
    const [shp, dbf, cpg, prj] = [await part('.shp'), await part('.dbf'), await part('.cpg'), await part('.prj')];
    const system = prj === null ? UNSTATED : systemOf(plainText(prj));
    if ('code' in system) throw new UnreadableFile(system);
    const shapes = shapesIn(shp as Uint8Array);
    const rows = dbf === null ? null : readDbf(dbf, cpg === null ? null : plainText(cpg), shapes.length);
    const features = shapes.flatMap((geometry, i) => {
      const properties = rows === null ? {} : rows[i];
      // A row marked as deleted removes its shape too.
      return properties === null ? [] : [{ type: 'Feature', properties: properties ?? {}, geometry }];
    });
    found.push({ system, features });
  }
  return found;
}

/** Decodes ASCII text, ignoring a byte order mark. */
const plainText = (bytes: Uint8Array): string =>
  encodingOfBom(bytes)?.startsWith('utf-16') ? Buffer.from(bytes).toString('utf16le') : Buffer.from(bytes).toString('utf8');

const MAGIC = 9994;
const HEADER_BYTES = 100;
const MULTI_PATCH = 31;

const damaged = (record: number): UnreadableFile =>
  new UnreadableFile(fileFault('not-a-shapefile', { why: fileFault('shp-damaged', { record }) }));

/** The shapes, null for empty ones. The third and fourth ordinates (Z, M) are left out. */
function shapesIn(bytes: Uint8Array): (Geometry | FaultyGeometry | null)[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getInt32(0) !== MAGIC) throw damaged(0);
  const shapes: (Geometry | FaultyGeometry | null)[] = [];
  for (let at = HEADER_BYTES; at + 12 <= bytes.length; ) {
    const record = shapes.length + 1;
    const length = 2 * view.getInt32(at + 4);
    if (length < 4 || at + 8 + length > bytes.length) throw damaged(record);
    try {
      shapes.push(shapeOf(new DataView(bytes.buffer, bytes.byteOffset + at + 8, length)));
    } catch (error) {
      if (error instanceof RangeError) throw damaged(record);
      throw error;
    }
    at += 8 + length;
  }
  return shapes;
}

/** @throws RangeError when the record is shorter than it declares */
function shapeOf(record: DataView): Geometry | FaultyGeometry | null {
  const kind = record.getInt32(0, true);
  if (kind === 0) return null;
  // A surface of triangles, whose outline is not in the file.
  if (kind === MULTI_PATCH) return { type: 'MultiPatch', coordinates: [] };
  switch (kind % 10) {
    case 1:
      return { type: 'Point', coordinates: [record.getFloat64(4, true), record.getFloat64(12, true)] };
    case 3: {
      const lines = partsOf(record);
      return lines.length === 1 ? { type: 'LineString', coordinates: lines[0] } : { type: 'MultiLineString', coordinates: lines };
    }
    case 5: {
      const polygons = polygonsOf(partsOf(record));
      if (polygons === null) return new FaultyGeometry(fileFault('rings-too-many'));
      return polygons.length === 1 ? { type: 'Polygon', coordinates: polygons[0] } : { type: 'MultiPolygon', coordinates: polygons };
    }
    case 8:
      return { type: 'MultiPoint', coordinates: positionsOf(record, 40, record.getInt32(36, true)) };
    default:
      return { type: `shape type ${kind}`, coordinates: [] };
  }
}

function positionsOf(record: DataView, from: number, count: number): Position[] {
  if (count < 0 || from + 16 * count > record.byteLength) throw new RangeError('positions beyond the record');
  return Array.from(
    { length: count },
    (_, i): Position => [record.getFloat64(from + 16 * i, true), record.getFloat64(from + 16 * i + 8, true)],
  );
}

function partsOf(record: DataView): Position[][] {
  const [parts, points] = [record.getInt32(36, true), record.getInt32(40, true)];
  if (parts < 0 || 44 + 4 * parts > record.byteLength) throw new RangeError('parts beyond the record');
  const positions = positionsOf(record, 44 + 4 * parts, points);
  const starts = Array.from({ length: parts }, (_, i) => record.getInt32(44 + 4 * i, true));
  // Parts must be in ascending order: otherwise a few start indices could request the same positions again and again.
  if (starts.some((start, i) => start < (starts[i - 1] ?? 0))) throw new RangeError('parts in disorder');
  return starts.map((start, i) => positions.slice(start, starts[i + 1] ?? points)).filter((part) => part.length > 0);
}

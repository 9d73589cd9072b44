// Official boundaries of provinces down to villages: a GeoJSON FeatureCollection whose features carry a grid number. They replace what the seed drew.
import { readFile } from 'node:fs/promises';
import { type CodedError, codedError } from '@lookout/contract';
import { type FileFault, fileFault, type GridNo, levelOf, NATION, parentOf, parseAreaNo } from '@lookout/domain';
import { gcj02ToWgs84 } from '@lookout/geo/datum';
import { UnreadableFile } from '@lookout/ingest';
import type { AreaRow, GridRow, MultiPolygon, Store } from '@lookout/store';
import { invalid, refused } from '../acting/refusal.ts';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportKind } from './kind.ts';
import { IMPORT_ORIGIN } from './table-import.ts';

export const BOUNDARY_OPTIONS = ['datum'] as const;

type Convert = (degrees: [number, number]) => [number, number];

/** The coordinates of the file. CGCS2000, the datum of official surveys, is WGS 84 to within a decimetre. */
const DATUMS: Readonly<Record<string, Convert>> = { wgs84: (degrees) => degrees, gcj02: gcj02ToWgs84 };

/** Property names of the grid code in official files. */
const CODE_NAMES = ['gridNo', 'adcode', 'code', 'no', 'XZQDM', 'PAC', 'gb', 'id'] as const;
/** And of the name. */
const NAME_NAMES = ['name', 'gridName', 'NAME', 'XZQMC', 'MC'] as const;
const LONGEST_NAME = 64;

/** Boundaries written at a time: together they can be hundreds of megabytes. */
const WRITTEN_TOGETHER = 200;

interface Feature {
  readonly line: number;
  readonly no: GridNo;
  readonly name: string | null;
  readonly geometry: unknown;
}

type Rejected = { readonly line: number; readonly error: CodedError };

/** @throws Refusal when an option cannot be used */
export function importBoundaries({ datum = 'wgs84' }: Readonly<Partial<Record<(typeof BOUNDARY_OPTIONS)[number], string>>>): ImportKind {
  const toWgs84 = DATUMS[datum];
  if (toWgs84 === undefined) throw invalid('datum', 'option-not-one-of', { option: 'datum', options: Object.keys(DATUMS), text: datum });
  return async (file, { store, clock, print }) => {
    const given = featuresOf(await readFile(file, 'utf8'));
    print(`读到 ${given.length} 个边界；${DATUM_NOTES[datum]}`);
    const rejected: Rejected[] = [];
    const features = given.flatMap((feature, i) => {
      const outcome = readFeature(feature, i + 1);
      if (!('code' in outcome)) return [outcome];
      rejected.push({ line: i + 1, error: outcome });
      return [];
    });
    const known = await knownGrids(store, features);
    const areas = new Map<GridNo, AreaRow>();
    const added: GridRow[] = [];
    // Towns before their villages: both may be new.
    for (const { line, no, name, geometry } of features.toSorted((a, b) => a.no.length - b.no.length)) {
      const reject = (error: CodedError) => rejected.push({ line, error });
      if (areas.has(no)) {
        reject(codedError('boundary-twice', { gridNo: no }));
        continue;
      }
      const grid = known.get(no) ?? newGrid(no, name, known);
      if ('code' in grid) {
        reject(grid);
        continue;
      }
      const shape = readShape(geometry, toWgs84);
      if ('code' in shape) {
        reject(shape);
        continue;
      }
      const centre = centreOf(shape);
      areas.set(no, { no, boundary: shape, centre });
      if (!known.has(no)) {
        known.set(no, grid);
        added.push({ ...grid, centre });
      }
    }
    const rows = [...areas.values()];
    await store.transaction(async (tx) => {
      await tx.grids.put(added);
      for (let at = 0; at < rows.length; at += WRITTEN_TOGETHER) await tx.areas.put('imported', rows.slice(at, at + WRITTEN_TOGETHER));
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'gazetteer', rows.length)]);
    });
    if (added.length > 0) print(`其中 ${added.length} 个乡镇、村是新的，已加入网格树`);
    return { received: given.length, accepted: rows.length, duplicates: 0, rejected: rejected.toSorted((a, b) => a.line - b.line) };
  };
}

const DATUM_NOTES: Readonly<Record<string, string>> = {
  wgs84: '坐标按 WGS 84（CGCS2000）读取；若为 GCJ-02（高德、腾讯等），请加 --datum gcj02',
  gcj02: '坐标由 GCJ-02 换算为 WGS 84',
};

function featuresOf(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UnreadableFile(fileFault('not-geojson'));
  }
  const { type, features } = (typeof value === 'object' && value !== null ? value : {}) as { type?: unknown; features?: unknown };
  if (type !== 'FeatureCollection' || !Array.isArray(features)) throw new UnreadableFile(fileFault('not-a-feature-collection'));
  return features;
}

function readFeature(feature: unknown, line: number): Feature | CodedError {
  const { properties, geometry, id } = (typeof feature === 'object' && feature !== null ? feature : {}) as Record<string, unknown>;
  const fields = { id, ...(typeof properties === 'object' && properties !== null ? properties : {}) } as Record<string, unknown>;
  const code = CODE_NAMES.map((one) => fields[one]).find((value) => value !== undefined && value !== null);
  if (code === undefined) return codedError('boundary-without-grid', { properties: CODE_NAMES });
  const no = readCode(String(code));
  if (no === null) return codedError('boundary-grid-format', { text: String(code).slice(0, 20) });
  if (levelOf(no) === 'nation') return codedError('boundary-of-nation');
  const name = NAME_NAMES.map((one) => fields[one]).find((value) => typeof value === 'string' && value.trim() !== '');
  return { line, no, name: typeof name === 'string' ? name.trim().slice(0, LONGEST_NAME) : null, geometry };
}

/** Official files pad codes to nine or twelve digits with zeros (513221000000), or put the country's 156 before them (156513221). */
const readCode = (text: string): GridNo | null =>
  parseAreaNo(text.replace(/^156(?=\d{6}$)/, '').replace(/^(\d{6}(?:\d{3})??)(?:000){1,2}$/, '$1'));

/** The grids of these features and those above them, as far as the tree has them. */
async function knownGrids(store: Store, features: readonly Feature[]): Promise<Map<GridNo, GridRow>> {
  const nos = [...new Set(features.flatMap(({ no }) => [no, parentOf(no) ?? no]))];
  const { list } = await store.grids.list(NATION, { nos }, { limit: nos.length + 1 });
  if (list.length === 0 && (await store.grids.find(NATION, NATION)) === null) throw refused('no-grids-yet');
  return new Map(list.map((grid) => [grid.no, grid]));
}

/** Towns change every year, and villages are not in the seed: a new one is added below the grid that its code names. */
function newGrid(no: GridNo, name: string | null, known: ReadonlyMap<GridNo, GridRow>): GridRow | CodedError {
  const [level, parentNo] = [levelOf(no), parentOf(no)];
  const parent = parentNo === null ? undefined : known.get(parentNo);
  if ((level !== 'town' && level !== 'village') || parent === undefined) return codedError('boundary-grid-not-there', { gridNo: no });
  if (name === null) return codedError('boundary-without-name', { gridNo: no, properties: NAME_NAMES });
  return { no, name, level, parentNo, fullName: `${parent.fullName}${name}`, centre: null };
}

type Ring = [number, number][];

/** A Polygon or MultiPolygon as a MultiPolygon in WGS 84 degrees; else the fault. */
export function readShape(geometry: unknown, toWgs84: Convert): MultiPolygon | FileFault {
  const { type, coordinates } = (typeof geometry === 'object' && geometry !== null ? geometry : {}) as {
    type?: unknown;
    coordinates?: unknown;
  };
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return fileFault('shape-type', { wanted: 'area', found: type === undefined || type === null ? null : String(type) });
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0) return fileFault('shape-empty');
  const read: Ring[][] = [];
  for (const polygon of polygons) {
    if (!Array.isArray(polygon) || polygon.length === 0) return fileFault('polygon-without-ring');
    const rings: Ring[] = [];
    for (const ring of polygon) {
      const outcome = readRing(ring, toWgs84);
      if ('code' in outcome) return outcome;
      rings.push(outcome);
    }
    read.push(rings);
  }
  return { type: 'MultiPolygon', coordinates: read };
}

function readRing(ring: unknown, toWgs84: Convert): Ring | FileFault {
  if (!Array.isArray(ring) || ring.length < 4) return fileFault('ring-too-short', { least: 4 });
  const points: Ring = [];
  for (const point of ring) {
    const [lng, lat] = Array.isArray(point) ? point : [];
    if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat))
      return fileFault('point-not-coordinates');
    // Projected metres instead of degrees are the most common mistake in official data.
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return fileFault('coordinates-not-degrees', { lng, lat });
    points.push(toWgs84([lng, lat]));
  }
  const [first, last] = [points[0], points.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) points.push([first[0], first[1]]);
  return points;
}

/** The centroid of the largest outer ring, by the shoelace formula on degrees: good enough to label and fly to. */
export function centreOf({ coordinates }: MultiPolygon): { lng: number; lat: number } {
  let best = { lng: 0, lat: 0, area: -1 };
  for (const [outer] of coordinates) {
    if (!outer) continue;
    let [area, x, y] = [0, 0, 0];
    for (let i = 1; i < outer.length; i += 1) {
      const [x0, y0] = outer[i - 1] as [number, number];
      const [x1, y1] = outer[i] as [number, number];
      const cross = x0 * y1 - x1 * y0;
      area += cross;
      x += (x0 + x1) * cross;
      y += (y0 + y1) * cross;
    }
    const [lng, lat] = outer[0] as [number, number];
    const centre = area === 0 ? { lng, lat } : { lng: x / (3 * area), lat: y / (3 * area) };
    if (Math.abs(area) > best.area) best = { ...centre, area: Math.abs(area) };
  }
  return { lng: best.lng, lat: best.lat };
}

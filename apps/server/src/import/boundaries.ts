// Imports official boundaries from provinces down to villages: areas with a grid number, in GeoJSON or any other layer format. They replace
// the boundaries of the seed. The parts of one grid may be separate features.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CodedError, codedError } from '@lookout/contract';
import { type FileFault, fileFault, type GridNo, levelOf, NATION, parentOf, parseAreaNo } from '@lookout/domain';
import type { AreaRow, GridRow } from '@lookout/features/grid/grids.store.ts';
import type { Store } from '@lookout/features/store.ts';
import { gcj02ToWgs84 } from '@lookout/geo/datum';
import { type CoordinateSystem, type FoundFeatures, foundIn, readGeoJson, shapesOf } from '@lookout/ingest';
import type { MultiPolygon } from '@lookout/store';
import { invalid, refused } from '../acting/refusal.ts';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportKind } from './kind.ts';
import { IMPORT_ORIGIN } from './table-import.ts';

export const BOUNDARY_OPTIONS = ['datum'] as const;

type Convert = (degrees: readonly [number, number]) => readonly [number, number];

/** The coordinates of the file. CGCS2000, the datum of official surveys, is WGS 84 to within a decimetre. */
const DATUMS: Readonly<Record<string, Convert>> = { wgs84: (degrees) => degrees, gcj02: gcj02ToWgs84 };

/** Property names of the grid code in official files. */
const CODE_NAMES = ['gridNo', 'adcode', 'code', 'no', 'XZQDM', 'PAC', 'gb', 'id'] as const;
/** Property names of the grid name in official files. */
const NAME_NAMES = ['name', 'gridName', 'NAME', 'XZQMC', 'MC'] as const;
const LONGEST_NAME = 64;

/** Boundaries per batch: all of them can be hundreds of megabytes. */
const WRITTEN_TOGETHER = 200;

interface Feature {
  readonly line: number;
  readonly no: GridNo;
  readonly name: string | null;
  readonly geometry: unknown;
  readonly system: CoordinateSystem;
}

type Rejected = { readonly line: number; readonly error: CodedError };

/** @throws Refusal when an option cannot be used */
export function importBoundaries({ datum = 'wgs84' }: Readonly<Partial<Record<(typeof BOUNDARY_OPTIONS)[number], string>>>): ImportKind {
  const toWgs84 = DATUMS[datum];
  if (toWgs84 === undefined) throw invalid('datum', 'option-not-one-of', { option: 'datum', options: Object.keys(DATUMS), text: datum });
  return async (file, { store, clock, print }) => {
    const given = (await foundBoundaries(basename(file), await readFile(file))).flatMap(({ system, features }) => {
      const placed: CoordinateSystem = { ...system, toWgs84: (x, y) => toWgs84(system.toWgs84(x, y)) };
      return features.map((feature) => ({ feature, system: placed }));
    });
    print(`读到 ${given.length} 个边界；${DATUM_NOTES[datum]}`);
    const rejected: Rejected[] = [];
    const features = given.flatMap(({ feature, system }, i) => {
      const outcome = readFeature(feature, i + 1, system);
      if (!('code' in outcome)) return [outcome];
      rejected.push({ line: i + 1, error: outcome });
      return [];
    });
    const known = await knownGrids(store, features);
    const areas = new Map<GridNo, Parts>();
    const added: GridRow[] = [];
    let accepted = 0;
    // Towns are written before their villages, because both may be new.
    for (const { line, no, name, geometry, system } of features.toSorted((a, b) => a.no.length - b.no.length)) {
      const reject = (error: CodedError) => rejected.push({ line, error });
      const grid = known.get(no) ?? newGrid(no, name, known);
      if ('code' in grid) {
        reject(grid);
        continue;
      }
      const shape = readShape(geometry, system);
      if ('code' in shape) {
        reject(shape);
        continue;
      }
      const parts = areas.get(no) ?? { polygons: [], outers: [] };
      const outers = outersOf(shape);
      if (overlap(parts.outers, outers)) {
        reject(codedError('boundary-twice', { gridNo: no }));
        continue;
      }
      for (const polygon of shape.coordinates) parts.polygons.push(polygon);
      for (const outer of outers) parts.outers.push(outer);
      areas.set(no, parts);
      accepted += 1;
      if (!known.has(no)) {
        known.set(no, grid);
        added.push(grid);
      }
    }
    const rows = [...areas].map(([no, { polygons }]): AreaRow => {
      const boundary: MultiPolygon = { type: 'MultiPolygon', coordinates: polygons };
      return { no, boundary, centre: centreOf(boundary) };
    });
    const centres = new Map(rows.map(({ no, centre }) => [no, centre]));
    await store.transaction(async (tx) => {
      await tx.grids.put(added.map((grid) => ({ ...grid, centre: centres.get(grid.no) ?? null })));
      for (let at = 0; at < rows.length; at += WRITTEN_TOGETHER) await tx.areas.put('imported', rows.slice(at, at + WRITTEN_TOGETHER));
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'gazetteer', rows.length)]);
    });
    if (added.length > 0) print(`其中 ${added.length} 个乡镇、村是新的，已加入网格树`);
    return { received: given.length, accepted, duplicates: 0, rejected: rejected.toSorted((a, b) => a.line - b.line) };
  };
}

const DATUM_NOTES: Readonly<Record<string, string>> = {
  wgs84: '坐标按文件写明的坐标系读取，没有写明的按 WGS 84（CGCS2000）；若为 GCJ-02（高德、腾讯等），请加 --datum gcj02',
  gcj02: '坐标由 GCJ-02 换算为 WGS 84',
};

/** A file of no other format is read as GeoJSON, whatever its extension. */
async function foundBoundaries(name: string, bytes: Uint8Array): Promise<readonly FoundFeatures[]> {
  return /\.(?:zip|kml|kmz|gpx)$/i.test(name) ? foundIn(name, bytes) : [await readGeoJson(bytes)];
}

function readFeature(feature: unknown, line: number, system: CoordinateSystem): Feature | CodedError {
  const { properties, geometry, id } = (typeof feature === 'object' && feature !== null ? feature : {}) as Record<string, unknown>;
  const fields = { id, ...(typeof properties === 'object' && properties !== null ? properties : {}) } as Record<string, unknown>;
  const code = CODE_NAMES.map((one) => fields[one]).find((value) => value !== undefined && value !== null);
  if (code === undefined) return codedError('boundary-without-grid', { properties: CODE_NAMES });
  const no = readCode(String(code));
  if (no === null) return codedError('boundary-grid-format', { text: String(code).slice(0, 20) });
  if (levelOf(no) === 'nation') return codedError('boundary-of-nation');
  const name = NAME_NAMES.map((one) => fields[one]).find((value) => typeof value === 'string' && value.trim() !== '');
  return { line, no, name: typeof name === 'string' ? name.trim().slice(0, LONGEST_NAME) : null, geometry, system };
}

/** Official files pad codes to nine or twelve digits with zeros (513221000000), or put the country's 156 before them (156513221). */
const readCode = (text: string): GridNo | null =>
  parseAreaNo(text.replace(/^156(?=\d{6}$)/, '').replace(/^(\d{6}(?:\d{3})??)(?:000){1,2}$/, '$1'));

/** The grids of these features and their parents, as far as they are in the tree. */
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

/** The areas of a geometry as one MultiPolygon in WGS 84 degrees; otherwise the fault. */
export function readShape(geometry: unknown, system: CoordinateSystem): MultiPolygon | FileFault {
  const shapes = shapesOf(geometry, system);
  if ('code' in shapes) return shapes;
  const other = shapes.find(({ geometry: { type } }) => type !== 'Polygon' && type !== 'MultiPolygon');
  if (other) return fileFault('shape-type', { wanted: 'area', found: shapes.length > 1 ? 'GeometryCollection' : other.geometry.type });
  const polygons = shapes.flatMap(({ geometry: { type, coordinates } }) =>
    type === 'Polygon' ? [coordinates] : (coordinates as unknown[]),
  );
  return { type: 'MultiPolygon', coordinates: polygons as Ring[][] };
}

interface Outer {
  readonly ring: Ring;
  /** Degrees: west, south, east, north. */
  readonly box: readonly [number, number, number, number];
}

/** The parts of one grid found in the file so far. */
interface Parts {
  readonly polygons: MultiPolygon['coordinates'][number][];
  readonly outers: Outer[];
}

const outersOf = ({ coordinates }: MultiPolygon): Outer[] =>
  coordinates.flatMap(([ring]) => {
    if (!ring) return [];
    const box: [number, number, number, number] = [180, 90, -180, -90];
    for (const [lng, lat] of ring as Ring) {
      box[0] = Math.min(box[0], lng);
      box[1] = Math.min(box[1], lat);
      box[2] = Math.max(box[2], lng);
      box[3] = Math.max(box[3], lat);
    }
    return [{ ring: ring as Ring, box }];
  });

/**
 * Whether two features are two boundaries of one grid rather than two parts of it: one ring contains most vertices of the other, or both
 * are equal. Parts may touch.
 */
const overlap = (before: readonly Outer[], now: readonly Outer[]): boolean =>
  before.some((a) =>
    now.some(
      (b) =>
        doMeet(a.box, b.box) &&
        (isMostlyIn(a.ring, b.ring) || isMostlyIn(b.ring, a.ring) || JSON.stringify(a.ring) === JSON.stringify(b.ring)),
    ),
  );

const doMeet = (a: Outer['box'], b: Outer['box']): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

const isMostlyIn = (inner: Ring, outer: Ring): boolean => {
  const corners = inner.slice(1);
  return 2 * corners.filter((corner) => isIn(corner, outer)).length > corners.length;
};

function isIn([x, y]: readonly [number, number], ring: Ring): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1] as [number, number], ring[i] as [number, number]];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** The centroid of the largest outer ring, by the shoelace formula on degrees: precise enough for labels and for flying to it. */
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

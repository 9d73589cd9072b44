// Official boundaries: a GeoJSON FeatureCollection whose features carry a grid number, and replace what the seed drew.
import { readFile } from 'node:fs/promises';
import { type CodedError, codedError } from '@lookout/contract';
import { type FileFault, fileFault, type GridNo, levelOf, NATION, parseGridNo } from '@lookout/domain';
import { UnreadableFile } from '@lookout/ingest';
import type { MultiPolygon } from '@lookout/store';
import { refused } from '../acting/refusal.ts';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportKind } from './kind.ts';
import { IMPORT_ORIGIN } from './table-import.ts';

/** Property names of the grid code in official files. */
const CODE_NAMES = ['gridNo', 'adcode', 'code', 'no', 'XZQDM', 'PAC', 'gb', 'id'] as const;

interface Row {
  readonly no: GridNo;
  readonly boundary: MultiPolygon;
  readonly centre: { readonly lng: number; readonly lat: number };
}

export const importBoundaries: ImportKind = async (file, { store, clock, print }) => {
  const features = featuresOf(await readFile(file, 'utf8'));
  print(`读到 ${features.length} 个边界`);
  const known = new Set(
    (await store.grids.list(NATION, { levels: ['province', 'prefecture', 'county'] }, { limit: 10_000 })).list.map((g) => g.no),
  );
  if (known.size === 0) throw refused('no-grids-yet');
  const rejected: { line: number; error: CodedError }[] = [];
  const byNo = new Map<GridNo, Row>();
  features.forEach((feature, i) => {
    const outcome = readFeature(feature, known);
    if ('code' in outcome) rejected.push({ line: i + 1, error: outcome });
    else if (byNo.has(outcome.no)) rejected.push({ line: i + 1, error: codedError('boundary-twice', { gridNo: outcome.no }) });
    else byNo.set(outcome.no, outcome);
  });
  const rows = [...byNo.values()];
  await store.transaction(async (tx) => {
    await tx.areas.put('imported', rows);
    await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'gazetteer', rows.length)]);
  });
  return { received: features.length, accepted: rows.length, duplicates: 0, rejected };
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

function readFeature(feature: unknown, known: ReadonlySet<GridNo>): Row | CodedError {
  const { properties, geometry, id } = (typeof feature === 'object' && feature !== null ? feature : {}) as Record<string, unknown>;
  const fields = { id, ...(typeof properties === 'object' && properties !== null ? properties : {}) } as Record<string, unknown>;
  const name = CODE_NAMES.find((one) => fields[one] !== undefined && fields[one] !== null);
  if (name === undefined) return codedError('boundary-without-grid', { properties: CODE_NAMES });
  const no = parseGridNo(String(fields[name]).slice(0, 6));
  if (no === null) return codedError('boundary-grid-format', { text: String(fields[name]).slice(0, 20) });
  if (levelOf(no) === 'nation') return codedError('boundary-of-nation');
  if (!known.has(no)) return codedError('boundary-grid-not-there', { gridNo: no });
  const shape = readShape(geometry);
  if ('code' in shape) return shape;
  return { no, boundary: shape, centre: centreOf(shape) };
}

type Ring = [number, number][];

/** A Polygon or MultiPolygon in WGS 84 degrees, as a MultiPolygon; else the fault. */
export function readShape(geometry: unknown): MultiPolygon | FileFault {
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
      const outcome = readRing(ring);
      if ('code' in outcome) return outcome;
      rings.push(outcome);
    }
    read.push(rings);
  }
  return { type: 'MultiPolygon', coordinates: read };
}

function readRing(ring: unknown): Ring | FileFault {
  if (!Array.isArray(ring) || ring.length < 4) return fileFault('ring-too-short', { least: 4 });
  const points: Ring = [];
  for (const point of ring) {
    const [lng, lat] = Array.isArray(point) ? point : [];
    if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat))
      return fileFault('point-not-coordinates');
    // Projected metres instead of degrees are the most common mistake in official data.
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return fileFault('coordinates-not-degrees', { lng, lat });
    points.push([lng, lat]);
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

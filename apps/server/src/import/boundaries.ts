// Official boundaries: a GeoJSON FeatureCollection whose features carry a grid number, and replace what the seed drew.
import { readFile } from 'node:fs/promises';
import { type CodedError, codedError } from '@lookout/contract';
import { fileFault, type GridNo, levelOf, NATION, parseGridNo } from '@lookout/domain';
import { UnreadableFile } from '@lookout/ingest';
import type { MultiPolygon } from '@lookout/store';
import { refused } from '../acting/refusal.ts';
import { appendUntold, registerEvent } from '../services/installation-events.ts';

import { centreOf, readShape } from './geojson.ts';
import type { ImportKind } from './kind.ts';
import { IMPORT_ORIGIN } from './table-import.ts';

/** Under which names official files give the code and the name. */
const CODE_NAMES = ['gridNo', 'adcode', 'code', 'no', 'XZQDM', 'PAC', 'gb', 'id'] as const;

interface Row {
  readonly no: GridNo;
  readonly boundary: MultiPolygon;
  readonly centre: { readonly lng: number; readonly lat: number };
}

export const importBoundaries: ImportKind = async (file, { store, clock, say }) => {
  const features = featuresOf(await readFile(file, 'utf8'));
  say(`读到 ${features.length} 个边界`);
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
    await appendUntold(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'places', rows.length)]);
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

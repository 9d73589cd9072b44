// Official boundaries: a GeoJSON FeatureCollection whose features carry a grid number, and replace what the seed drew.
import { readFile } from 'node:fs/promises';
import { type GridNo, levelOf, NATION, parseGridNo } from '@lookout/domain';
import { UnreadableFile } from '@lookout/ingest';
import type { MultiPolygon } from '@lookout/store';
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
  if (known.size === 0) throw new UnreadableFile('数据库里还没有网格，请先启动一次服务');
  const rejected: { line: number; reason: string }[] = [];
  const byNo = new Map<GridNo, Row>();
  features.forEach((feature, i) => {
    const outcome = readFeature(feature, known);
    if (typeof outcome === 'string') rejected.push({ line: i + 1, reason: outcome });
    else if (byNo.has(outcome.no)) rejected.push({ line: i + 1, reason: `网格 ${outcome.no} 在文件中出现了两次` });
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
    throw new UnreadableFile('不是有效的 JSON（应为 UTF-8 编码的 GeoJSON）');
  }
  const { type, features } = (typeof value === 'object' && value !== null ? value : {}) as { type?: unknown; features?: unknown };
  if (type !== 'FeatureCollection' || !Array.isArray(features)) throw new UnreadableFile('应为 GeoJSON FeatureCollection');
  return features;
}

function readFeature(feature: unknown, known: ReadonlySet<GridNo>): Row | string {
  const { properties, geometry, id } = (typeof feature === 'object' && feature !== null ? feature : {}) as Record<string, unknown>;
  const fields = { id, ...(typeof properties === 'object' && properties !== null ? properties : {}) } as Record<string, unknown>;
  const name = CODE_NAMES.find((one) => fields[one] !== undefined && fields[one] !== null);
  if (name === undefined) return `没有网格编号（属性 ${CODE_NAMES.join('、')} 之一）`;
  const no = parseGridNo(String(fields[name]).slice(0, 6));
  if (no === null) return `网格编号不正确：${String(fields[name]).slice(0, 20)}`;
  if (levelOf(no) === 'nation') return '全国的边界不导入';
  if (!known.has(no)) return `没有这个网格：${no}`;
  const shape = readShape(geometry);
  if (typeof shape === 'string') return shape;
  return { no, boundary: shape, centre: centreOf(shape) };
}

// npm run import -- layers FILE… : imports forest farms, villages, roads and waters as vector layers. A layer is written in one
// transaction. Features with faults are reported, and the others are imported.
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileFault, type GridNo, NATION, parseGridNo } from '@lookout/domain';
import { VECTOR_LAYER_KINDS, type VectorLayerKind } from '@lookout/features/map-layer/map-layer.ts';
import type { NewFeature, NewLayer } from '@lookout/features/map-layer/map-layers.store.ts';
import type { Store } from '@lookout/features/store.ts';
import { type LayerGeometry, type ReadFeature, readLayerFile, UnreadableFile } from '@lookout/ingest';
import { invalid } from '../acting/refusal.ts';
import type { ImportKind } from './kind.ts';

export const LAYER_OPTIONS = ['kind', 'name', 'grid'] as const;

/** The layer kind by words in the file's name; the first match applies. */
const KIND_PATTERNS: readonly (readonly [RegExp, VectorLayerKind])[] = [
  [/forest|farm|林场|林班|小班/i, 'forest-farm'],
  [/village|community|村|社区/i, 'village'],
  [/road|highway|street|道路|公路|林道/i, 'road'],
  [/water|river|lake|stream|水系|河|湖|水库/i, 'water'],
];
const FEATURES_AT_ONCE = 2_000;

/** @throws Refusal when an option cannot be used */
export function importLayers(options: Readonly<Partial<Record<(typeof LAYER_OPTIONS)[number], string>>>): ImportKind {
  const gridNo = gridOf(options.grid);
  const chosen = kindOf(options.kind);
  return async (file, { store, print }) => {
    const fileName = basename(file);
    const name = options.name ?? basename(fileName, extname(fileName));
    const kind = chosen ?? KIND_PATTERNS.find(([pattern]) => pattern.test(fileName))?.[1] ?? 'other';
    const { features, refused, count } = await readLayerFile(fileName, await readFile(file));
    print(`读到 ${count} 个要素；图层“${name}”，类别 ${kind}，网格 ${gridNo}`);
    if (features.length === 0) throw new UnreadableFile(refused[0]?.error ?? fileFault('layer-without-features'));
    await writeLayer(store, { kind, name, gridNo, schematic: false }, features, print);
    return { received: count, accepted: count - refused.length, duplicates: 0, rejected: refused };
  };
}

/** Written in one transaction: the previous layer is visible until the commit. */
export async function writeLayer(
  store: Store,
  layer: NewLayer,
  features: readonly ReadFeature[],
  print: (line: string) => void = () => undefined,
): Promise<void> {
  await store.transaction(async (tx) => {
    const id = await tx.mapLayers.begin(layer);
    for (let at = 0; at < features.length; at += FEATURES_AT_ONCE) {
      await tx.mapLayers.addFeatures(id, features.slice(at, at + FEATURES_AT_ONCE).map(featureOf(layer.kind)));
      if (features.length > FEATURES_AT_ONCE) print(`已写入 ${Math.min(features.length, at + FEATURES_AT_ONCE)} / ${features.length}`);
    }
    await tx.mapLayers.complete(id);
  });
}

const featureOf =
  (kind: VectorLayerKind) =>
  ({ name, attributes, geometry, box }: ReadFeature): NewFeature => ({
    name,
    attributes,
    geometry,
    box,
    class: kind === 'road' ? roadClassOf(attributes) : null,
    areaHectares: areaHectares(geometry),
    lengthKilometres: lengthKilometres(geometry),
  });

const CLASS_FIELDS = ['class', 'highway', 'fclass', '等级', '道路等级', 'type'] as const;
/** The road class by the terms of OpenStreetMap and of Chinese road data; the first match applies. */
const ROAD_CLASSES: readonly (readonly [RegExp, string])[] = [
  [/motorway|trunk|高速|国道/i, 'main'],
  [/primary|secondary|省道|县道/i, 'middle'],
  [/track|path|foot|林道|防火道|小路/i, 'track'],
];

function roadClassOf(attributes: Readonly<Record<string, string | number>>): string {
  const text = CLASS_FIELDS.flatMap((field) => attributes[field] ?? []).join(' ');
  return ROAD_CLASSES.find(([options]) => options.test(text))?.[1] ?? 'minor';
}

function kindOf(text: string | undefined): VectorLayerKind | null {
  if (text === undefined) return null;
  const kind = VECTOR_LAYER_KINDS.find((one) => one === text);
  if (kind === undefined) throw invalid('kind', 'option-not-one-of', { option: 'kind', options: VECTOR_LAYER_KINDS, text });
  return kind;
}

/** Shared with `scene`. */
export function gridOf(text: string | undefined): GridNo {
  if (text === undefined) return NATION;
  const gridNo = parseGridNo(text);
  if (gridNo === null) throw invalid('grid', 'option-not-grid', { text });
  return gridNo;
}

// Sizes of shapes: hectares of areas, kilometres of lines, on the authalic sphere (radius 6,371,007 m).

const RADIUS_METRES = 6_371_007;
const RADIANS = Math.PI / 180;
type Line = readonly (readonly [number, number])[];

/** null when the geometry is not an area. */
function areaHectares({ type, coordinates }: LayerGeometry): number | null {
  const polygons = type === 'Polygon' ? [coordinates as Line[]] : type === 'MultiPolygon' ? (coordinates as Line[][]) : null;
  if (polygons === null) return null;
  const squareMetres = polygons.reduce(
    (sum, [outer, ...holes]) => sum + ringSquareMetres(outer ?? []) - holes.reduce((hole, ring) => hole + ringSquareMetres(ring), 0),
    0,
  );
  return rounded(squareMetres / 10_000);
}

/** null when the geometry is not a line. */
function lengthKilometres({ type, coordinates }: LayerGeometry): number | null {
  const lines = type === 'LineString' ? [coordinates as Line] : type === 'MultiLineString' ? (coordinates as Line[]) : null;
  return lines && rounded(lines.reduce((sum, line) => sum + lineMetres(line), 0) / 1000);
}

/** Chamberlain & Duquette, "Some algorithms for polygons on a sphere", JPL 07-03 (2007), eq. for edges between meridians. */
function ringSquareMetres(ring: Line): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i += 1) {
    const [lng0, lat0] = ring[i - 1] as readonly [number, number];
    const [lng1, lat1] = ring[i] as readonly [number, number];
    sum += (lng1 - lng0) * RADIANS * (2 + Math.sin(lat0 * RADIANS) + Math.sin(lat1 * RADIANS));
  }
  return Math.abs((sum * RADIUS_METRES ** 2) / 2);
}

function lineMetres(line: Line): number {
  let metres = 0;
  for (let i = 1; i < line.length; i += 1) {
    const [lng0, lat0] = line[i - 1] as readonly [number, number];
    const [lng1, lat1] = line[i] as readonly [number, number];
    const a =
      Math.sin(((lat1 - lat0) * RADIANS) / 2) ** 2 +
      Math.cos(lat0 * RADIANS) * Math.cos(lat1 * RADIANS) * Math.sin(((lng1 - lng0) * RADIANS) / 2) ** 2;
    metres += 2 * RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(a)));
  }
  return metres;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

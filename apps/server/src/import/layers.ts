// npm run import -- layers FILE… : forest farms, villages, roads, waters as vector layers. A layer appears whole or not at all; what is wrong
// with single features is said, and the others go in.
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileFault, type GridNo, NATION, parseGridNo, VECTOR_LAYER_KINDS, type VectorLayerKind } from '@lookout/domain';
import { type ReadFeature, readLayerFile, UnreadableFile } from '@lookout/ingest';
import type { NewFeature, NewLayer, Store } from '@lookout/store';
import { invalid } from '../acting/refusal.ts';
import type { ImportKind } from './kind.ts';
import { areaHectares, lengthKilometres } from './shape-size.ts';

export const LAYER_OPTIONS = ['kind', 'name', 'grid'] as const;

/** Words in a file's name that say what it holds; the first that fits. */
const KIND_WORDS: readonly (readonly [RegExp, VectorLayerKind])[] = [
  [/forest|farm|林场|林班|小班/i, 'forest-farm'],
  [/village|community|村|社区/i, 'village'],
  [/road|highway|street|道路|公路|林道/i, 'road'],
  [/water|river|lake|stream|水系|河|湖|水库/i, 'water'],
];
const FEATURES_AT_ONCE = 2_000;

/** @throws Refusal when an option cannot be used */
export function importLayers(options: Readonly<Partial<Record<(typeof LAYER_OPTIONS)[number], string>>>): ImportKind {
  const gridNo = gridOf(options.grid);
  const wished = kindOf(options.kind);
  return async (file, { store, say }) => {
    const fileName = basename(file);
    const name = options.name ?? basename(fileName, extname(fileName));
    const kind = wished ?? KIND_WORDS.find(([word]) => word.test(fileName))?.[1] ?? 'other';
    const { features, refused } = await readLayerFile(fileName, await readFile(file));
    say(`读到 ${features.length + refused.length} 个要素；图层“${name}”，类别 ${kind}，网格 ${gridNo}`);
    if (features.length === 0) throw new UnreadableFile(refused[0]?.error ?? fileFault('layer-without-features'));
    await writeLayer(store, { kind, name, gridNo, schematic: false }, features, say);
    return { received: features.length + refused.length, accepted: features.length, duplicates: 0, rejected: refused };
  };
}

/** In one transaction: whoever looks meanwhile sees the layer as it was. */
export async function writeLayer(
  store: Store,
  layer: NewLayer,
  features: readonly ReadFeature[],
  say: (line: string) => void = () => undefined,
): Promise<void> {
  await store.transaction(async (tx) => {
    const id = await tx.mapLayers.begin(layer);
    for (let at = 0; at < features.length; at += FEATURES_AT_ONCE) {
      await tx.mapLayers.addFeatures(id, features.slice(at, at + FEATURES_AT_ONCE).map(featureOf(layer.kind)));
      if (features.length > FEATURES_AT_ONCE) say(`已写入 ${Math.min(features.length, at + FEATURES_AT_ONCE)} / ${features.length}`);
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
/** By the words of OpenStreetMap and of Chinese road data; the first that fits. */
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

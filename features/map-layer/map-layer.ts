// Background layers that an installation imports: lines and areas drawn as vector tiles, and 3D scenes. A layer belongs to a grid and is visible
// in the grids above and below it.
import { covers, type GridNo } from '@lookout/domain';

/** 林场、村界、道路、水系、其他 (specification §9 "Vector tiles", stack.md). */
export const VECTOR_LAYER_KINDS = ['forest-farm', 'village', 'road', 'water', 'other'] as const;
export type VectorLayerKind = (typeof VECTOR_LAYER_KINDS)[number];

/** `tileset`: 3D Tiles. `model`: one glTF at a place. `levels`: a tile set for each of the local levels L09 … L19 (§9). */
export const SCENE_KINDS = ['tileset', 'model', 'levels'] as const;
export type SceneKind = (typeof SCENE_KINDS)[number];

export interface VectorLayer {
  readonly id: string;
  readonly kind: VectorLayerKind;
  readonly name: string;
  readonly gridNo: GridNo;
  /** Drawn by the demo; labelled 示意. */
  readonly schematic: boolean;
  readonly featureCount: number;
  /** Degrees: west, south, east, north. */
  readonly box: readonly [number, number, number, number];
  /** Changes with each import and is part of the tile URLs, so that no stale tile is shown. */
  readonly version: number;
}

/** Is a layer of `layerGrid` visible in `holder`? A province's background is visible in its counties too. */
export const sharesLayer = (holder: GridNo, layerGrid: GridNo): boolean => covers(holder, layerGrid) || covers(layerGrid, holder);

// What a village's feature says of itself, by the names that surveys give it.

type Attributes = Readonly<Record<string, string | number>>;

/** Names of the number of inhabitants, the first one counts. */
export const INHABITANTS = ['人口', '常住人口', '户籍人口', '总人口', '人口数'];
const HOUSEHOLDS = ['户数', '总户数'];

/** null: not said, or no whole number. */
export const inhabitantsOf = (attributes: Attributes): number | null => countIn(attributes, INHABITANTS);
export const householdsOf = (attributes: Attributes): number | null => countIn(attributes, HOUSEHOLDS);

function countIn(attributes: Attributes, names: readonly string[]): number | null {
  const value = names.map((name) => attributes[name]).find((one) => one !== undefined);
  const count = value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isInteger(count) && count >= 0 ? count : null;
}

// What of imported waters (水系) holds a fire.

/** Names of a water's class, and terms of OpenStreetMap and of Chinese data for those that are wide, and for those that are often dry. 待核对 */
const WATER_CLASSES = ['waterway', 'fclass', 'class', 'type', '类型', '类别', '等级'];
const WIDE_WATERS = /river|canal|河|江|湖|水库/i;
const DRY_WATERS = /intermittent|seasonal|季节|时令/i;

/** Areas do, and lines that are said to be wide: a brook that is taken for a river would tell people that they are safe behind it. */
export function waterHoldsFire({
  geometry,
  attributes,
}: {
  readonly geometry: { readonly type: string };
  readonly attributes: Attributes;
}): boolean {
  if (geometry.type.endsWith('Polygon')) return true;
  if (!geometry.type.endsWith('LineString')) return false;
  const classes = WATER_CLASSES.map((name) => String(attributes[name] ?? ''));
  return classes.some((one) => WIDE_WATERS.test(one)) && !classes.some((one) => DRY_WATERS.test(one));
}

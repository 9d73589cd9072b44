// Shows the names of the visible vector layers on the screen. When the camera rests, it reads the tiles of the view; until all have loaded,
// the names of the previous view remain.

import { metresPerPixelAt, viewBoxOf } from '@lookout/map/engine/camera.ts';
import type { GeoBox } from '@lookout/map/engine/places.ts';
import type { MapLanguage } from '@lookout/map/engine/types.ts';
import type { SceneHost } from '@lookout/map/layers/layer.ts';
import { isInBox } from '@lookout/map/layers/mark-cells.ts';
import type { NameLook, WrittenName } from '@lookout/map/layers/names/name-board.ts';
import { Cartographic, Color } from 'cesium';
import type { VectorLayerKind } from '../../map-layer.ts';
import { VECTOR_STYLES } from './styles.ts';
import { type TileName, tilesOfBox, writtenPixels, writtenText } from './tile-names.ts';
import type { TileAt, TileSource } from './tile-source.ts';

export interface NamedLayer {
  readonly id: string;
  readonly kind: VectorLayerKind;
  /** Degrees: west, south, east, north. */
  readonly box: readonly [number, number, number, number];
  readonly tileUrl: string;
  readonly maxLevel: number;
  readonly opacity: number;
  readonly source: TileSource;
}

export interface LayerNames {
  /** Replaces all layers. @param layers the visible ones, the topmost first: of two shapes of one size its name takes precedence */
  readonly set: (layers: readonly NamedLayer[]) => void;
  readonly show: (visible: boolean) => void;
  readonly stop: () => void;
}

interface LayerNamesOptions {
  readonly language: MapLanguage;
  readonly read: (bytes: Uint8Array, at: TileAt) => Promise<readonly TileName[]>;
}

/** These names are placed after the place names. */
const ORDER = 1;
/** Most tiles per layer whose names are cached. */
const MOST_CACHED = 64;

interface Tile {
  /** null: still loading. */
  names: readonly TileName[] | null;
}

interface ShownTile {
  readonly layer: NamedLayer;
  readonly tile: Tile;
}

export function nameLayers(
  { scene, names, heightAt, onSettled }: Pick<SceneHost, 'scene' | 'names' | 'heightAt' | 'onSettled'>,
  { language, read }: LayerNamesOptions,
): LayerNames {
  const lookOf = createLooks();
  // A layer that is retried or reimported has a different source.
  const cache = new WeakMap<TileSource, Map<string, Tile>>();
  let layers: readonly NamedLayer[] = [];
  let visible = false;
  let wanted: readonly ShownTile[] = [];
  /** Tiles of the last view that was complete, while those of the current one are loading. */
  let before: readonly ShownTile[] = [];

  const board = names.add({
    order: ORDER,
    inView: (heightMetres, box) => (visible ? written(heightMetres, box) : []),
  });

  function written(heightMetres: number, box: GeoBox): WrittenName[] {
    const found = new Map<string, { readonly name: WrittenName; readonly pixels: number }>();
    for (const { layer, tile } of [...wanted, ...before])
      for (const name of tile.names ?? []) {
        // Shapes with one name within a hundred metres are one object: the pieces of a road, or a shape that another level places slightly
        // differently.
        const id = `${layer.id} ${name.name} ${name.lng.toFixed(3)} ${name.lat.toFixed(3)}`;
        if (!isInBox(box, name) || found.has(id)) continue;
        const pixels = writtenPixels(layer.kind, name, heightMetres, metresPerPixel(name));
        if (pixels === null) continue;
        const { lng, lat } = name;
        found.set(id, { name: { id, text: writtenText(name, language), lng, lat, look: lookOf(layer, name.spanDegrees === 0) }, pixels });
      }
    return [...found.values()].sort((one, other) => other.pixels - one.pixels).map(({ name }) => name);
  }

  const metresPerPixel = ({ lng, lat }: TileName): number =>
    metresPerPixelAt(scene, Cartographic.fromDegrees(lng, lat, heightAt(lng, lat) ?? 0));

  function see(): void {
    if (!visible) return;
    const box = viewBoxOf(scene);
    if (hasAll(wanted)) before = wanted;
    wanted = layers.flatMap((layer) => {
      const shared = sharedBox(box, layer.box);
      return shared === null ? [] : tilesOfBox(shared, layer.maxLevel).map((at) => ({ layer, tile: tileOf(layer.source, at) }));
    });
    before = before.filter((one) => layers.some(({ source }) => source === one.layer.source));
  }

  function tileOf(source: TileSource, at: TileAt): Tile {
    const tiles = cache.get(source) ?? new Map<string, Tile>();
    cache.set(source, tiles);
    const key = `${at.level}/${at.x}/${at.y}`;
    const tile = tiles.get(key) ?? { names: null };
    if (tiles.has(key)) return tile;
    const oldest = tiles.keys().next().value;
    if (tiles.size >= MOST_CACHED && oldest !== undefined) tiles.delete(oldest);
    tiles.set(key, tile);
    void load(tile, source, at);
    return tile;
  }

  async function load(tile: Tile, source: TileSource, at: TileAt): Promise<void> {
    const bytes = await source.tile(at).catch(() => null);
    // A tile that cannot be loaded or read is reported, with a retry, by the layer's shapes, which need it too.
    tile.names = bytes === null ? [] : await read(bytes, at).catch(() => []);
    if (hasAll(wanted)) before = [];
    board.changed();
  }

  const stop = onSettled(see);
  return {
    set: (next) => {
      layers = next;
      see();
      board.changed();
    },
    show: (next) => {
      visible = next;
      see();
      board.changed();
    },
    stop: () => {
      stop();
      board.remove();
    },
  };
}

const hasAll = (tiles: readonly ShownTile[]): boolean => tiles.every(({ tile }) => tile.names !== null);

function sharedBox(view: GeoBox, [west, south, east, north]: NamedLayer['box']): GeoBox | null {
  const shared = {
    west: Math.max(view.west, west),
    south: Math.max(view.south, south),
    east: Math.min(view.east, east),
    north: Math.min(view.north, north),
  };
  return shared.west <= shared.east && shared.south <= shared.north ? shared : null;
}

/** Creates one look for all names of a kind and an opacity. */
function createLooks(): (layer: NamedLayer, isPoint: boolean) => NameLook {
  const looks = new Map<string, NameLook>();
  return ({ kind, opacity }, isPoint) => {
    const key = `${kind} ${opacity} ${isPoint}`;
    const { colour, fontPixels } = VECTOR_STYLES[kind].name;
    const known = looks.get(key) ?? {
      fontPixels,
      style: 'normal',
      colour: Color.fromCssColorString(colour).withAlpha(opacity),
      dot: isPoint ? 'layer' : 'none',
    };
    looks.set(key, known);
    return known;
  };
}

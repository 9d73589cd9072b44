// The door to the vector layers for the web.

import type { VectorLayerKind } from '@lookout/domain';
import { ImageryLayer } from 'cesium';
import { type HeightBand, vectorTileBand } from '../../bands.ts';
import type { Globe } from '../../engine/globe.ts';
import type { Layer, MountedLayer, SceneHost } from '../layer.ts';
import { namesImagery, shapesImagery, startTilePainter } from './imagery.ts';
import { coarsestLevel, createTileSource, type TileSource } from './tile-source.ts';

export interface VectorTiles {
  /** Replaces all. */
  readonly set: (layers: readonly VectorTileLayer[]) => void;
  readonly show: (id: string, visible: boolean) => void;
  readonly setOpacity: (id: string, opacity: number) => void;
  /** 0 lies lowest. */
  readonly setPlace: (id: string, place: number) => void;
  /** Tries anew what could not be had. */
  readonly again: (id: string) => void;
  readonly destroy: () => void;
}

/** @param region `vectorTilesBelowMetres`: from there upwards nothing is drawn (specification §9) */
export function mountVectorTiles(
  globe: Globe,
  region: { readonly vectorTilesBelowMetres: number },
  options: Omit<VectorTileOptions, 'heights'>,
): VectorTiles {
  const layer = globe.addLayer(vectorTileLayer({ ...options, heights: vectorTileBand(region) }));
  return {
    set: (layers) => layer.apply({ layers }),
    show: (id, visible) => layer.apply({ id, visible }),
    setOpacity: (id, opacity) => layer.apply({ id, opacity }),
    setPlace: (id, place) => layer.apply({ id, place }),
    again: (id) => layer.apply({ again: id }),
    destroy: layer.destroy,
  };
}

// All vector layers of the map: below the region's height, each with its opacity and its place in the order.

export interface VectorTileLayer {
  readonly id: string;
  readonly kind: VectorLayerKind;
  /** Degrees: west, south, east, north. */
  readonly box: readonly [number, number, number, number];
  /** `{z}/{x}/{y}` in Web Mercator. */
  readonly tileUrl: string;
  readonly maxLevel: number;
}

type VectorTileChange =
  /** Replaces all; a layer whose address is the same stays as it is. */
  | { readonly layers: readonly VectorTileLayer[] }
  | { readonly id: string; readonly visible: boolean }
  | { readonly id: string; readonly opacity: number }
  /** 0 lies lowest. */
  | { readonly id: string; readonly place: number }
  /** Tries anew what failed. */
  | { readonly again: string };

interface VectorTileOptions {
  readonly heights: HeightBand;
  readonly fetch: (url: string) => Promise<Response>;
  /** Tiles of this layer could not be had. */
  readonly onFailed: (id: string) => void;
}

/** A slider that is drawn through its range draws the names once. */
const NAMES_AFTER_MS = 200;

interface Shown {
  readonly layer: VectorTileLayer;
  readonly source: TileSource;
  readonly imagery: ImageryLayer;
}
interface Wish {
  visible: boolean;
  opacity: number;
  place: number;
}

const vectorTileLayer = (options: VectorTileOptions): Layer<VectorTileChange> => ({
  id: 'vector-tiles',
  heights: options.heights,
  mount: (host) => mount(host, options),
});

function mount({ scene, requestFrame }: SceneHost, { heights, fetch, onFailed }: VectorTileOptions): MountedLayer<VectorTileChange> {
  const painter = startTilePainter();
  const drawing = { minLevel: coarsestLevel(heights.toMetres), painter };
  const shown = new Map<string, Shown>();
  // What was wished of a layer stays when its tiles come from another address.
  const wishes = new Map<string, Wish>();
  let visible = false;
  let names: ImageryLayer | null = null;
  /** What the names that stand were drawn from. */
  let namesFrom = '';
  let naming: ReturnType<typeof setTimeout> | undefined;

  const wishOf = (id: string): Wish => {
    const wish = wishes.get(id) ?? { visible: true, opacity: 1, place: Number.MAX_SAFE_INTEGER };
    wishes.set(id, wish);
    return wish;
  };
  const settle = (): void => {
    for (const [id, { imagery }] of shown) {
      const wish = wishOf(id);
      imagery.show = visible && wish.visible;
      imagery.alpha = wish.opacity;
    }
    if (names) names.show = visible;
    clearTimeout(naming);
    naming = setTimeout(drawNames, NAMES_AFTER_MS);
  };
  const inOrder = (): Shown[] => [...shown.values()].sort((a, b) => wishOf(a.layer.id).place - wishOf(b.layer.id).place);
  const stack = (): void => {
    for (const { imagery } of inOrder()) scene.imageryLayers.raiseToTop(imagery);
    if (names) scene.imageryLayers.raiseToTop(names);
  };
  /** Which of two names has room depends on all layers that show: a change of one draws the names anew. */
  const drawNames = (): void => {
    const seen = inOrder()
      .reverse()
      .map(({ layer, source }) => ({ ...layer, source, opacity: wishOf(layer.id).opacity }))
      .filter(({ id, opacity }) => wishOf(id).visible && opacity > 0);
    const from = seen.map(({ tileUrl, opacity }) => `${tileUrl} ${opacity}`).join('\n');
    if (from === namesFrom) return;
    namesFrom = from;
    if (names) scene.imageryLayers.remove(names, true);
    names = seen.length > 0 ? new ImageryLayer(namesImagery(seen, drawing), { show: visible }) : null;
    if (names) scene.imageryLayers.add(names);
    requestFrame();
  };
  const add = (layer: VectorTileLayer): void => {
    const setTimer = (run: () => void, milliseconds: number) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    };
    const source = createTileSource({ template: layer.tileUrl, fetch, setTimer });
    const provider = shapesImagery({ ...layer, source }, drawing, () => onFailed(layer.id));
    const imagery = new ImageryLayer(provider, { show: false });
    scene.imageryLayers.add(imagery);
    shown.set(layer.id, { layer, source, imagery });
  };
  const remove = (id: string): void => {
    const one = shown.get(id);
    if (!one) return;
    one.source.stop();
    scene.imageryLayers.remove(one.imagery, true);
    shown.delete(id);
    // They hold the source that was stopped.
    namesFrom = '';
  };
  const replace = (layers: readonly VectorTileLayer[]): void => {
    const urls = new Map(layers.map(({ id, tileUrl }) => [id, tileUrl]));
    for (const [id, { layer }] of [...shown]) if (urls.get(id) !== layer.tileUrl) remove(id);
    for (const layer of layers) if (!shown.has(layer.id)) add(layer);
    stack();
  };

  return {
    apply: (change) => {
      if ('layers' in change) replace(change.layers);
      else if ('again' in change) {
        const one = shown.get(change.again);
        if (one) {
          remove(change.again);
          add(one.layer);
          stack();
        }
      } else {
        const { id, ...wished } = change;
        wishes.set(id, { ...wishOf(id), ...wished });
        if ('place' in change) stack();
      }
      settle();
    },
    show: (next) => {
      visible = next;
      settle();
    },
    destroy: () => {
      clearTimeout(naming);
      if (names) scene.imageryLayers.remove(names, true);
      for (const id of [...shown.keys()]) remove(id);
      painter.stop();
    },
  };
}

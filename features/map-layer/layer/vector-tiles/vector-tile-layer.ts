// All vector layers of the map: shown below the region's height, each with its opacity and its position in the stack. Their shapes are imagery, their names
// are written on the screen.

import { type HeightBand, vectorTileBand } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { MapLanguage } from '@lookout/map/engine/types.ts';
import type { Layer, MountedLayer, SceneHost } from '@lookout/map/layers/layer.ts';
import { ImageryLayer } from 'cesium';
import type { VectorLayerKind } from '../../map-layer.ts';
import { shapesImagery } from './imagery.ts';
import { nameLayers } from './layer-names.ts';
import { startTileReader } from './tile-host.ts';
import { coarsestLevel, createTileSource, type TileSource } from './tile-source.ts';

export interface VectorTiles {
  /** Replaces all layers. */
  readonly set: (layers: readonly VectorTileLayer[]) => void;
  readonly show: (id: string, visible: boolean) => void;
  readonly setOpacity: (id: string, opacity: number) => void;
  /** 0 is the lowest. */
  readonly setOrder: (id: string, order: number) => void;
  /** Retries tiles that failed to load. */
  readonly again: (id: string) => void;
  readonly destroy: () => void;
}

/** @param region nothing is drawn at `vectorTilesBelowMetres` and above (specification §9) */
export function mountVectorTiles(
  globe: Globe,
  region: { readonly vectorTilesBelowMetres: number },
  options: Omit<VectorTileOptions, 'heights' | 'language'>,
): VectorTiles {
  const layer = globe.addLayer(vectorTileLayer({ ...options, heights: vectorTileBand(region), language: globe.language }));
  return {
    set: (layers) => layer.apply({ layers }),
    show: (id, visible) => layer.apply({ id, visible }),
    setOpacity: (id, opacity) => layer.apply({ id, opacity }),
    setOrder: (id, order) => layer.apply({ id, order }),
    again: (id) => layer.apply({ again: id }),
    destroy: layer.destroy,
  };
}

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
  /** Replaces all layers; a layer with an unchanged URL is kept. */
  | { readonly layers: readonly VectorTileLayer[] }
  | { readonly id: string; readonly visible: boolean }
  | { readonly id: string; readonly opacity: number }
  /** 0 is the lowest. */
  | { readonly id: string; readonly order: number }
  /** Id of a layer whose failed tiles are retried. */
  | { readonly again: string };

interface VectorTileOptions {
  readonly heights: HeightBand;
  readonly language: MapLanguage;
  readonly fetch: (url: string) => Promise<Response>;
  /** Tiles of this layer could not be loaded. */
  readonly onFailed: (id: string) => void;
}

/** Delay after which names are written once for a dragged opacity slider. */
const NAMES_AFTER_MS = 200;

interface Shown {
  readonly layer: VectorTileLayer;
  readonly source: TileSource;
  readonly imagery: ImageryLayer;
}
interface Settings {
  visible: boolean;
  opacity: number;
  order: number;
}

const vectorTileLayer = (options: VectorTileOptions): Layer<VectorTileChange> => ({
  id: 'vector-tiles',
  heights: options.heights,
  mount: (host) => mount(host, options),
});

function mount(host: SceneHost, { heights, language, fetch, onFailed }: VectorTileOptions): MountedLayer<VectorTileChange> {
  const { scene, requestFrame } = host;
  const reader = startTileReader();
  const drawing = { minLevel: coarsestLevel(heights.toMetres), painter: reader, requestFrame };
  const names = nameLayers(host, { language, read: reader.names });
  const shown = new Map<string, Shown>();
  // A layer's settings are kept when its tile URL changes.
  const settings = new Map<string, Settings>();
  let visible = false;
  let naming: ReturnType<typeof setTimeout> | undefined;

  const settingsOf = (id: string): Settings => {
    const own = settings.get(id) ?? { visible: true, opacity: 1, order: Number.MAX_SAFE_INTEGER };
    settings.set(id, own);
    return own;
  };
  const settle = (): void => {
    for (const [id, { imagery }] of shown) {
      const own = settingsOf(id);
      imagery.show = visible && own.visible;
      imagery.alpha = own.opacity;
    }
    clearTimeout(naming);
    naming = setTimeout(nameVisible, NAMES_AFTER_MS);
  };
  const inOrder = (): Shown[] => [...shown.values()].sort((a, b) => settingsOf(a.layer.id).order - settingsOf(b.layer.id).order);
  const stack = (): void => {
    for (const { imagery } of inOrder()) scene.imageryLayers.raiseToTop(imagery);
  };
  const nameVisible = (): void =>
    names.set(
      inOrder()
        .reverse()
        .map(({ layer, source }) => ({ ...layer, source, opacity: settingsOf(layer.id).opacity }))
        .filter(({ id, opacity }) => settingsOf(id).visible && opacity > 0),
    );
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
        const { id, ...changed } = change;
        settings.set(id, { ...settingsOf(id), ...changed });
        if ('order' in change) stack();
      }
      settle();
    },
    show: (next) => {
      visible = next;
      names.show(next);
      settle();
    },
    destroy: () => {
      clearTimeout(naming);
      names.stop();
      for (const id of [...shown.keys()]) remove(id);
      reader.stop();
    },
  };
}

// Base maps of outside services over our own relief. The relief is still drawn beneath and shows until the services respond, and
// immediately when they stop responding. A failed service is retried from time to time.

import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { OWN_GROUND_LAYERS } from '@lookout/map/engine/ground.ts';
import type { Layer, MountedLayer, SceneHost } from '@lookout/map/layers/layer.ts';
import { createRetries, type SetTimer } from '@lookout/map/relief/server-health.ts';
import { ImageryLayer } from 'cesium';
import { type BaseMapLayer, baseMapProvider } from './provider.ts';

export interface BaseMapsOnMap {
  /** Adds base maps, hidden. */
  readonly add: (layers: readonly BaseMapLayer[]) => void;
  readonly show: (id: string, visible: boolean) => void;
  readonly setOpacity: (id: string, opacity: number) => void;
  /** 0 is the lowest. */
  readonly setOrder: (id: string, order: number) => void;
  readonly destroy: () => void;
}

export interface BaseMapOptions {
  readonly fetch: (url: string) => Promise<Response>;
  /** Called when the service behind a base map does not respond, or refuses; null: it responds again. */
  readonly onTrouble: (id: string, reason: string | null) => void;
  readonly setTimer?: SetTimer;
}

export function mountBaseMaps(globe: Globe, options: BaseMapOptions): BaseMapsOnMap {
  const layer = globe.addLayer(baseMapLayer(options));
  return {
    add: (layers) => layer.apply({ add: layers }),
    show: (id, visible) => layer.apply({ id, visible }),
    setOpacity: (id, opacity) => layer.apply({ id, opacity }),
    setOrder: (id, order) => layer.apply({ id, order }),
    destroy: layer.destroy,
  };
}

type Change =
  | { readonly add: readonly BaseMapLayer[] }
  | { readonly id: string; readonly visible: boolean }
  | { readonly id: string; readonly opacity: number }
  | { readonly id: string; readonly order: number };

interface Shown {
  readonly layer: BaseMapLayer;
  readonly retries: ReturnType<typeof createRetries>;
  /** null: the base map is hidden, or its service is down. */
  imagery: ImageryLayer | null;
  visible: boolean;
  opacity: number;
  order: number;
  isDead: boolean;
}

export const baseMapLayer = (options: BaseMapOptions): Layer<Change> => ({
  id: 'base-maps',
  heights: EVERY_HEIGHT,
  mount: (host) => mount(host, options),
});

function mount({ scene, requestFrame }: SceneHost, { fetch, onTrouble, setTimer }: BaseMapOptions): MountedLayer<Change> {
  const layers = scene.imageryLayers;
  const shown = new Map<string, Shown>();
  let visible = false;

  const takeDown = (one: Shown): void => {
    if (one.imagery) layers.remove(one.imagery, true);
    one.imagery = null;
  };
  const putUp = (one: Shown): void => {
    const provider = baseMapProvider(one.layer, {
      fetch,
      requestFrame,
      onAlive: () => {
        if (!one.isDead) return;
        one.isDead = false;
        one.retries.answered();
        onTrouble(one.layer.id, null);
      },
      onDead: (reason) => {
        // Tiles requested together fail together.
        if (one.imagery === null) return;
        one.isDead = true;
        takeDown(one);
        one.retries.failed(reason);
        requestFrame();
      },
    });
    one.imagery = new ImageryLayer(provider);
    layers.add(one.imagery, OWN_GROUND_LAYERS);
  };
  /** Updates the drawn base maps to match the wanted ones, from lowest to highest. */
  const settle = (): void => {
    const wanted = [...shown.values()].filter((one) => visible && one.visible && one.opacity > 0);
    for (const one of shown.values()) if (!wanted.includes(one)) takeDown(one);
    for (const one of wanted) if (!one.imagery && !one.isDead) putUp(one);
    const drawn = wanted.filter(({ imagery }) => imagery !== null).sort((a, b) => a.order - b.order);
    for (const [index, { imagery, opacity }] of drawn.entries()) {
      if (!imagery) continue;
      imagery.alpha = opacity;
      const place = OWN_GROUND_LAYERS + index;
      if (layers.indexOf(imagery) === place) continue;
      layers.remove(imagery, false);
      layers.add(imagery, place);
    }
    requestFrame();
  };
  const retry = (id: string): void => {
    const one = shown.get(id);
    // The base map was hidden meanwhile. The service is tried when it is shown again.
    if (!one || one.imagery) return;
    if (visible && one.visible) putUp(one);
    settle();
  };
  const begin = (layer: BaseMapLayer): void => {
    const { id } = layer;
    const retries = createRetries(
      () => retry(id),
      (reason) => onTrouble(id, reason),
      setTimer,
    );
    shown.set(id, { layer, retries, imagery: null, visible: false, opacity: 1, order: shown.size, isDead: false });
  };

  return {
    apply: (change) => {
      if ('add' in change) {
        for (const layer of change.add) if (!shown.has(layer.id)) begin(layer);
      } else {
        const one = shown.get(change.id);
        if (!one) return;
        const wasVisible = one.visible;
        Object.assign(one, change);
        // A base map that is selected again is tried at once.
        if (one.visible && !wasVisible) one.isDead = false;
      }
      settle();
    },
    show: (next) => {
      visible = next;
      settle();
    },
    destroy: () => {
      for (const one of shown.values()) {
        one.retries.stop();
        takeDown(one);
      }
      shown.clear();
    },
  };
}

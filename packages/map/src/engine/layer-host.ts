// Holds the mounted layers: a layer is drawn when its user switch is on AND the camera is inside its band of heights.
// The band test runs per frame and does nothing unless a limit was crossed.
import { isWithin } from '../bands.ts';
import type { Layer, MountedLayer, SceneHost } from '../layers/layer.ts';

interface Entry {
  readonly layer: Layer<never>;
  readonly mounted: MountedLayer<never>;
  wanted: boolean;
  shown: boolean;
}

export interface LayerHost {
  readonly add: <Change>(layer: Layer<Change>) => MountedLayer<Change>;
  readonly cross: (heightMetres: number) => void;
  readonly destroy: () => void;
}

/** @param cameraHeight asked when a layer is added or switched; the host is told of crossings by `cross` */
export function createLayerHost(host: SceneHost, cameraHeight: () => number): LayerHost {
  const entries = new Map<string, Entry>();

  function settle(entry: Entry, heightMetres: number): void {
    const shown = entry.wanted && isWithin(heightMetres, entry.layer.heights);
    if (shown === entry.shown) return;
    entry.shown = shown;
    entry.mounted.show(shown);
    host.requestFrame();
  }

  return {
    add: <Change>(layer: Layer<Change>): MountedLayer<Change> => {
      if (entries.has(layer.id)) throw new Error(`layer ${layer.id} is mounted already`);
      const mounted = layer.mount(host);
      mounted.show(false);
      const entry: Entry = { layer: layer as Layer<never>, mounted: mounted as MountedLayer<never>, wanted: true, shown: false };
      entries.set(layer.id, entry);
      settle(entry, cameraHeight());
      return {
        apply: (change) => {
          mounted.apply(change);
          host.requestFrame();
        },
        show: (visible) => {
          entry.wanted = visible;
          settle(entry, cameraHeight());
        },
        destroy: () => {
          if (!entries.delete(layer.id)) return;
          mounted.destroy();
          host.requestFrame();
        },
      };
    },
    cross: (heightMetres) => {
      for (const entry of entries.values()) settle(entry, heightMetres);
    },
    destroy: () => {
      for (const { mounted } of entries.values()) mounted.destroy();
      entries.clear();
    },
  };
}

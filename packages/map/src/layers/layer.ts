// What a layer is (architecture.md idea 8): `{ id, heights, mount(host) → { apply(change), show(visible), destroy() } }`.
// Layers draw primitives, never entities, and ask the host for frames; the host decides by camera height whether they show.
import type { Scene } from 'cesium';
import { type HeightBand, isWithin } from '../bands.ts';
import type { RestingView } from '../engine/types.ts';

/** What the host gives to a mounted layer. Stays inside @lookout/map: it carries the Cesium scene. */
export interface SceneHost {
  readonly scene: Scene;
  /** Draw once more soon; many calls before the frame are one. */
  readonly requestFrame: () => void;
  /** Ground height from the finest tile loaded so far, metres; null where none is. Cheap. */
  readonly heightAt: (lng: number, lat: number) => number | null;
  /** After the camera came to rest and after all tiles in view have loaded. @returns stop */
  readonly onSettled: (run: (view: RestingView) => void) => () => void;
  /** Before each drawn frame, with the camera's height; only for what must follow the camera. @returns stop */
  readonly onFrame: (run: (heightMetres: number, milliseconds: number) => void) => () => void;
}

export interface MountedLayer<Change> {
  /** Takes in a change; incremental, cheap, any number of times a second. */
  readonly apply: (change: Change) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export interface Layer<Change> {
  readonly id: string;
  /** Camera heights at which the layer may show. */
  readonly heights: HeightBand;
  readonly mount: (host: SceneHost) => MountedLayer<Change>;
}

// Holds the mounted layers: a layer is drawn when its user switch is on AND the camera is inside its band of heights.
// The band test runs per frame and does nothing unless a limit was crossed.

interface Entry {
  readonly layer: Layer<never>;
  readonly mounted: MountedLayer<never>;
  wanted: boolean;
  shown: boolean;
}

interface LayerHost {
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

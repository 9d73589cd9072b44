// What a layer is (architecture.md idea 8): `{ id, heights, mount(host) → { apply(change), show(visible), destroy() } }`.
// Layers draw primitives, never entities, and ask the host for frames; the host decides by camera height whether they show.
import type { Scene } from 'cesium';
import type { HeightBand } from '../bands.ts';
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

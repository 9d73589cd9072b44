// A layer is `{ id, heights, mount(host) → { apply(change), show(visible), destroy() } }`. Layers draw primitives, never entities, and
// request frames from the host. The host decides by camera height whether they show.
import type { Scene } from 'cesium';
import { type HeightBand, isWithin } from '../bands.ts';
import type { RestingView } from '../engine/types.ts';
import type { MarkRoom } from './mark-room.ts';
import type { NameBoard } from './names/name-board.ts';

/** What the host provides to a mounted layer. For layers only, because it exposes the Cesium scene. */
export interface SceneHost {
  readonly scene: Scene;
  /** Requests a frame; several calls before the next frame count as one. */
  readonly requestFrame: () => void;
  /** Positions of marks on the screen, which place names avoid. */
  readonly markRoom: MarkRoom;
  /** Place names of all layers, which are placed together. */
  readonly names: NameBoard;
  /** Terrain height from the finest tile loaded so far, metres; null where none is loaded. Cheap. */
  readonly heightAt: (lng: number, lat: number) => number | null;
  /** Runs when the camera has come to rest, and when all tiles in view have loaded. @returns stop */
  readonly onSettled: (run: (view: RestingView) => void) => () => void;
  /** Runs before each drawn frame with the camera height; only for what must follow the camera. @returns stop */
  readonly onFrame: (run: (heightMetres: number, milliseconds: number) => void) => () => void;
}

export interface MountedLayer<Change> {
  /** Applies a change; incremental and cheap, may be called many times a second. */
  readonly apply: (change: Change) => void;
  /**
   * How long the frame that shows a change may wait, milliseconds; called before the change is applied. Absent: not at all; infinite: the
   * layer requests its frames itself. With software rendering, a frame for each of 500 positions a second leaves no time for an alarm
   * between them.
   */
  readonly patienceMs?: (change: Change) => number;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export interface Layer<Change> {
  readonly id: string;
  /** Camera heights at which the layer may show. */
  readonly heights: HeightBand;
  readonly mount: (host: SceneHost) => MountedLayer<Change>;
}

// The host: a mounted layer is drawn when the user's switch is on AND the camera is inside the layer's height band. The band is tested on
// each frame; nothing happens unless a limit was crossed.

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

/** @param cameraHeight read when a layer is added or switched; afterwards call `cross` with each frame's height */
export function createLayerHost(host: SceneHost, cameraHeight: () => number): LayerHost {
  const entries = new Map<string, Entry>();
  const later = createLaterFrame(host);

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
          const patienceMs = mounted.patienceMs?.(change) ?? 0;
          mounted.apply(change);
          if (entry.shown) later.within(patienceMs);
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
      later.stop();
      for (const { mounted } of entries.values()) mounted.destroy();
      entries.clear();
    },
  };
}

/** One timer for all frames that may wait: any frame drawn earlier shows the waiting changes. */
function createLaterFrame({ requestFrame, onFrame }: Pick<SceneHost, 'requestFrame' | 'onFrame'>) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let dueAt = Number.POSITIVE_INFINITY;
  const clear = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    dueAt = Number.POSITIVE_INFINITY;
  };
  const stopFrames = onFrame(clear);
  return {
    within: (milliseconds: number): void => {
      if (milliseconds <= 0) {
        requestFrame();
        return;
      }
      const at = performance.now() + milliseconds;
      if (at >= dueAt) return;
      clear();
      dueAt = at;
      timer = setTimeout(requestFrame, milliseconds);
    },
    stop: () => {
      stopFrames();
      clear();
    },
  };
}

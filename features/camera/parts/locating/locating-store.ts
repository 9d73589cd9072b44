// The positions located on this desk. Stored outside React and the globe, so that picture, map and list show the same.
import type { LngLat } from '@lookout/geo';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Sight, TriangulatedPosition } from '../../camera.ts';

export interface LocatingCamera {
  readonly id: string;
  readonly name: string;
  /** null: the camera belongs to no monitoring point, so no alarm can be raised from the sight. */
  readonly monitoringPointId: string | null;
}

export interface Located extends Sight {
  /** Identifies the sight; also the idempotency key of an alarm raised from it. */
  readonly key: string;
  readonly camera: LocatingCamera;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface LocatingState {
  /** The latest sight; null: none. */
  readonly located: Located | null;
  /** The fire's position as corrected by the user; null: not corrected. */
  readonly corrected: LngLat | null;
  /** One sight per camera, newest last: the input of a triangulation. */
  readonly tray: readonly Located[];
  readonly triangulation: TriangulatedPosition | null;
  /** The position for which the list of seeing cameras is shown; null: none. */
  readonly seenFrom: LngLat | null;
}

interface LocatingStore {
  readonly store: StoreApi<LocatingState>;
  readonly take: (sight: Omit<Located, 'key'>) => void;
  readonly correct: (position: LngLat | null) => void;
  /** Dismisses the sight; its bearing stays in the tray. */
  readonly putAside: () => void;
  readonly dropBearing: (cameraId: string) => void;
  readonly clearTray: () => void;
  readonly setTriangulation: (triangulation: TriangulatedPosition | null) => void;
  readonly showOnlookers: (position: LngLat | null) => void;
}

export const NOTHING_LOCATED: LocatingState = { located: null, corrected: null, tray: [], triangulation: null, seenFrom: null };

/** The server's limit for a triangulation. */
export const MOST_BEARINGS = 16;
export const LEAST_BEARINGS = 2;

/** A camera's newer sight replaces its older one. */
export const withSight = (tray: readonly Located[], sight: Located): readonly Located[] =>
  [...tray.filter(({ camera }) => camera.id !== sight.camera.id), sight].slice(-MOST_BEARINGS);

/** The fire's position: the corrected one if there is one, otherwise the located one. */
export const positionOf = ({ located, corrected }: Pick<LocatingState, 'located' | 'corrected'>): LngLat | null =>
  corrected ?? located?.position ?? null;

export function createLocatingStore(): LocatingStore {
  const store = createStore<LocatingState>(() => NOTHING_LOCATED);
  return {
    store,
    take: (sight) => {
      const located = { ...sight, key: newKey() };
      // The tray changed, so its triangulation is no longer valid.
      store.setState(({ tray }) => ({ located, corrected: null, tray: withSight(tray, located), triangulation: null }));
    },
    correct: (corrected) => {
      if (store.getState().located !== null) store.setState({ corrected });
    },
    putAside: () => store.setState({ located: null, corrected: null }),
    dropBearing: (cameraId) =>
      store.setState(({ tray }) => ({ tray: tray.filter(({ camera }) => camera.id !== cameraId), triangulation: null })),
    clearTray: () => store.setState({ tray: [], triangulation: null }),
    setTriangulation: (triangulation) => store.setState({ triangulation }),
    showOnlookers: (seenFrom) => store.setState({ seenFrom }),
  };
}

export const locatingStoreOf = perSession(createLocatingStore);

export const useLocatingStore = (): LocatingStore => locatingStoreOf(useServices());

export const useLocating = <T>(select: (state: LocatingState) => T): T => useStore(useLocatingStore().store, select);

/** Formats an angle, e.g. `62.35°`. */
export const angleText = (degrees: number): string => `${degrees.toFixed(2)}°`;

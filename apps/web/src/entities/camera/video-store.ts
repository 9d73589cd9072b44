// The live video open on this desk. Held outside React, because a card on the map, an alarm's popup and a key all open it.
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { perSession, useServices } from '../../shared/services.ts';

/** A monitoring point with its channels, or one camera; `name` is shown in the title. */
export type VideoTarget = { readonly name: string } & ({ readonly monitoringPointId: string } | { readonly cameraId: string });

export interface VideoState {
  readonly open: VideoTarget | null;
  /** The alarm whose seeing cameras are listed. */
  readonly lookingFor: string | null;
}

export interface VideoStore {
  readonly store: StoreApi<VideoState>;
  readonly open: (target: VideoTarget) => void;
  readonly close: () => void;
  readonly toggleLook: (alarmId: string) => void;
}

export function createVideoStore(): VideoStore {
  const store = createStore<VideoState>(() => ({ open: null, lookingFor: null }));
  return {
    store,
    open: (open) => store.setState({ open }),
    close: () => store.setState({ open: null }),
    toggleLook: (alarmId) => store.setState(({ lookingFor }) => ({ lookingFor: lookingFor === alarmId ? null : alarmId })),
  };
}

const videoStoreOf = perSession(createVideoStore);

export const useVideoStore = (): VideoStore => videoStoreOf(useServices());

export const useVideoState = <T>(select: (state: VideoState) => T): T => useStore(useVideoStore().store, select);

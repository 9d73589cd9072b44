// The live video currently open on this desk. Stored outside React, because a card on the map, an alarm's popup and a keyboard shortcut can
// all open it.

import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { memoryStorage, storageOf, type TextStorage } from '@lookout/web/shared/storage.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NamedAlarm } from '../../alarm/alarm.ts';

/** The alarm that a player was opened for. */
export interface WatchedAlarm {
  readonly alarm: NamedAlarm;
  /** Opened from a task: no fire actions (specification §4). */
  readonly isReadOnly: boolean;
}

/** A monitoring point with its channels, or one camera; `name` is shown in the title. */
export type VideoTarget = { readonly name: string; readonly watched?: WatchedAlarm | undefined } & (
  | { readonly monitoringPointId: string }
  | { readonly cameraId: string }
);

export interface VideoState {
  readonly open: VideoTarget | null;
  /** The alarm whose list of seeing cameras is open. */
  readonly lookingFor: string | null;
  /** Whether an alarm's camera is shown next to its popup. Remembered per account. */
  readonly isBesidePopup: boolean;
  /** The places that can show a player, in mount order: the map of a page, an alarm docked over it. */
  readonly stages: readonly symbol[];
}

export interface VideoStore {
  readonly store: StoreApi<VideoState>;
  readonly open: (target: VideoTarget) => void;
  readonly close: () => void;
  readonly toggleLook: (alarmId: string) => void;
  readonly showBesidePopup: (isShown: boolean) => void;
}

const OFF = 'off';

export function createVideoStore(storage: TextStorage, key: string): VideoStore {
  const store = createStore<VideoState>(() => ({ open: null, lookingFor: null, isBesidePopup: storage.getItem(key) !== OFF, stages: [] }));
  return {
    store,
    open: (open) => store.setState({ open }),
    close: () => store.setState({ open: null }),
    toggleLook: (alarmId) => store.setState(({ lookingFor }) => ({ lookingFor: lookingFor === alarmId ? null : alarmId })),
    showBesidePopup: (isBesidePopup) => {
      store.setState({ isBesidePopup });
      if (isBesidePopup) storage.removeItem(key);
      else storage.setItem(key, OFF);
    },
  };
}

const videoStoreOf = perSession(({ session, replay }) =>
  createVideoStore(replay === null ? storageOf(window) : memoryStorage(), `video.beside-popup.${session.get().accid ?? ''}`),
);

export const useVideoStore = (): VideoStore => videoStoreOf(useServices());

/** Registers a stage. @returns whether this stage shows the player: the first registered one does */
export function useStage(): boolean {
  const { store } = useVideoStore();
  const [id] = useState(() => Symbol('stage'));
  useEffect(() => {
    store.setState(({ stages }) => ({ stages: [...stages, id] }));
    return () => store.setState(({ stages }) => ({ stages: stages.filter((stage) => stage !== id) }));
  }, [store, id]);
  return useStore(store, ({ stages }) => stages[0] === id);
}

export const useVideoState = <T>(select: (state: VideoState) => T): T => useStore(useVideoStore().store, select);

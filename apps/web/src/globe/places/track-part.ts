// The way somebody went, while his card shows it.
import type { Track } from '@lookout/map';
import { useCallback } from 'react';
import { createStore } from 'zustand/vanilla';
import { perSession } from '../../shared/per-session.ts';
import { useServices } from '../../shared/services.ts';
import type { GlobePart } from '../part.ts';

interface Shown {
  /** Empty: none. */
  readonly track: Track;
}

const trackOf = perSession(() => createStore<Shown>(() => ({ track: [] })));

/** Draws a way; empty: none any more. */
export function useShowTrack(): (track: Track) => void {
  const store = trackOf(useServices());
  return useCallback((track) => store.setState({ track }), [store]);
}

export const track: GlobePart = ({ map, globe, services }) => {
  const store = trackOf(services);
  const drawn = map.mountTrack(globe);
  const draw = (shown: Shown) => drawn.set(shown.track);
  draw(store.getState());
  return store.subscribe(draw);
};

// The single position that a page marks on the map, with its name.
import type { HighlightedPosition } from '@lookout/map';
import { useCallback } from 'react';
import { createStore } from 'zustand/vanilla';
import { perSession, useServices } from '../shared/services.ts';
import type { GlobePart } from './part.ts';

interface Highlighted {
  /** null: none. */
  readonly position: HighlightedPosition | null;
}

const highlightedOf = perSession(() => createStore<Highlighted>(() => ({ position: null })));

/** Marks a position; null removes the mark. The mark outlives the globe. */
export function useHighlight(): (position: HighlightedPosition | null) => void {
  const store = highlightedOf(useServices());
  return useCallback((position) => store.setState({ position }), [store]);
}

export const highlight: GlobePart = ({ map, globe, services }) => {
  const store = highlightedOf(services);
  const drawn = map.mountHighlight(globe);
  const draw = ({ position }: Highlighted) => drawn.set(position);
  draw(store.getState());
  return store.subscribe(draw);
};

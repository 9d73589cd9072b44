// The single place that a page marks on the map, with its name.
import type { HighlightedPlace } from '@lookout/map';
import { useCallback } from 'react';
import { createStore } from 'zustand/vanilla';
import { perSession, useServices } from '../shared/services.ts';
import type { GlobePart } from './part.ts';

interface Highlighted {
  /** null: none. */
  readonly place: HighlightedPlace | null;
}

const highlightedOf = perSession(() => createStore<Highlighted>(() => ({ place: null })));

/** Marks a place; null removes the mark. It outlives the globe. */
export function useHighlight(): (place: HighlightedPlace | null) => void {
  const store = highlightedOf(useServices());
  return useCallback((place) => store.setState({ place }), [store]);
}

export const highlight: GlobePart = ({ map, globe, services }) => {
  const store = highlightedOf(services);
  const drawn = map.mountHighlight(globe);
  const draw = ({ place }: Highlighted) => drawn.set(place);
  draw(store.getState());
  return store.subscribe(draw);
};

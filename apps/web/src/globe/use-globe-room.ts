// The desk's globe, retained from page to page and destroyed with the session.
import { region } from '@region';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { perSession, useServices } from '../shared/services.ts';
import { useHighlight } from './highlight-part.ts';
import { createGlobeRoom, type GlobeRoom, type GlobeState } from './room.ts';

const roomOf = perSession(
  (services) => createGlobeRoom(services, region, window),
  (room) => room.destroy(),
);

export const useGlobeRoom = (): GlobeRoom => roomOf(useServices());

/** Renders only when the globe starts, is ready or fails, never on camera movement. */
export function useGlobeState(): GlobeState {
  const room = useGlobeRoom();
  return useSyncExternalStore(room.subscribe, room.state);
}

const LEAST_RANGE_METRES = 4_000;

interface Named {
  readonly lng: number;
  readonly lat: number;
  readonly label: string;
}

/** Flies to a list item and marks it with its name. With a box, all of it is in view. */
export function useFly(): (position: Named, box?: readonly [west: number, south: number, east: number, north: number]) => void {
  const room = useGlobeRoom();
  const highlight = useHighlight();
  const hasMarked = useRef(false);
  // Removes the mark when its list closes, but not a mark set by others.
  useEffect(
    () => () => {
      if (hasMarked.current) highlight(null);
    },
    [highlight],
  );
  return ({ lng, lat, label }, box) => {
    hasMarked.current = true;
    highlight({ lng, lat, label });
    const state = room.state();
    if (state.kind !== 'ready') return;
    if (box === undefined) void state.globe.flyTo({ lng, lat, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
    else void state.globe.flyToBox({ west: box[0], south: box[1], east: box[2], north: box[3] }, LEAST_RANGE_METRES);
  };
}

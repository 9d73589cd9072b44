// One room for each desk, kept from page to page and destroyed when its session ends.
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

/** Renders again only when the globe begins, stands or breaks: never on a movement of the camera. */
export function useGlobeState(): GlobeState {
  const room = useGlobeRoom();
  return useSyncExternalStore(room.subscribe, room.state);
}

const METRES_PER_DEGREE = 111_320;
const LEAST_RANGE_METRES = 4_000;

interface Named {
  readonly lng: number;
  readonly lat: number;
  readonly label: string;
}

/** Flies to a thing of a list and marks it with its name. With a box it is seen whole. */
export function useFly(): (place: Named, box?: readonly [west: number, south: number, east: number, north: number]) => void {
  const room = useGlobeRoom();
  const highlight = useHighlight();
  const hasMarked = useRef(false);
  // The mark goes with the list it came from; what others have marked stays.
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
    const degrees = box ? Math.max(box[2] - box[0], box[3] - box[1]) : 0;
    const rangeMetres = box ? Math.max(LEAST_RANGE_METRES, degrees * METRES_PER_DEGREE * 1.6) : state.map.POPUP_FLY_IN_RANGE_METRES;
    void state.globe.flyTo({ lng, lat, rangeMetres });
  };
}

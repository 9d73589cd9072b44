import { useEffect, useRef } from 'react';
import { useHighlight } from './highlight-part.ts';
import { useGlobeRoom } from './use-globe-room.ts';

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

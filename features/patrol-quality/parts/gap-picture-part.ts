// The picture of a county's gaps on the globe: the panel fetches it, this part draws it and flies there.

import type { GridPicture } from '@lookout/map/layers/grid-pictures.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession } from '@lookout/web/shared/services.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

interface ShownGaps {
  readonly picture: GridPicture | null;
  /** The camera flies to a picture of another subject, and stays where a newer one of the same replaces it. */
  readonly subject: string;
}

export const shownGapsOf = perSession((): StoreApi<ShownGaps> => createStore<ShownGaps>(() => ({ picture: null, subject: '' })));

const LEAST_RANGE_METRES = 5_000;
/** How much of the picture's height lies below the table. */
const BELOW = 1.2;

export const patrolGapsOnGlobe: GlobePart = ({ map, globe, services }) => {
  const store = shownGapsOf(services);
  const drawn = map.mountGapPicture(globe);
  const draw = ({ picture, subject }: ShownGaps, before: ShownGaps | null): void => {
    if (picture !== before?.picture) drawn.set(picture);
    if (picture === null || (before !== null && subject === before.subject)) return;
    const [west, south, east, north] = picture.box;
    // The table covers the lower half of the map.
    void globe.flyToBox({ west, south: south - BELOW * (north - south), east, north }, LEAST_RANGE_METRES, 1);
  };
  draw(store.getState(), null);
  const stop = store.subscribe(draw);
  return () => {
    stop();
    drawn.destroy();
  };
};

// The fire of the open alarm on the map: its position, the uncertainty, and its alarms.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { useCallback } from 'react';
import { createStore } from 'zustand/vanilla';
import type { IncidentFile } from '../incident.ts';
import type { FireExtentMark } from '../layer/fire-extent.ts';
import { useIncidentMessages } from './messages.ts';

interface ShownFire {
  /** null: none. */
  readonly fire: FireExtentMark | null;
}

const shownFireOf = perSession(() => createStore<ShownFire>(() => ({ fire: null })));

/** Draws a fire; null removes it. The setting outlives the globe. */
export function useShownFire(): (fire: IncidentFile | null) => void {
  const store = shownFireOf(useServices());
  const { extent } = useIncidentMessages();
  return useCallback(
    (fire) =>
      store.setState({
        fire: fire && { ...fire.position, ellipse: fire.ellipse, label: extent, alarms: fire.alarms.map(({ position }) => position) },
      }),
    [store, extent],
  );
}

export const fireExtent: GlobePart = ({ map, globe, services }) => {
  const store = shownFireOf(services);
  const drawn = map.mountFireExtent(globe);
  const draw = ({ fire }: ShownFire) => drawn.set(fire);
  draw(store.getState());
  return store.subscribe(draw);
};

// The fire of the open alarm on the map: its position, the uncertainty, and its alarms.

import type { IncidentFile } from '@lookout/features/incident/incident.ts';
import type { FireExtentMark } from '@lookout/features/incident/layer/fire-extent.ts';
import { useIncidentMessages } from '@lookout/features/incident/parts/messages.ts';
import { useCallback } from 'react';
import { createStore } from 'zustand/vanilla';
import { perSession, useServices } from '../shared/services.ts';
import type { GlobePart } from './part.ts';

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

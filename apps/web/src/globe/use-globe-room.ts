// One room for each desk, kept from page to page and destroyed when its session ends.
import { region } from '@region';
import { useSyncExternalStore } from 'react';
import { type Services, useServices } from '../shared/services.ts';
import { createGlobeRoom, type GlobeRoom, type GlobeState } from './room.ts';

const rooms = new WeakMap<Services, GlobeRoom>();

function roomOf(services: Services): GlobeRoom {
  const kept = rooms.get(services);
  if (kept) return kept;
  const room = createGlobeRoom(services, region, window);
  rooms.set(services, room);
  const unsubscribe = services.session.subscribe(() => {
    if (services.session.get().token !== null) return;
    unsubscribe();
    rooms.delete(services);
    room.destroy();
  });
  return room;
}

export const useGlobeRoom = (): GlobeRoom => roomOf(useServices());

/** Renders again only when the globe begins, stands or breaks: never on a movement of the camera. */
export function useGlobeState(): GlobeState {
  const room = useGlobeRoom();
  return useSyncExternalStore(room.subscribe, room.state);
}

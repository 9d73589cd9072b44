// One room for each desk, kept from page to page and destroyed when its session ends.
import { region } from '@region';
import { useSyncExternalStore } from 'react';
import { perSession } from '../shared/per-session.ts';
import { useServices } from '../shared/services.ts';
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

// What is drawn of travel times on the globe: the way of one who comes, and how far somebody comes.

import { boxOf } from '@lookout/features/known-heat/known-heat.ts';
import type { Arrival } from '@lookout/features/travel/parts/arrivals.ts';
import { chosenWayOf } from '@lookout/features/travel/parts/chosen-way.ts';
import type { TravelKind, TravelMode } from '@lookout/features/travel/travel.calls.ts';
import type { LngLat } from '@lookout/geo';
import type { Globe, ReachAreaMark, RouteMark } from '@lookout/map';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { perSession, useServices } from '../../shared/services.ts';
import type { GlobePart } from '../part.ts';
import type { GlobeRoom } from '../room.ts';
import { useGlobeRoom } from '../use-globe-room.ts';
import { routeOf, wayOf } from './travel-marks.ts';

/** Whose reach is asked for. */
export interface ReachOf {
  readonly name: string;
  readonly position: LngLat;
  /** The first is shown first. */
  readonly modes: readonly [TravelMode, ...TravelMode[]];
}

interface Travelled {
  /** null: none. */
  readonly route: (RouteMark & { readonly of: string }) | null;
  /** null: nobody's. */
  readonly reachOf: ReachOf | null;
  /** null: not known yet. */
  readonly areas: readonly ReachAreaMark[] | null;
}

const travelledOf = perSession(() => createStore<Travelled>(() => ({ route: null, reachOf: null, areas: null })));

export const travelled: GlobePart = ({ map, globe, services }) => {
  const store = travelledOf(services);
  const route = map.mountRoute(globe);
  const reach = map.mountReach(globe);
  const chosen = chosenWayOf(services);
  /** Of who would be sent, else of one who is under way. */
  const drawRoute = ({ route: shown }: Travelled) => {
    const { way } = chosen.getState();
    route.set(shown ?? (way && wayOf(way)));
  };
  const drawReach = ({ reachOf, areas }: Travelled) =>
    reach.set(reachOf === null || areas === null ? null : { areas, centre: reachOf.position, text: reachOf.name });
  drawRoute(store.getState());
  drawReach(store.getState());
  const stop = store.subscribe((now, before) => {
    if (now.route !== before.route) drawRoute(now);
    if (now.reachOf !== before.reachOf || now.areas !== before.areas) drawReach(now);
  });
  const stopFollowing = chosen.subscribe(({ way }, before) => {
    drawRoute(store.getState());
    // A way that is planned anew is drawn where one looks at it.
    if (way !== null && before.way === null) void flyAbove(globe, way.path);
  });
  return () => {
    stop();
    stopFollowing();
  };
};

export const keyOf = ({ kind, id }: { readonly kind: TravelKind; readonly id: string }): string => `${kind} ${id}`;

const LEAST_RANGE_METRES = 2_000;
const flyAbove = (globe: Pick<Globe, 'flyToBox'>, places: readonly LngLat[]) => globe.flyToBox(boxOf(places), LEAST_RANGE_METRES);

/** Looks at some places from above, so that all are in view. */
export function flyOver(room: GlobeRoom, places: readonly LngLat[]): void {
  const state = room.state();
  if (state.kind === 'ready' && places.length > 0) void flyAbove(state.globe, places);
}

interface Routes {
  /** The one whose way is drawn (`keyOf`); null: nobody's. */
  readonly shown: string | null;
  /** Draws a way and flies to it. */
  readonly show: (arrival: Arrival, text: string) => void;
  readonly clear: () => void;
}

export function useRoutes(): Routes {
  const store = travelledOf(useServices());
  const room = useGlobeRoom();
  const shown = useStore(store, ({ route }) => route?.of ?? null);
  const acts = useMemo(
    () => ({
      show: (arrival: Arrival, text: string) => {
        store.setState({ route: { ...routeOf(arrival, text), of: keyOf(arrival) } });
        flyOver(
          room,
          arrival.path.map(([lng, lat]) => ({ lng, lat })),
        );
      },
      clear: () => store.setState({ route: null }),
    }),
    [store, room],
  );
  return { shown, ...acts };
}

interface ReachShown {
  readonly of: ReachOf | null;
  /** Of somebody else: replaces him. null: closes it. */
  readonly show: (of: ReachOf | null) => void;
  readonly draw: (areas: readonly ReachAreaMark[] | null) => void;
}

export function useReachShown(): ReachShown {
  const store = travelledOf(useServices());
  const of = useStore(store, ({ reachOf }) => reachOf);
  const acts = useMemo(
    () => ({
      show: (reachOf: ReachOf | null) => store.setState({ reachOf, areas: null }),
      draw: (areas: readonly ReachAreaMark[] | null) => store.setState({ areas }),
    }),
    [store],
  );
  return { of, ...acts };
}

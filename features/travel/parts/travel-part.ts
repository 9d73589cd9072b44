// Travel times on the globe: the route of an arrival, and the area somebody can reach.

import type { LngLat } from '@lookout/geo';
import type { Globe } from '@lookout/map';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import type { GlobeRoom } from '@lookout/web/globe/room.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { boxOf } from '../../known-heat/known-heat.ts';
import type { ReachAreaMark } from '../layer/reach.ts';
import type { RouteMark } from '../layer/route.ts';
import type { TravelKind, TravelMode } from '../travel.calls.ts';
import type { Arrival } from './arrivals.ts';
import { chosenWayOf } from './chosen-way.ts';
import { routeOf, wayOf } from './travel-marks.ts';

/** The traveller whose reach is requested. */
export interface ReachOf {
  readonly name: string;
  readonly position: LngLat;
  /** Modes of travel; the first is shown first. */
  readonly modes: readonly [TravelMode, ...TravelMode[]];
}

interface Travelled {
  /** null: no route is drawn. */
  readonly route: (RouteMark & { readonly of: string }) | null;
  /** null: no reach is shown. */
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
  /** Draws the route of a possible arrival, or else of a team that is under way. */
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
    // A route that is replanned is redrawn without moving the camera.
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

/** Flies above some places so that all are in view. */
export function flyOver(room: GlobeRoom, places: readonly LngLat[]): void {
  const state = room.state();
  if (state.kind === 'ready' && places.length > 0) void flyAbove(state.globe, places);
}

interface Routes {
  /** The arrival whose route is drawn (`keyOf`); null: none. */
  readonly shown: string | null;
  /** Draws a route and flies to it. */
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
  /** Shows the reach of a traveller and replaces the previous one. null: closes it. */
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

// Who arrives first, and how far a person can travel. Both calls run one at a time, and are aborted when they are no longer wanted.

import { readTime } from '@lookout/contract';
import type { LngLat } from '@lookout/geo';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type LandKind, MOST_TRAVELLERS, TRAVEL_KINDS, type TravelKind, type TravelMode } from '../travel.calls.ts';
import type { Arrival, Reach, Roads, WayBack } from './arrivals.ts';
import { turnsOf } from './turns.ts';

/** Constant arrays, so that the same query of several pages is sent only once. */
export const PEOPLE: readonly TravelKind[] = ['ranger'];
export const RESOURCES: readonly TravelKind[] = TRAVEL_KINDS.filter((kind) => kind !== 'ranger');
export const EVERYBODY: readonly TravelKind[] = TRAVEL_KINDS;
export const TEAMS: readonly TravelKind[] = ['team', 'HelicopterPoint'];

export const isTraveller = (kind: string): kind is TravelKind => (TRAVEL_KINDS as readonly string[]).includes(kind);

/** People move, so older results are queried again when a page opens. */
const FRESH_MS = 60_000;

/** Whether travel times are shown to this user. A replay shows a past time, for which no travel times were calculated. */
export function useMayEstimate(): boolean {
  const decides = useRight('support-decisions');
  const dispatches = useRight('dispatch');
  const { replay } = useServices();
  return (decides || dispatches) && replay === null;
}

export type Nearest =
  /** The travel times are not queried, or this officer may not see them. */
  | { readonly kind: 'off' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  /** Soonest first; people who cannot come last. `roads` null: no rows. */
  | { readonly kind: 'known'; readonly rows: readonly Arrival[]; readonly roads: Roads | null; readonly forecastAt: Date | null };

interface NearestRequest {
  /** null: not known yet. */
  readonly position: LngLat | null;
  readonly kinds: readonly TravelKind[];
  /** Default true. */
  readonly isWanted?: boolean;
}

export function useNearest({ position, kinds, isWanted = true }: NearestRequest): Nearest {
  const client = useClient();
  const turn = turnsOf(useServices());
  const isOn = useMayEstimate() && isWanted && position !== null;
  const { lng, lat } = position ?? { lng: 0, lat: 0 };
  const { data, error, refetch } = useQuery({
    queryKey: ['travel-nearest', lng, lat, kinds],
    enabled: isOn,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      turn(signal, () =>
        client.travel.nearest({
          body: { longitude: lng, latitude: lat, kinds, limit: MOST_TRAVELLERS },
          occasion: 'background',
          silent: true,
          signal,
        }),
      ),
  });
  if (!isOn) return { kind: 'off' };
  if (data !== undefined) {
    const [first] = data;
    const forecastAt = first?.forecastTime ? readTime(first.forecastTime) : null;
    return { kind: 'known', rows: data, roads: first?.roads ?? null, forecastAt };
  }
  return error === null ? { kind: 'waiting' } : { kind: 'failed', error, retry: () => void refetch() };
}

/** The return route of a person who would be sent, to the place that he comes from. */
export function useWayBack(goal: LngLat, { kind, longitude, latitude }: Comer): UseQueryResult<WayBack> {
  const client = useClient();
  const turn = turnsOf(useServices());
  return useQuery({
    queryKey: ['travel-back', goal.lng, goal.lat, kind, longitude, latitude],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      turn(signal, () =>
        client.travel.back({
          body: { goal, from: { lng: longitude, lat: latitude }, kind },
          occasion: 'background',
          silent: true,
          signal,
        }),
      ),
  });
}

/** Anyone who does not fly. */
type Comer = Pick<Arrival, 'longitude' | 'latitude'> & { readonly kind: LandKind };

/** Minutes from now; for a helicopter they include its start-up. */
export const REACH_TIMES = [15, 30, 60] as const;

export function useReach({ lng, lat }: LngLat, mode: TravelMode): UseQueryResult<Reach> {
  const client = useClient();
  const turn = turnsOf(useServices());
  return useQuery({
    queryKey: ['travel-reach', lng, lat, mode],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      turn(signal, () =>
        client.travel.reach({
          body: { position: { lng, lat }, mode, minutes: REACH_TIMES },
          occasion: 'background',
          silent: true,
          signal,
        }),
      ),
  });
}

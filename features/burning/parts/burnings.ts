// Burnings: texts for lists, marks and hints, and the query of today's and coming burnings.

import type { Client } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';
import { useServices } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BURNING_CALMS_METRES, type Burning, type BurningState, burningPhase } from '../burning.ts';

interface NearBurning {
  readonly burning: Burning;
  readonly distanceMetres: number;
  readonly bearingDegrees: number;
}

/**
 * Approved burnings near an alarm whose window was open when the alarm was observed, nearest first. They explain an alarm but never close
 * it.
 */
export function calmingAt(burnings: readonly Burning[], position: LngLat, observedAt: Date): NearBurning[] {
  return burnings
    .filter((burning) => burningPhase(burning, observedAt) === 'burning')
    .map((burning) => ({
      burning,
      distanceMetres: distanceMetres(position, burning.position),
      bearingDegrees: bearingDegrees(position, burning.position),
    }))
    .filter((near) => near.distanceMetres <= BURNING_CALMS_METRES)
    .toSorted((a, b) => a.distanceMetres - b.distanceMetres);
}

export type ReviewAct = Exclude<BurningState, 'pending'>;

/**
 * The actions still possible: a pending application can be approved or refused, and an application whose window is not over can be
 * withdrawn.
 */
export function actionsFor({ state, endsAt }: Pick<Burning, 'state' | 'endsAt'>, now: number): readonly ReviewAct[] {
  if (endsAt.getTime() < now) return [];
  if (state === 'pending') return ['approved', 'refused', 'withdrawn'];
  return state === 'approved' ? ['withdrawn'] : [];
}

/** `11-21 09:00 – 17:00`. The end's day is given only if it differs from the start's. The element's title has the full times. */
export function windowText({ startsAt, endsAt }: Pick<Burning, 'startsAt' | 'endsAt'>): string {
  const [start, end] = [formatTime(startsAt), formatTime(endsAt)];
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return `${start.slice(5, 16)} – ${end.slice(sameDay ? 11 : 5, 16)}`;
}

export const COMING_POLL_MS = 60_000;
const DAY_LETTERS = 10;

/** Burnings of today and later that are pending or approved. @param now the server's clock, epoch milliseconds */
export async function comingBurnings(client: Client, now: number, signal?: AbortSignal): Promise<readonly Named<Burning>[]> {
  const beginTime = `${formatTime(new Date(now)).slice(0, DAY_LETTERS)} 00:00:00`;
  const list = await client.burning.burningList({
    body: { beginTime },
    occasion: 'background',
    silent: true,
    ...(signal && { signal }),
  });
  return list.filter(({ state }) => state === 'pending' || state === 'approved');
}

/** Shared by the tab, the map and the card, so that the map shows the same burnings as the list. */
export function useComingBurnings() {
  const { client, now, overlays } = useServices();
  const list = useQuery({
    queryKey: ['burnings', 'coming'],
    queryFn: ({ signal }) => comingBurnings(client, now(), signal),
    refetchInterval: COMING_POLL_MS,
  });
  const { data } = list;
  useEffect(() => {
    if (data) overlays.burnings.set(data);
  }, [data, overlays]);
  return list;
}

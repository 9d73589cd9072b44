// What is known of a burning, for lists, marks and hints. Pure.

import type { Client } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { BURNING_CALMS_METRES, type Burning, type BurningState, burningPhase, type Named } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServices } from '../../shared/services.ts';

interface NearBurning {
  readonly burning: Burning;
  readonly distanceMetres: number;
  readonly bearingDegrees: number;
}

/** Approved burnings that are near an alarm and were open when it was observed; nearest first. They calm an alarm, they never close it. */
export function calmingAt(burnings: readonly Burning[], place: LngLat, observedAt: Date): NearBurning[] {
  return burnings
    .filter((burning) => burningPhase(burning, observedAt) === 'burning')
    .map((burning) => ({
      burning,
      distanceMetres: distanceMetres(place, burning.position),
      bearingDegrees: bearingDegrees(place, burning.position),
    }))
    .filter((near) => near.distanceMetres <= BURNING_CALMS_METRES)
    .toSorted((a, b) => a.distanceMetres - b.distanceMetres);
}

export type ReviewAct = Exclude<BurningState, 'pending'>;

/** What may still be done: only what waits is approved or refused; who applied may take back what is not over. */
export function actsFor({ state, endsAt }: Pick<Burning, 'state' | 'endsAt'>, now: number): readonly ReviewAct[] {
  if (endsAt.getTime() < now) return [];
  if (state === 'pending') return ['approved', 'refused', 'withdrawn'];
  return state === 'approved' ? ['withdrawn'] : [];
}

/** `11-21 09:00 – 17:00`; the day of the end only where it is another one. The year is in the title of what shows it. */
export function windowText({ startsAt, endsAt }: Pick<Burning, 'startsAt' | 'endsAt'>): string {
  const [start, end] = [formatTime(startsAt), formatTime(endsAt)];
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return `${start.slice(5, 16)} – ${end.slice(sameDay ? 11 : 5, 16)}`;
}

// The burnings of today and to come: one question for the tab, the map and the card on it.

export const ASKED_AGAIN_MS = 60_000;
const DAY_LETTERS = 10;

/** Those that wait for review or are approved. @param now the server's clock, epoch milliseconds */
export async function comingBurnings(client: Client, now: number, signal?: AbortSignal): Promise<readonly Named<Burning>[]> {
  const beginTime = `${formatTime(new Date(now)).slice(0, DAY_LETTERS)} 00:00:00`;
  const list = await client.burnings.burningList({
    body: { beginTime },
    occasion: 'background',
    silent: true,
    ...(signal && { signal }),
  });
  return list.filter(({ state }) => state === 'pending' || state === 'approved');
}

/** What it hears the map shows too. */
export function useComingBurnings() {
  const { client, now, overlays } = useServices();
  const list = useQuery({
    queryKey: ['burnings', 'coming'],
    queryFn: ({ signal }) => comingBurnings(client, now(), signal),
    refetchInterval: ASKED_AGAIN_MS,
  });
  const { data } = list;
  useEffect(() => {
    if (data) overlays.burnings.set(data);
  }, [data, overlays]);
  return list;
}

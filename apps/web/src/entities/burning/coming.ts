// The burnings of today and to come: one question for the tab, the map and the card on it.
import type { Client } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { Burning, Named } from '@lookout/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServices } from '../../shared/services.ts';

export const ASKED_AGAIN_MS = 60_000;
const DAY_LETTERS = 10;

/** Those that wait for review or are approved. @param now the server's clock, epoch milliseconds */
export async function comingBurnings(client: Client, now: number, signal?: AbortSignal): Promise<readonly Named<Burning>[]> {
  const beginTime = `${formatTime(new Date(now)).slice(0, DAY_LETTERS)} 00:00:00`;
  const list = await client.burnings.burningList({
    body: { beginTime },
    ...{ occasion: 'background', silent: true, ...(signal && { signal }) },
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

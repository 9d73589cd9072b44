// This ranger's expected arrival, as the officers see it. Polled while the ranger is expected (a ranger has no live connection).
import { isLineLost } from '@lookout/client';
import { everyTick, useServices } from '@lookout/web/shared/services.ts';
import { useEffect, useState } from 'react';
import type { TaskJourney } from '../task-journey.ts';

/** The interval at which the ranger's position is sent. */
const POLL_MS = 15_000;

export type OwnJourney =
  | { readonly kind: 'off' | 'waiting' | 'offline' | 'failed' }
  | { readonly kind: 'known'; readonly journey: TaskJourney; readonly isOld: boolean };

/** @param isExpected whether the ranger received the order and has not arrived */
export function useOwnJourney(taskId: string, userId: string, isExpected: boolean): OwnJourney {
  const services = useServices();
  const [found, setFound] = useState<OwnJourney>({ kind: 'waiting' });
  useEffect(() => {
    if (!isExpected) return;
    let left = false;
    const ask = async (): Promise<void> => {
      try {
        const rows = await services.client.travel.underWay({ body: { taskIds: [taskId] }, silent: true, occasion: 'background' });
        const journey = rows.find((row) => row.userId === userId);
        if (!left) setFound(journey === undefined ? { kind: 'waiting' } : { kind: 'known', journey, isOld: false });
      } catch (error) {
        // The last known journey remains and is marked as old.
        if (!left)
          setFound((before) => (before.kind === 'known' ? { ...before, isOld: true } : { kind: isLineLost(error) ? 'offline' : 'failed' }));
      }
    };
    void ask();
    const stop = everyTick(services, () => void ask(), POLL_MS);
    return () => {
      left = true;
      stop();
    };
  }, [services, taskId, userId, isExpected]);
  return isExpected ? found : { kind: 'off' };
}

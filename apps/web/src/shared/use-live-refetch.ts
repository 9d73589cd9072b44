import type { LiveUpdate } from '@lookout/features/live-messages.ts';
import { useEffect, useRef } from 'react';
import { useServices } from './services.ts';

const WAIT_MS = 2_000;

/**
 * Refetches a list on live updates; updates that arrive within `waitMs` cause a single refetch.
 * @param isRelevant whether an update causes a refetch; must be stable across renders
 */
export function useLiveRefetch(isRelevant: (update: LiveUpdate) => boolean, refetch: () => unknown, waitMs = WAIT_MS): void {
  const { onLive } = useServices();
  const latest = useRef(refetch);
  latest.current = refetch;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = onLive((updates) => {
      if (timer !== null || !updates.some(isRelevant)) return;
      timer = setTimeout(() => {
        timer = null;
        latest.current();
      }, waitMs);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [onLive, isRelevant, waitMs]);
}

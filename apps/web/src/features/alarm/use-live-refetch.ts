// A table that follows live news, but not each of a flood: at most one refetch in so many seconds.
import type { LiveMessage } from '@lookout/contract';
import { useEffect, useRef } from 'react';
import { useServices } from '../../shared/services.ts';

const QUIET_MS = 2_000;

/** @param isNews of which messages the table should be asked for anew; stable over renders */
export function useLiveRefetch(isNews: (message: LiveMessage) => boolean, refetch: () => unknown): void {
  const { onLive } = useServices();
  const ask = useRef(refetch);
  ask.current = refetch;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = onLive((messages) => {
      if (timer !== null || !messages.some(isNews)) return;
      timer = setTimeout(() => {
        timer = null;
        ask.current();
      }, QUIET_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [onLive, isNews]);
}

export const isAlarmNews = (message: LiveMessage): boolean =>
  message.kind === 'newFire' || (message.kind === 'fireAlarm' && !('shift' in message.data));
export const isActNews = (message: LiveMessage): boolean =>
  (message.kind === 'fireAlarm' && !('shift' in message.data)) || message.kind === 'delegate';
export const isShiftNews = (message: LiveMessage): boolean => message.kind === 'fireAlarm' && 'shift' in message.data;

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

const carries = (data: unknown, name: string): boolean => typeof data === 'object' && data !== null && name in data;

export const isAlarmNews = ({ kind, data }: LiveMessage): boolean => kind === 'newFire' || (kind === 'fireAlarm' && carries(data, 'id'));
export const isActNews = ({ kind, data }: LiveMessage): boolean => (kind === 'fireAlarm' && carries(data, 'change')) || kind === 'delegate';
export const isShiftNews = ({ kind, data }: LiveMessage): boolean => kind === 'fireAlarm' && carries(data, 'shift');

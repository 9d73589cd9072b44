// Refetches a table on live updates, throttled: a burst of updates causes one refetch.
import type { LiveUpdate } from '@lookout/contract';
import { useEffect, useRef } from 'react';
import { useServices } from '../../shared/services.ts';

const QUIET_MS = 2_000;

/** @param isNews which updates cause a refetch; must be stable across renders */
export function useLiveRefetch(isNews: (update: LiveUpdate) => boolean, refetch: () => unknown): void {
  const { onLive } = useServices();
  const ask = useRef(refetch);
  ask.current = refetch;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = onLive((updates) => {
      if (timer !== null || !updates.some(isNews)) return;
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

const isChange = ({ kind }: LiveUpdate): boolean => kind === 'alarm-changed' || kind === 'alarm-gone';
export const isAlarmNews = (update: LiveUpdate): boolean => update.kind === 'alarm-recorded' || isChange(update);
export const isActionNews = (update: LiveUpdate): boolean => isChange(update) || update.kind === 'task-changed';
export const isShiftNews = ({ kind }: LiveUpdate): boolean => kind === 'shift-changed';

/** The alarm an update is about; null: none. */
export const alarmIdOf = (update: LiveUpdate): string | null =>
  update.kind === 'alarm-gone' ? update.alarmId : 'alarm' in update ? update.alarm.id : null;

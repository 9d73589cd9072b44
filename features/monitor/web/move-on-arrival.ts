// 移位 that was begun on a page without a map continues here, once the alarm is open.

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { useDeskState } from './use-desk.ts';

/** The options of the navigation to the monitor. */
export const MOVE_ON_ARRIVAL = { state: { movesAlarm: true } } as const;

/** @param alarmId the alarm of the link */
export function useMoveOnArrival(alarmId: string | null, begin: (action: 'move', alarm: NamedAlarm) => void): void {
  const { state, key } = useLocation();
  const moves = (state as { readonly movesAlarm?: boolean } | null)?.movesAlarm === true;
  const opened = useDeskState(({ popupOpen, current }) => (popupOpen && current?.id === alarmId ? current : null));
  const done = useRef('');
  useEffect(() => {
    if (!moves || opened === null || done.current === key) return;
    done.current = key;
    begin('move', opened);
  }, [moves, opened, key, begin]);
}

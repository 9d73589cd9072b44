// The briefing of a fire: fetched once, again on the officer's request, and automatically when the fire or a task for it changes.

import { useClient } from '@lookout/web/shared/services.ts';
import { oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { BRIEFING_RADII, type Briefing } from '../decision.calls.ts';

/** An older briefing offers a refresh. */
export const FRESH_MS = 60_000;
const FIRST_RADIUS_METRES = BRIEFING_RADII[1];

export const radiusIn = (url: UrlState): number => oneOf(BRIEFING_RADII, url.get('radius')) ?? FIRST_RADIUS_METRES;
export const radiusChange = (metres: number) => ({ radius: metres === FIRST_RADIUS_METRES ? null : metres });

export function useBriefing(fireId: string, radiusMetres: number): UseQueryResult<Briefing> {
  const client = useClient();
  const briefing = useQuery({
    queryKey: ['briefing', fireId, radiusMetres],
    queryFn: ({ signal }) => client.decision.briefing({ body: { fireId, radiusMetres }, silent: true, signal }),
    // For the same fire only: the lists of the previous radius are shown until the next ones arrive.
    placeholderData: (before) => (before?.alarm.id === fireId ? before : undefined),
    staleTime: FRESH_MS,
  });
  const concerns = useCallback(
    (update: LiveUpdate): boolean =>
      (update.kind === 'alarm-changed' && update.alarm.id === fireId) ||
      (update.kind === 'alarm-gone' && update.alarmId === fireId) ||
      (update.kind === 'task-changed' && update.task.fireId === fireId),
    [fireId],
  );
  useLiveRefetch(concerns, briefing.refetch);
  return briefing;
}

export interface Briefed {
  readonly briefing: Briefing;
  /** The alarm in its current state: the browser's live record if it has one. */
  readonly alarm: NamedAlarm;
}

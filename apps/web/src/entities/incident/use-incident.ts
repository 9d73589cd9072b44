// The fire of an alarm, as the server sees it for this desk; fetched again when an alarm joins it, leaves it or is answered.
import { CallFailed } from '@lookout/client';
import type { LiveUpdate, readIncidentFile } from '@lookout/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useClient } from '../../shared/services.ts';
import { useLiveRefetch } from '../../shared/use-live-refetch.ts';

export type IncidentFile = ReturnType<typeof readIncidentFile>;

const NOT_THERE = 404;
const isOfNone = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.code === NOT_THERE;
/** Several alarms that join together cause one call. */
const WAIT_MS = 200;

/** null: the alarm is of no fire yet. */
export function useIncident(alarmId: string, isSighting: boolean): UseQueryResult<IncidentFile | null> {
  const client = useClient();
  const query = useQuery({
    queryKey: ['incident', alarmId],
    queryFn: ({ signal }) =>
      client.incidents.incident({ query: { id: alarmId }, occasion: 'background', silent: true, signal }).catch((error: unknown) => {
        if (isOfNone(error)) return null;
        throw error;
      }),
    enabled: isSighting,
  });
  const fire = query.data;
  const isNews = useCallback(
    (update: LiveUpdate): boolean => {
      const isOfIt = (id: string) => id === alarmId || fire?.alarmIds.includes(id) === true;
      switch (update.kind) {
        case 'incident-joined':
          return update.members.some(({ alarmId: id, incidentId }) => isOfIt(id) || incidentId === fire?.id);
        case 'alarm-changed':
          return isOfIt(update.alarm.id);
        case 'alarm-gone':
          return isOfIt(update.alarmId);
        default:
          return false;
      }
    },
    [alarmId, fire],
  );
  useLiveRefetch(isNews, query.refetch, WAIT_MS);
  return query;
}

// The fire of an alarm, as the server returns it for this desk. Fetched again when an alarm joins it, leaves it or is judged.

import { useClient } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LiveUpdate } from '../../live-messages.ts';
import type { IncidentFile } from '../incident.ts';

/** Alarms that join within this time cause a single call. */
const WAIT_MS = 200;

/**
 * null: the alarm belongs to no fire yet.
 * @param isEnabled false: the alarm is not a sighting of a fire, or this desk cannot see it any more
 */
export function useIncident(alarmId: string, isEnabled: boolean): UseQueryResult<IncidentFile | null> {
  const client = useClient();
  const query = useQuery({
    queryKey: ['incident', alarmId],
    queryFn: ({ signal }) => client.incident.incident({ query: { id: alarmId }, occasion: 'background', silent: true, signal }),
    enabled: isEnabled,
  });
  const fire = query.data;
  const isRelevant = useCallback(
    (update: LiveUpdate): boolean => {
      if (!isEnabled) return false;
      const isOfIt = (id: string) => id === alarmId || fire?.alarmIds.includes(id) === true;
      switch (update.kind) {
        case 'incident-joined':
          return update.members.some(({ alarmId: id, incidentId }) => isOfIt(id) || incidentId === fire?.id);
        case 'alarm-changed':
          return isOfIt(update.alarm.id);
        case 'alarm-gone':
          // If the alarm itself was deleted, the call would fail.
          return update.alarmId !== alarmId && isOfIt(update.alarmId);
        default:
          return false;
      }
    },
    [alarmId, fire, isEnabled],
  );
  useLiveRefetch(isRelevant, query.refetch, WAIT_MS);
  return query;
}

// The history of one alarm, asked for anew whenever live news speak of it.
import type { LiveUpdate } from '@lookout/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient, useServices } from '../../../shared/services.ts';

/** Of the alarm itself, or of a task sent out for it. */
export function speaksOf(update: LiveUpdate, alarmId: string): boolean {
  switch (update.kind) {
    case 'alarm-changed':
    case 'alarm-reported':
      return update.alarm.id === alarmId;
    case 'alarm-gone':
      return update.alarmId === alarmId;
    case 'task-changed':
      return update.task.fireId === alarmId;
    default:
      return false;
  }
}

export function useAlarmHistory(alarmId: string) {
  const client = useClient();
  const { onLive } = useServices();
  const history = useQuery({
    queryKey: ['alarm-history', alarmId],
    queryFn: ({ signal }) => client.fire.history({ query: { id: alarmId }, silent: true, occasion: 'background', signal }),
  });
  const { refetch } = history;
  useEffect(
    () =>
      onLive((updates) => {
        if (updates.some((update) => speaksOf(update, alarmId))) void refetch();
      }),
    [onLive, refetch, alarmId],
  );
  return history;
}

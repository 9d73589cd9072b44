// The history of one alarm, asked for anew whenever live news speak of it.
import type { LiveMessage } from '@lookout/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient, useServices } from '../services.ts';

/** Of the alarm itself, or of a task sent out for it. */
export function speaksOf(message: LiveMessage, alarmId: string): boolean {
  switch (message.kind) {
    case 'fireAlarm':
      return !('shift' in message.data) && message.data.id === alarmId;
    case 'countyReport':
    case 'cityReport':
      return message.data.id === alarmId;
    case 'delegate':
      return message.data.fireId === alarmId;
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
      onLive((messages) => {
        if (messages.some((message) => speaksOf(message, alarmId))) void refetch();
      }),
    [onLive, refetch, alarmId],
  );
  return history;
}

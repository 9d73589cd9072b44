// The history of one alarm, asked for anew whenever live news speak of it.
import type { LiveMessage } from '@lookout/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient, useServices } from '../services.ts';

const KINDS = new Set<string>(['fireAlarm', 'countyReport', 'cityReport', 'delegate']);

/** Of the alarm itself, or of a task sent out for it. */
export function speaksOf({ kind, data }: Pick<LiveMessage, 'kind' | 'data'>, alarmId: string): boolean {
  if (!KINDS.has(kind) || typeof data !== 'object' || data === null) return false;
  const { id, fireId } = data as { id?: unknown; fireId?: unknown };
  return (kind === 'delegate' ? fireId : id) === alarmId;
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

// Who has the desk of the own grid, kept true by the desk's live news.
import type { LiveMessage, WireShift } from '@lookout/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient, useServices, useSession } from '../../shared/services.ts';

/** News of exactly this desk: those of the desks below come too. */
export function isDeskNews({ kind, data }: Pick<LiveMessage, 'kind' | 'data'>, gridNo: string): boolean {
  if (kind !== 'fireAlarm' || typeof data !== 'object' || data === null || !('shift' in data)) return false;
  const { shift } = data as { shift: Partial<WireShift> | null };
  return shift?.gridNo === gridNo;
}

export function useShift() {
  const client = useClient();
  const { onLive } = useServices();
  const gridNo = useSession().info?.userDTO.gridNo ?? '';
  const shift = useQuery({
    queryKey: ['shift', gridNo],
    queryFn: ({ signal }) => client.shift.shiftNow({ silent: true, occasion: 'background', signal }),
    enabled: gridNo !== '',
  });
  const { refetch } = shift;
  useEffect(
    () =>
      onLive((messages) => {
        if (messages.some((message) => isDeskNews(message, gridNo))) void refetch();
      }),
    [onLive, refetch, gridNo],
  );
  return shift;
}

// Which officer holds the desk of the user's grid, kept current by live updates.
import type { LiveUpdate } from '@lookout/features/live-messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient, useServices, useSession } from '../../shared/services.ts';

/** True for updates of exactly this desk: those of the desks below arrive too. */
export const isShiftUpdate = (update: LiveUpdate, gridNo: string): boolean =>
  update.kind === 'shift-changed' && update.shift.gridNo === gridNo;

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
      onLive((updates) => {
        if (updates.some((update) => isShiftUpdate(update, gridNo))) void refetch();
      }),
    [onLive, refetch, gridNo],
  );
  return shift;
}

// The orders of a fire in the browser: reloaded as soon as a live update concerns the fire's alarm.

import { useClient } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AlarmEventKind } from '../../alarm/alarm-events.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import type { FireOrder } from '../fire-order.ts';

export const ORDERS = 'fire-orders';
/** Delay before reloading, because updates of one act arrive together. */
const SOON_MS = 150;
const ORDER_EVENTS: ReadonlySet<AlarmEventKind> = new Set(['alarm.ordered', 'alarm.order-received', 'alarm.order-withdrawn']);

const isOrderChange = (update: LiveUpdate, fireId: string): boolean =>
  update.kind === 'alarm-changed' && update.alarm.id === fireId && ORDER_EVENTS.has(update.change);

/** Returns the orders, newest first. */
export function useOrders(fireId: string) {
  const client = useClient();
  const orders = useQuery({
    queryKey: [ORDERS, fireId],
    queryFn: ({ signal }): Promise<readonly FireOrder[]> =>
      client.situation.orderList({ query: { fireId }, occasion: 'background', silent: true, signal }),
    placeholderData: keepPreviousData,
  });
  const isRelevant = useCallback((update: LiveUpdate) => isOrderChange(update, fireId), [fireId]);
  useLiveRefetch(isRelevant, orders.refetch, SOON_MS);
  return orders;
}

// The messages between this desk and its rangers: loaded once, and reloaded when one is sent or read.

import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { RangerMessage } from '../ranger-message.ts';

const KEY = 'ranger-messages';

interface Filter {
  readonly userId?: string;
  /** Only messages that no officer has read. */
  readonly waiting?: boolean;
  readonly most: number;
}

export interface RangerMessageList {
  /** The number of all messages, whether listed or not. */
  readonly total: number;
  /** Returns the orders, newest first. */
  readonly list: readonly RangerMessage[];
}

export function useRangerMessages({ userId, waiting, most }: Filter): UseQueryResult<RangerMessageList> {
  const client = useClient();
  const { onLive } = useServices();
  const mayWatch = useRight('watch-alarms');
  const query = useQuery({
    queryKey: [KEY, userId ?? null, waiting ?? null, most],
    queryFn: ({ signal }) =>
      client.rangerMessage.rangerMessagePage({
        body: { ...(userId !== undefined && { userId }), ...(waiting && { waiting }), pageSize: most },
        occasion: 'background',
        silent: true,
        signal,
      }),
    enabled: mayWatch,
  });
  const { refetch } = query;
  useEffect(
    () =>
      onLive((updates) => {
        if (
          updates.some((update) => update.kind === 'ranger-message-changed' && (userId === undefined || update.message.userId === userId))
        )
          void refetch();
      }),
    [onLive, refetch, userId],
  );
  return query;
}

/** Who may write to rangers: users who may handle alarms or dispatch people. */
export function useMayWriteToRangers(): boolean {
  const mayAct = useRight('act-on-alarms');
  const mayDispatch = useRight('dispatch');
  return mayAct || mayDispatch;
}

/** Marks messages as read by the desk. After a failure they remain unread and are reloaded. */
export function useMarkRead(): (ids: readonly string[]) => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    async (ids) => {
      if (ids.length === 0) return;
      await client.rangerMessage
        .readRangerMessages({ body: { ids: [...ids] }, occasion: 'background', silent: true })
        .then(() => queries.invalidateQueries({ queryKey: [KEY] }))
        .catch(() => undefined);
    },
    [client, queries],
  );
}

// The warnings that concern this user's grid: listed by the server, and reloaded as soon as a live update reports one.

import { useClient, useConnection, useRight, useSession } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveUpdate } from '../../live-messages.ts';
import type { ListedWarning } from '../warning.ts';

export const WARNINGS = 'warnings';
/** Delay before reloading, because a superior receives a warning for many counties once per county. */
const SOON_MS = 150;
const MOST_OPEN = 200;

const isWarningChange = ({ kind }: LiveUpdate): boolean => kind === 'warning-changed';

/**
 * All warnings that are neither lifted nor expired, newest first. Not requested for a ranger, who has no desk, nor after the session has
 * ended.
 */
export function useOpenWarnings() {
  const client = useClient();
  const isOfficer = useRight('officer');
  const enabled = useSession().info !== null && isOfficer;
  const warnings = useQuery({
    queryKey: [WARNINGS, 'open'],
    queryFn: async ({ signal }): Promise<readonly ListedWarning[]> => {
      const body = { state: 'open', pageSize: MOST_OPEN } as const;
      return (await client.warning.warningPage({ body, occasion: 'background', silent: true, signal })).list;
    },
    placeholderData: keepPreviousData,
    enabled,
  });
  useLiveRefetch(isWarningChange, warnings.refetch, SOON_MS);
  // Warnings of a superior are not replayed to a desk below it, so the list is reloaded after a gap.
  const { caughtUp } = useConnection();
  const { refetch } = warnings;
  useEffect(() => {
    if (enabled && caughtUp !== null) void refetch();
  }, [enabled, caughtUp, refetch]);
  return warnings;
}

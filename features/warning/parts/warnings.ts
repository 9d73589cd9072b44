// The warnings that concern a desk: listed by the server, asked for again as soon as a live update tells of one.

import { useClient, useConnection, useRight, useSession } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveUpdate } from '../../live-updates.ts';
import type { ListedWarning } from '../warning.wire.ts';

export const WARNINGS = 'warnings';
/** A warning for many counties arrives at their superior once for each. */
const SOON_MS = 150;
const MOST_OPEN = 200;

const isWarningNews = ({ kind }: LiveUpdate): boolean => kind === 'warning-changed';

/** All that are neither lifted nor over, newest first. Not asked for by a ranger, who has no desk, nor once the session has ended. */
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
  useLiveRefetch(isWarningNews, warnings.refetch, SOON_MS);
  // What a superior issued is not replayed to a desk below it: after a gap the list is asked for again.
  const { caughtUp } = useConnection();
  const { refetch } = warnings;
  useEffect(() => {
    if (enabled && caughtUp !== null) void refetch();
  }, [enabled, caughtUp, refetch]);
  return warnings;
}

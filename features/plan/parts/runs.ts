// The runs of plans shown in this browser: listed by the server, and reloaded as soon as a live update reports a change.

import { useClient } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LiveUpdate } from '../../live-messages.ts';
import { isOverdue, isRequired, type NamedPlanRun, type PlanRun } from '../plan.ts';

export const RUNS = 'plan-runs';
/** Delay before reloading, because updates of one act arrive together. */
const SOON_MS = 150;
/** Upper limit, more than the simultaneous responses of a province. */
const MOST_OPEN = 100;

const isRunChange = ({ kind }: LiveUpdate): boolean => kind === 'plan-run-changed';

/** @param fireId the runs of this fire, newest first, including ended ones; null: all active runs */
export function useRuns(fireId: string | null) {
  const client = useClient();
  const body = fireId === null ? ({ state: 'open', pageSize: MOST_OPEN } as const) : { fireId, pageSize: 20 };
  const runs = useQuery({
    queryKey: [RUNS, body],
    queryFn: async ({ signal }): Promise<readonly NamedPlanRun[]> =>
      (await client.plan.planRunPage({ body, occasion: 'background', silent: true, signal })).list,
    placeholderData: keepPreviousData,
  });
  useLiveRefetch(isRunChange, runs.refetch, SOON_MS);
  return runs;
}

/** The totals of the checklist, for the items that the current level requires. */
export function tallyOf(run: PlanRun, now: Date): { readonly done: number; readonly all: number; readonly overdue: number } {
  const required = run.items.filter((item) => isRequired(run, item));
  return {
    done: required.filter(({ done }) => done !== null).length,
    all: required.length,
    overdue: required.filter((item) => isOverdue(run, item, now)).length,
  };
}

// The people under way in some tasks, polled as often as positions arrive. Only the tasks shown are polled, and no message is published for
// each of a thousand people.

import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isInHand, type NamedTask } from '../../task/task.ts';
import { isExpected, type TaskJourney } from '../../task/task-journey.ts';
import { MOST_ASKED_TASKS } from '../travel.calls.ts';

const EVERY_MS = 15_000;

/** Whether this user may see the estimates. A replay shows a past time, for which no estimates are stored. */
function useMayFollow(): boolean {
  const sees = useRight('see-rangers');
  const dispatches = useRight('dispatch');
  const { replay } = useServices();
  return (sees || dispatches) && replay === null;
}

export type UnderWay =
  /** Nobody is under way, or this officer has no permission. */
  | { readonly kind: 'off' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  /** `isStale`: the last poll failed, and these journeys are older. */
  | { readonly kind: 'known'; readonly journeys: readonly TaskJourney[]; readonly isStale: boolean };

/** A patrol is excluded, because it follows a round and has no place of arrival. */
export const isFollowed = (task: NamedTask): boolean =>
  task.patrol === undefined && isInHand(task) && task.members.some(({ state }) => isExpected(state));

/** @param withPath includes the planned routes; for a single task */
export function useUnderWay(tasks: readonly NamedTask[], withPath = false): UnderWay {
  const client = useClient();
  const may = useMayFollow();
  const taskIds = useMemo(
    () =>
      tasks
        .filter(isFollowed)
        .slice(0, MOST_ASKED_TASKS)
        .map(({ id }) => id)
        .sort(),
    [tasks],
  );
  const isOn = may && taskIds.length > 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['under-way', taskIds, withPath],
    enabled: isOn,
    refetchInterval: EVERY_MS,
    queryFn: ({ signal }) => client.travel.underWay({ body: { taskIds, withPath }, occasion: 'background', silent: true, signal }),
  });
  if (!isOn) return { kind: 'off' };
  if (data !== undefined) return { kind: 'known', journeys: data, isStale: error !== null };
  return error === null ? { kind: 'waiting' } : { kind: 'failed', retry: () => void refetch() };
}

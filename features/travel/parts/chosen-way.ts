// The planned way of one who is under way, chosen in his task to be drawn on the globe.

import type { LngLat } from '@lookout/geo';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TaskJourney } from '../../task/task-journey.ts';

export interface ChosenWay {
  readonly taskId: string;
  readonly userId: string;
  readonly text: string;
  readonly path: readonly LngLat[];
}

/** null: none. */
export const chosenWayOf = perSession(() => createStore<{ readonly way: ChosenWay | null }>(() => ({ way: null })));

type Key = Pick<TaskJourney, 'taskId' | 'userId'>;
const isOf = (way: ChosenWay | null, { taskId, userId }: Key): boolean => way !== null && way.taskId === taskId && way.userId === userId;

interface ChosenWays {
  readonly isChosen: boolean;
  /** Instead of any other. */
  readonly choose: (way: ChosenWay) => void;
  /** Nothing happens while another's is chosen. */
  readonly release: () => void;
}

/** Of one person: whether his way is drawn. */
export function useChosenWay({ taskId, userId }: Key): ChosenWays {
  const store = chosenWayOf(useServices());
  const isChosen = useStore(store, ({ way }) => isOf(way, { taskId, userId }));
  const acts = useMemo(
    () => ({
      choose: (way: ChosenWay) => store.setState({ way }),
      release: () => {
        if (isOf(store.getState().way, { taskId, userId })) store.setState({ way: null });
      },
    }),
    [store, taskId, userId],
  );
  return { isChosen, ...acts };
}

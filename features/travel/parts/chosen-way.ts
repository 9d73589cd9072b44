// The planned route of a person under way, chosen in the task to be drawn on the globe.

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

/** null: no route is chosen. */
export const chosenWayOf = perSession(() => createStore<{ readonly way: ChosenWay | null }>(() => ({ way: null })));

type Key = Pick<TaskJourney, 'taskId' | 'userId'>;
const isOf = (way: ChosenWay | null, { taskId, userId }: Key): boolean => way !== null && way.taskId === taskId && way.userId === userId;

interface ChosenWays {
  readonly isChosen: boolean;
  /** Replaces any other chosen route. */
  readonly choose: (way: ChosenWay) => void;
  /** Has no effect while another person's route is chosen. */
  readonly release: () => void;
}

/** For one person: whether the route is drawn. */
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

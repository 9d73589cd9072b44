// All tasks loaded on this desk, by id: open tasks from the first load and those that lists have shown since, kept current by live updates.
// Below: the queries for other tasks.

import { formatTime } from '@lookout/contract';
import { SECOND_MS } from '@lookout/domain';
import { useRecords, useRight, useServices } from '@lookout/web/shared/services.ts';
import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isInHand, type MemberStory, type NamedTask } from '../task.ts';

/** Finished tasks beyond this number are dropped, oldest first; an open task never is. */
export const MOST_FINISHED = 1_000;

const newestFirst = (a: NamedTask, b: NamedTask): number => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

export const taskRecords = liveRecords<NamedTask>({
  key: ({ id }) => id,
  order: newestFirst,
  load: (client, quietly) => client.task.taskOpen({ query: { withDrills: 1 }, ...quietly }),
  past: ({ tasks }) => tasks,
  effects: { 'task-changed': ({ task }) => [{ put: task }] },
  retention: { most: MOST_FINISHED, keeps: isInHand, countsNeverDropped: false },
});

const FIRE_TASKS = 100;
const QUIET = { silent: true, occasion: 'background' } as const;

/**
 * All tasks of a fire, including finished ones for users who may see the whole list. They are added to the records, which live updates keep
 * current.
 */
export function useFireTasks(fireId: string) {
  const services = useServices();
  const { client } = services;
  const records = services.records(taskRecords);
  const seesAll = useRight('dispatch');
  const query = useQuery({
    queryKey: ['tasks', 'of-fire', fireId],
    queryFn: async ({ signal }) => {
      const seq = records.seq();
      const { list } = await client.task.taskPage({ body: { fireId, pageSize: FIRE_TASKS, withDrills: 1 }, ...QUIET, signal });
      records.merge(list, seq);
      return list.length;
    },
    enabled: seesAll,
  });
  const all = useRecords(taskRecords);
  const tasks = useMemo(() => all.filter((task) => task.fireId === fireId), [all, fireId]);
  return { tasks, query, seesAll };
}

/** The members' reports, refetched whenever the task changes. */
export function useTaskStories(taskId: string) {
  const services = useServices();
  const { client } = services;
  const tasks = services.records(taskRecords);
  const queries = useQueryClient();
  useEffect(
    () =>
      tasks.subscribe(({ upserted }) => {
        if (upserted.some(({ id }) => id === taskId)) void queries.invalidateQueries({ queryKey: ['tasks', 'detail', taskId] });
      }),
    [tasks, queries, taskId],
  );
  return useQuery({
    queryKey: ['tasks', 'detail', taskId],
    queryFn: ({ signal }) => client.task.taskDetail({ body: { taskId }, ...QUIET, signal }),
  });
}

/** The task from the records, or else found by its first member and the time of dispatch. */
export function useTask(taskId: string, stories: readonly MemberStory[] | undefined): NamedTask | null {
  const services = useServices();
  const { client } = services;
  const tasks = services.records(taskRecords);
  const seesAll = useRight('dispatch');
  const known = useRecords(taskRecords).find(({ id }) => id === taskId) ?? null;
  const first = stories?.[0];
  const sentAt = first?.steps.find(({ state }) => state === 'sent')?.at ?? null;
  useQuery({
    queryKey: ['tasks', 'head', taskId],
    queryFn: async ({ signal }) => {
      const seq = tasks.seq();
      const beginTime = sentAt && formatTime(sentAt);
      const endTime = sentAt && formatTime(new Date(sentAt.getTime() + SECOND_MS));
      const { list } = await client.task.taskPage({
        body: { userId: first?.userId, beginTime, endTime, withDrills: 1 },
        ...QUIET,
        signal,
      });
      tasks.merge(
        list.filter(({ id }) => id === taskId),
        seq,
      );
      return list.length;
    },
    enabled: seesAll && known === null && first !== undefined && sentAt !== null,
  });
  return known;
}

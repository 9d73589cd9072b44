// Every task this desk knows, by id: those in hand from the first load, whatever a list has shown since, all kept true by live updates.

import { formatTime } from '@lookout/contract';
import { isInHand, type MemberStory, type NamedTask } from '@lookout/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRecords, useRight, useServices } from '../../shared/services.ts';
import { liveRecords } from '../../stores/live-records.ts';

/** Finished tasks beyond this are forgotten, oldest first; one in hand never is. */
export const FINISHED_KEPT = 1_000;

const newestFirst = (a: NamedTask, b: NamedTask): number => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

export const taskRecords = liveRecords<NamedTask>({
  key: ({ id }) => id,
  order: newestFirst,
  load: (client, quietly) => client.tasks.taskOpen(quietly),
  said: { 'task-changed': ({ task }) => [{ put: task }] },
  retention: { most: FINISHED_KEPT, keeps: isInHand, countsKept: false },
});

// Tasks asked for beyond those in hand: all of one fire, the head of one that was opened by a link, and what each member has said.

const FIRE_TASKS = 100;
const QUIET = { silent: true, occasion: 'background' } as const;

/** The ended tasks of a fire too, for those who may see the whole list; they live on in the records, which live messages keep true. */
export function useFireTasks(fireId: string) {
  const services = useServices();
  const { client } = services;
  const records = services.records(taskRecords);
  const seesAll = useRight('bpRecord');
  const asked = useQuery({
    queryKey: ['tasks', 'of-fire', fireId],
    queryFn: async ({ signal }) => {
      const seq = records.seq();
      const { list } = await client.tasks.taskPage({ body: { fireId, pageSize: FIRE_TASKS }, ...QUIET, signal });
      records.learn(list, seq);
      return list.length;
    },
    enabled: seesAll,
  });
  const tasks = useRecords(taskRecords).filter((task) => task.fireId === fireId);
  return { tasks, asked, seesAll };
}

/** What each member of a task has said, asked again whenever the task moves on. */
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
    queryFn: ({ signal }) => client.tasks.taskDetail({ body: { taskId }, ...QUIET, signal }),
  });
}

const SECOND_MS = 1_000;

/** The task itself: from the records, else found by who was sent and when. */
export function useTask(taskId: string, stories: readonly MemberStory[] | undefined): NamedTask | null {
  const services = useServices();
  const { client } = services;
  const tasks = services.records(taskRecords);
  const seesAll = useRight('bpRecord');
  const known = useRecords(taskRecords).find(({ id }) => id === taskId) ?? null;
  const first = stories?.[0];
  const sentAt = first?.steps.find(({ state }) => state === 'sent')?.at ?? null;
  useQuery({
    queryKey: ['tasks', 'head', taskId],
    queryFn: async ({ signal }) => {
      const seq = tasks.seq();
      const beginTime = sentAt && formatTime(sentAt);
      const endTime = sentAt && formatTime(new Date(sentAt.getTime() + SECOND_MS));
      const { list } = await client.tasks.taskPage({ body: { userId: first?.userId, beginTime, endTime }, ...QUIET, signal });
      tasks.learn(
        list.filter(({ id }) => id === taskId),
        seq,
      );
      return list.length;
    },
    enabled: seesAll && known === null && first !== undefined && sentAt !== null,
  });
  return known;
}

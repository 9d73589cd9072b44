// One page of the tasks as the server lists them; each row as the live line last told it, and the list asked again when tasks move.
import { taskTypeNumber } from '@lookout/contract';
import type { NamedTask } from '@lookout/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { taskRecords } from '../../entities/task/task-records.ts';
import { useRecords, useServices } from '../../shared/services.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import type { TaskFilter } from './task-filter.ts';

/** Twenty rangers who report within a second are one reason to ask, not twenty. */
const SETTLE_MS = 1_000;

export function useTaskPage(filter: TaskFilter, paging: { readonly pageNo: number; readonly pageSize: number }) {
  const services = useServices();
  const { client, onLive } = services;
  const records = services.records(taskRecords);
  const queries = useQueryClient();
  // Renders again when a task moves.
  useRecords(taskRecords);
  const ask: AskPage<NamedTask> = (page, signal) => client.tasks.taskPage({ body: { ...askedBy(filter), ...page }, silent: true, signal });
  const page = useQuery({
    queryKey: ['tasks', 'page', filter, paging],
    queryFn: async ({ signal }) => {
      const seq = records.seq();
      const answer = await ask(paging, signal);
      records.learn(answer.list, seq);
      return answer;
    },
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive((updates) => {
      if (!updates.some(({ kind }) => kind === 'task-changed')) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['tasks', 'page'] });
      }, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onLive, queries]);
  const rows: readonly NamedTask[] = (page.data?.list ?? []).map((task) => records.get(task.id) ?? task);
  return { page, rows, ask };
}

const askedBy = ({ content, type, ...filter }: TaskFilter) => ({ ...filter, taskContent: content, taskType: type && taskTypeNumber(type) });

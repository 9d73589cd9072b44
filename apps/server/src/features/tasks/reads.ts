// Tasks out: the officer's page, what is in hand, one task's whole story, and the ranger's own.
import { type Contract, LIST_LIMIT, writeTaskStep } from '@lookout/contract';
import { type Priority, TASK_TYPES, type Task } from '@lookout/domain';
import { invalid, notFound } from '../../acting/refusal.ts';
import { type AccountCaller, accountOf, type Context, type Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/stopped-at.ts';
import type { Room } from '../../services/open.ts';
import { createTaskWriter } from './shared.ts';

type Reads = Pick<Handlers<Contract['tasks']>, 'taskPage' | 'taskOpen' | 'taskOne' | 'taskDetail' | 'myTasks'>;

/** A ranger's ended tasks: so many of the newest. */
const ENDED_SHOWN = 100;

export function taskReads({ store, places }: Pick<Room, 'store' | 'places'>): Reads {
  const write = createTaskWriter(places);

  /** An officer's by the grid it lies in; a ranger's because he was sent. */
  const visible = async (context: Context, id: string): Promise<Task | null> => {
    const caller = accountOf(context);
    const task = isOfficer(caller) ? await store.tasks.find(context.scope, id) : null;
    return task ?? store.tasks.findOwn(caller.accountId, id);
  };

  return {
    async taskPage({ scope }, { body }) {
      const { pageNo, pageSize, beginTime, endTime, taskType, status } = body;
      if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
      const filters = {
        text: body.taskContent || undefined,
        type: taskType == null ? undefined : TASK_TYPES[taskType - 1],
        priority: (body.priority ?? undefined) as Priority | undefined,
        status: status ?? undefined,
        fireId: body.fireId ?? undefined,
        memberId: body.userId ?? undefined,
        ...{ begin: beginTime ?? undefined, end: endTime ?? undefined },
      };
      const { total, list } = await store.tasks.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(write) };
    },

    async taskOpen({ scope }, { query }) {
      const { list, more } = await store.tasks.open(scope, { fireId: query.fireId ?? undefined }, { limit: LIST_LIMIT });
      return { rows: list.map(write), ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }) };
    },

    async taskOne(context, { params }) {
      const task = await visible(context, params.id);
      if (!task) throw notFound();
      return write(task);
    },

    async taskDetail(context, { body }) {
      const task = await visible(context, body.taskId);
      if (!task) throw notFound();
      const steps = Map.groupBy(await store.tasks.steps(task.id), ({ userId }) => userId);
      return {
        rows: write(task).members.map((member) => ({
          ...member,
          taskId: task.id,
          steps: (steps.get(member.userId) ?? []).map(writeTaskStep),
        })),
      };
    },

    async myTasks(context, { body }) {
      const { accountId } = accountOf(context);
      const tasks = await store.tasks.own(accountId, { openOnly: body.openOnly === 1, limit: ENDED_SHOWN });
      return { rows: tasks.map(write) };
    },
  };
}

const isOfficer = ({ rights }: AccountCaller): boolean => rights.has('dispatch') || rights.has('watch-alarms');

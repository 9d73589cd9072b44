// Calling a task off, with the reason. Its members find it cancelled; the desks hear of it.
import type { Contract } from '@lookout/contract';
import { taskStatus } from '@lookout/domain';
import type { Handlers } from '../../serve/context.ts';
import { conflict, notFound } from '../../serve/refusal.ts';
import type { TaskDeps } from './index.ts';
import { createTaskWriter, taskNews } from './news.ts';

export function taskCancel({ store, places, answers, announcer }: TaskDeps): Pick<Handlers<Contract['tasks']>, 'taskCancel'> {
  const write = createTaskWriter(places);
  return {
    async taskCancel(context, { body }) {
      const { task, events } = await store.transaction(async (tx) => {
        const before = await tx.tasks.lockForUpdate(context.scope, body.id);
        if (!before) throw notFound();
        const status = taskStatus(before);
        if (status === 'cancelled') throw conflict(`任务已取消：${before.cancelReason ?? ''}`, write(before));
        if (status === 'done') throw conflict('任务已完成，不能取消', write(before));
        const reason = body.reason.trim();
        await tx.tasks.cancel(before.id, reason, context.now);
        const after = { ...before, cancelledAt: context.now, cancelReason: reason };
        if (after.fireId !== null) {
          await tx.alarmActs.append([answers.entryOf(context, after.fireId, 'progress', { taskId: after.id, state: 'cancelled', reason })]);
        }
        context.audit.target('task', after.id, after.gridNo);
        context.audit.detail({ reason });
        await tx.audit.append([context.audit.take()]);
        return { task: after, events: await tx.events.append([taskNews(write, after, null)]) };
      });
      announcer.committed(events);
      return write(task);
    },
  };
}

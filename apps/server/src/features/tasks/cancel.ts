// Calling a task off, with the reason. Its members find it cancelled; the desks hear of it.
import type { Contract } from '@lookout/contract';
import { applyToTask, type TaskEvent, taskStatus } from '@lookout/domain';
import { conflict, notFound } from '../../acting/refusal.ts';
import type { Handlers } from '../../serve/context.ts';
import { eventOf } from '../../services/journal.ts';
import type { Room } from '../../services/open.ts';
import { createTaskWriter, progressOfFire } from './shared.ts';

export function taskCancel({ places, journal }: Pick<Room, 'places' | 'journal'>): Pick<Handlers<Contract['tasks']>, 'taskCancel'> {
  const write = createTaskWriter(places);
  return {
    async taskCancel(context, { body }) {
      const task = await journal.transact(context, async (tx) => {
        const before = await tx.tasks.lockForUpdate(context.scope, body.id);
        if (!before) throw notFound();
        const status = taskStatus(before);
        if (status === 'cancelled') throw conflict(write(before), 'task-cancelled', { reason: before.cancelReason });
        if (status === 'done') throw conflict(write(before), 'task-done');
        const reason = body.reason.trim();
        const where = { objectId: before.id, gridNo: before.gridNo };
        const event = eventOf(context, { kind: 'task.cancelled', payload: { reason } }, where) as TaskEvent;
        const after = applyToTask({ task: before, steps: [] }, event);
        if (after === null) throw new Error('a task that was cancelled is gone');
        await tx.tasks.cancel(before.id, reason, context.now);
        const ofFire = progressOfFire(context, before, { state: 'cancelled', text: null, photos: [], reason }, context.now);
        return { value: after.task, happened: [{ event, after }, ...ofFire] };
      });
      return write(task);
    },
  };
}

// What a ranger says of his own task: how far he has come, with text, photos and place. A phone out of signal says it late; its own time counts.
import { randomUUID } from 'node:crypto';
import type { Contract } from '@lookout/contract';
import { advance, applyToTask, FUTURE_TOLERANCE_MS, type TaskEvent, type TaskStep, taskStatus } from '@lookout/domain';
import { conflict, invalid, refused } from '../../acting/refusal.ts';
import { accountOf, type Handlers } from '../../serve/context.ts';
import { eventOf } from '../../services/journal.ts';
import type { Room } from '../../services/open.ts';
import { claimPhotos, createTaskWriter, progressOfFire, requestKeyOf } from './shared.ts';

export function taskProgress({ places, journal }: Pick<Room, 'places' | 'journal'>): Pick<Handlers<Contract['tasks']>, 'taskProgress'> {
  const write = createTaskWriter(places);
  return {
    async taskProgress(context, { body }) {
      const { now, audit } = context;
      const { accountId } = accountOf(context);
      const at = body.at ?? now;
      if (at.getTime() > now.getTime() + FUTURE_TOLERANCE_MS) throw invalid('at', 'in-the-future');
      const requestKey = requestKeyOf(context);

      const id = await journal.transact(context, async (tx) => {
        if (requestKey !== null) {
          await tx.tasks.lockRequest(requestKey);
          const standing = await tx.tasks.stepOfRequest(requestKey);
          if (standing) {
            audit.target('task', standing.taskId, null);
            return { value: standing.id, happened: [] };
          }
        }
        const before = await tx.tasks.lockOwn(accountId, body.taskId);
        const member = before?.members.find(({ userId }) => userId === accountId);
        if (!before || !member) throw refused('not-your-task');
        audit.target('task', before.id, before.gridNo);
        // What stands: the task, and how far this ranger has come.
        const standing = { ...write(before), state: member.state };
        if (before.cancelledAt) throw conflict(standing, 'task-cancelled', { reason: before.cancelReason });
        const next = advance(member.state, body.state);
        if (!next.ok) throw conflict(standing, 'task-does-not-go-back', { state: member.state });

        const photos = body.photos ?? [];
        await claimPhotos(tx, context, photos, before, 'photos');
        const { fullName } = member;
        const step: TaskStep = {
          ...{ id: randomUUID(), taskId: before.id, userId: accountId, fullName, state: next.value, at },
          ...{ text: body.text?.trim() || null, photos, position: body.position ?? null },
        };
        const where = { objectId: before.id, gridNo: before.gridNo, happenedAt: at };
        const event = eventOf(context, { kind: 'task.advanced', payload: { step } }, where) as TaskEvent;
        const after = applyToTask({ task: before, steps: [] }, event);
        if (after === null) throw new Error('a task that went on is gone');
        await tx.tasks.addStep(step, { receivedAt: now, requestKey, endsTask: taskStatus(after.task) === 'done' });
        const { state, text } = step;
        const ofFire = progressOfFire(context, before, { state, text, photos, reason: null }, at);
        return { value: step.id, happened: [{ event, after }, ...ofFire] };
      });
      return { id };
    },
  };
}

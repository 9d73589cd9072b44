// What a ranger says of his own task: how far he has come, with text, photos and place. A phone out of signal says it late; its own time counts.
import { randomUUID } from 'node:crypto';
import type { Contract } from '@lookout/contract';
import { advance, type Task, type TaskMember, type TaskStep, taskStatus } from '@lookout/domain';
import type { StoredEvent } from '@lookout/store';
import { accountOf, type Handlers } from '../../serve/context.ts';
import { conflict, invalid, notFound } from '../../serve/refusal.ts';
import { refusalWords } from '../../services/admission.ts';
import type { TaskDeps } from './index.ts';
import { claimPhotos, createTaskWriter, requestKeyOf, taskNews } from './news.ts';

/** A clock that is a little ahead somewhere must not cost a report. */
const FUTURE_TOLERANCE_MS = 10 * 60_000;

const stateWords = {
  sent: '已派发',
  received: '已接收',
  'on-the-way': '途中',
  arrived: '已到达',
  reported: '已回报',
  done: '已完成',
} as const satisfies Record<TaskMember['state'], string>;

export function taskProgress({ store, places, answers, announcer }: TaskDeps): Pick<Handlers<Contract['tasks']>, 'taskProgress'> {
  const write = createTaskWriter(places);
  return {
    async taskProgress(context, { body }) {
      const { now, audit } = context;
      const { accountId } = accountOf(context);
      const at = body.at ?? now;
      if (at.getTime() > now.getTime() + FUTURE_TOLERANCE_MS) throw invalid([{ path: 'at', message: refusalWords['in-the-future'] }]);
      const requestKey = requestKeyOf(context);

      const { id, events } = await store.transaction(async (tx): Promise<{ id: string; events: readonly StoredEvent[] }> => {
        if (requestKey !== null) {
          await tx.tasks.takeTurn(requestKey);
          const standing = await tx.tasks.stepOfRequest(requestKey);
          if (standing) {
            audit.target('task', standing.taskId, null);
            return { id: standing.id, events: [] };
          }
        }
        const before = await tx.tasks.lockOwn(accountId, body.taskId);
        const member = before?.members.find(({ userId }) => userId === accountId);
        if (!before || !member) throw notFound('没有这个任务，或不是派给您的');
        audit.target('task', before.id, before.gridNo);
        // What stands: the task, and how far this ranger himself has come.
        const standing = { ...write(before), state: member.state };
        if (before.cancelledAt) throw conflict(`任务已取消：${before.cancelReason ?? ''}`, standing);
        const next = advance(member.state, body.state);
        if (!next.ok) throw conflict(`任务状态已是“${stateWords[member.state]}”，不能退回`, standing);

        const photos = body.photos ?? [];
        await claimPhotos(tx, context, photos, before, 'photos');
        const { fullName } = member;
        const step: TaskStep = {
          ...{ id: randomUUID(), taskId: before.id, userId: accountId, fullName, state: next.value, at },
          ...{ text: body.text?.trim() || null, photos, position: body.position ?? null },
        };
        const after = withState(before, { ...member, state: next.value, stateAt: at });
        await tx.tasks.addStep(step, { receivedAt: now, requestKey, endsTask: taskStatus(after) === 'done' });
        audit.detail({ state: next.value });
        if (after.fireId !== null) {
          const detail = { taskId: after.id, state: step.state, at: at.toISOString(), text: step.text, photos };
          await tx.alarmActs.append([answers.entryOf(context, after.fireId, 'progress', detail)]);
        }
        await tx.audit.append([audit.take()]);
        return { id: step.id, events: await tx.events.append([taskNews(write, after, step)]) };
      });
      announcer.committed(events);
      return { id };
    },
  };
}

const withState = (task: Task, changed: TaskMember): Task => ({
  ...task,
  members: task.members.map((member) => (member.userId === changed.userId ? changed : member)),
});

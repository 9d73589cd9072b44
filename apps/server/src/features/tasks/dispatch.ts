// Sending people out. Task, members, first steps, photos, the alarm's answer, its history and the audit row are one transaction; the desks
// hear of it after the commit.
import { randomUUID } from 'node:crypto';
import type { Contract, Received } from '@lookout/contract';
import { type Alarm, dispatch, ok, type Priority, type Result, refuse, TASK_TYPES, taskTypeOf } from '@lookout/domain';
import type { NewTask, Repositories, StoredEvent } from '@lookout/store';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import { business, conflict, invalid } from '../../serve/refusal.ts';
import { placedPosition } from '../../services/placed-position.ts';
import type { TaskDeps } from './index.ts';
import { claimPhotos, createTaskWriter, requestKeyOf, taskNews } from './news.ts';
import { type Person, peopleOf, type Target, targetOf } from './target.ts';

type Form = Received<Contract['tasks']['delegate']>['body'];

export function taskDispatch({ store, places, answers, announcer }: TaskDeps): Pick<Handlers<Contract['tasks']>, 'delegate'> {
  const write = createTaskWriter(places);

  /** The alarm is answered first: its row lock makes the second of two dispatches wait, and see the first one's task. */
  const answerFire = async (tx: Repositories, context: Context, form: Form, taskId: string, people: readonly Person[]) => {
    if (form.fireId == null) return { fire: null, events: [] };
    const answered = await answers.within(tx, context, {
      id: form.fireId,
      act: 'dispatched',
      respond: (response, _actor, { facts }): Result<typeof response, 'closed'> => {
        if (facts.kind === 'smoke') throw business('烟感报警请先推送为监控火警，再派遣');
        const next = dispatch(response);
        return next.ok ? ok(next.value) : refuse('closed');
      },
      detail: {
        taskId,
        members: people.map(({ userId, fullName }) => ({ userId, fullName })),
        priority: form.priority,
        content: form.taskContent,
      },
    });
    if (form.additional !== 1) {
      const [standing] = (await tx.tasks.open(context.scope, { fireId: form.fireId }, { limit: 1 })).list;
      if (standing) throw conflict(`该火警已由${standing.operatorName}派遣`, write(standing));
    }
    return { fire: answered.alarm, events: answered.events };
  };

  const draftOf = (
    context: Context,
    form: Form,
    id: string,
    fire: Alarm | null,
    { position, gridNo, address }: Target,
    people: readonly Person[],
  ): NewTask => {
    const caller = accountOf(context);
    const kind = fire?.facts.kind ?? null;
    return {
      ...{ id, createdAt: context.now, requestKey: requestKeyOf(context), members: people },
      ...{ position, gridNo, address },
      content: form.taskContent.trim(),
      startsAt: form.taskStartTime,
      endsAt: form.taskEndTime,
      priority: form.priority as Priority,
      type: (form.taskType && TASK_TYPES[form.taskType - 1]) || taskTypeOf(kind),
      fireId: fire?.id ?? null,
      fireKind: kind,
      operatorId: caller.accountId,
      operatorName: form.operatorName?.trim() || caller.fullName,
      photos: form.taskImg ?? [],
      peopleCount: form.peopleCount ?? 0,
      vehicleCount: form.fireEngine ?? 0,
      equipmentCount: form.fireEquipment ?? 0,
      reserve: form.reserve?.trim() || null,
    };
  };

  return {
    async delegate(context, { body: form }) {
      if (form.taskEndTime <= form.taskStartTime) throw invalid([{ path: 'taskEndTime', message: '结束时间须晚于开始时间' }]);
      // The wished position, else the fire's own.
      const wished = form.position ? placedPosition(form.position, places(), accountOf(context).gridNo, context.now) : null;
      const requestKey = requestKeyOf(context);
      const done = await store.transaction(async (tx): Promise<{ id: string; events: readonly StoredEvent[] }> => {
        if (requestKey !== null) {
          await tx.tasks.takeTurn(requestKey);
          const standing = await tx.tasks.ofRequest(requestKey);
          if (standing) {
            context.audit.target('task', standing.id, standing.gridNo);
            return { id: standing.id, events: [] };
          }
        }
        const people = await peopleOf(tx, context.scope, form.taskMember);
        const id = randomUUID();
        const { fire, events } = await answerFire(tx, context, form, id, people);
        const draft = draftOf(context, form, id, fire, wished ?? targetOf(fire), people);
        await claimPhotos(tx, context, draft.photos, draft, 'taskImg');
        const task = await tx.tasks.create(draft);
        context.audit.target('task', task.id, task.gridNo);
        context.audit.detail({ fireId: task.fireId, members: people.map(({ userId }) => userId), priority: task.priority });
        await tx.audit.append([context.audit.take()]);
        return { id, events: await tx.events.append([taskNews(write, task, null), ...events]) };
      });
      announcer.committed(done.events);
      return { id: done.id };
    },
  };
}

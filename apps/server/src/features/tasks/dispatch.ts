// Sending people out. Task, members, first steps, photos, the alarm's answer and the audit row are one transaction; the desks hear of it after
// the commit.
import { randomUUID } from 'node:crypto';
import type { Contract, Received } from '@lookout/contract';
import { type Alarm, dispatch, type Priority, TASK_TYPES, type Task, type TaskFile, taskTypeOf } from '@lookout/domain';
import type { Repositories } from '@lookout/store';
import { conflict, invalid } from '../../acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import { eventOf } from '../../services/journal.ts';
import type { Room } from '../../services/open.ts';
import { placedPosition } from '../../services/placed-position.ts';
import { claimPhotos, createTaskWriter, requestKeyOf } from './shared.ts';
import { type Person, peopleOf, type Target, targetOf } from './target.ts';

type Form = Received<Contract['tasks']['delegate']>['body'];

export function taskDispatch({
  places,
  answers,
  journal,
}: Pick<Room, 'places' | 'answers' | 'journal'>): Pick<Handlers<Contract['tasks']>, 'delegate'> {
  const write = createTaskWriter(places);

  /** The alarm is answered first: its row lock makes the second of two dispatches wait, and see the first one's task. */
  const answerFire = async (tx: Repositories, context: Context, form: Form, taskId: string, people: readonly Person[]) => {
    if (form.fireId == null) return { fire: null, happened: [] };
    const members = people.map(({ userId, fullName }) => ({ userId, fullName }));
    const sent = { taskId, members, priority: form.priority as Priority, content: form.taskContent };
    const answered = await answers.within(tx, context, {
      id: form.fireId,
      decide: (alarm) => dispatch(alarm, accountOf(context), sent),
    });
    if (form.additional !== 1) {
      const [standing] = (await tx.tasks.open(context.scope, { fireId: form.fireId }, { limit: 1 })).list;
      if (standing) throw conflict(write(standing), 'already-dispatched', { by: standing.operatorName });
    }
    return { fire: answered.alarm, happened: answered.happened };
  };

  return {
    async delegate(context, { body: form }) {
      if (form.taskEndTime <= form.taskStartTime) throw invalid('taskEndTime', 'task-ends-before-it-starts');
      // The wished position, else the fire's own.
      const wished = form.position ? placedPosition(form.position, places(), accountOf(context).gridNo) : null;
      const requestKey = requestKeyOf(context);
      const id = await journal.transact(context, async (tx) => {
        if (requestKey !== null) {
          await tx.tasks.lockRequest(requestKey);
          const standing = await tx.tasks.ofRequest(requestKey);
          if (standing) {
            context.audit.target('task', standing.id, standing.gridNo);
            return { value: standing.id, happened: [] };
          }
        }
        const people = await peopleOf(tx, context.scope, form.taskMember);
        const taskId = randomUUID();
        const { fire, happened } = await answerFire(tx, context, form, taskId, people);
        const file = taskOf(context, form, taskId, fire, wished ?? targetOf(fire), people);
        const { task } = file;
        await claimPhotos(tx, context, task.photos, task, 'taskImg');
        await tx.tasks.create(file, requestKey);
        const event = eventOf(context, { kind: 'task.dispatched', payload: file }, { objectId: task.id, gridNo: task.gridNo });
        return { value: task.id, happened: [{ event, after: file }, ...happened] };
      });
      return { id };
    },
  };
}

function taskOf(
  context: Context,
  form: Form,
  id: string,
  fire: Alarm | null,
  { position, gridNo, address }: Target,
  people: readonly Person[],
): TaskFile {
  const caller = accountOf(context);
  const createdAt = context.now;
  const kind = fire?.facts.kind ?? null;
  const task: Task = {
    ...{ id, position, gridNo, address, createdAt },
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
    members: people.map((person) => ({ ...person, state: 'sent', stateAt: createdAt })),
    cancelledAt: null,
    cancelReason: null,
  };
  const said = { text: null, photos: [], position: null };
  const steps = people.map(({ userId, fullName }) => ({
    ...{ id: randomUUID(), taskId: id, userId, fullName, at: createdAt, ...said },
    state: 'sent' as const,
  }));
  return { task, steps };
}

// Dispatch and tasks: the handlers of the calls, for officers and for the rangers.

import { randomUUID } from 'node:crypto';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { positionFault, timeFault } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { type AccountCaller, accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { requireWholeOf } from '@lookout/server/services/authority.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Alarm, AlarmKind } from '../alarm/alarm.ts';
import { dispatch } from '../alarm/alarm-actions.ts';
import type { Contract } from '../contract.ts';
import { type Gazetteer, type LocatedPosition, locatePosition } from '../grid/service/gazetteer.ts';
import type { Repositories } from '../store.ts';
import type { Priority } from './priority.ts';
import { fileOf, type Person, peopleOf } from './server/members.ts';
import { startPatrolSchedule } from './server/patrol-schedule.ts';
import { patrols } from './server/patrols.ts';
import { taskTemplates } from './server/templates.ts';
import { cancelTask, progressOfFire } from './service/task-ends.ts';
import type { WireTask } from './task.schema.ts';
import {
  advance,
  applyToTask,
  type NamedTask,
  namedTask,
  TASK_TYPES,
  type Task,
  type TaskEvent,
  type TaskFile,
  type TaskStep,
  taskStatus,
  taskTypeOf,
} from './task.ts';
import { writeTask, writeTaskStep } from './task.wire.ts';

export const task: ServerFeature<'task'> = {
  open(room) {
    const schedule = startPatrolSchedule(room);
    const plans = { ...taskTemplates(room), ...patrols(room, () => void schedule.wake()) };
    return {
      calls: { ...taskDispatch(room), ...taskReads(room), ...taskCancel(room), ...taskProgress(room), ...plans },
      jobs: [schedule],
    };
  },
};

// Dispatch. Task, members, first steps, photos, the alarm's event and the audit row are written in one transaction. Live messages follow
// its commit.

type Form = Received<Contract['task']['delegate']>['body'];

function taskDispatch({
  gazetteer,
  alarmCommands,
  journal,
}: Pick<Room, 'gazetteer' | 'alarmCommands' | 'journal'>): Pick<Handlers<Contract['task']>, 'delegate'> {
  const write = createTaskWriter(gazetteer);

  /** The action on the alarm comes first. Its row lock makes a concurrent dispatch wait and then see the task of the first one. */
  const dispatchFrom = async (tx: Repositories, context: Context, form: Form, taskId: string, people: readonly Person[]) => {
    if (form.fireId == null) return { fire: null, happened: [] };
    const members = people.map(({ userId, fullName }) => ({ userId, fullName }));
    const sent = { taskId, members, priority: form.priority as Priority, content: form.taskContent };
    const performed = await alarmCommands.specified.within(tx, context, {
      id: form.fireId,
      isOfFire: true,
      decide: (alarm) => dispatch(alarm, accountOf(context), sent),
    });
    if (form.additional !== 1) {
      const [existing] = (await tx.tasks.open(context.scope, { fireId: form.fireId, withDrills: true }, { limit: 1 })).list;
      if (existing) throw conflict(write(existing), 'already-dispatched', { by: existing.operatorName });
    }
    return { fire: performed.alarm, happened: performed.happened };
  };

  return {
    async delegate(context, { body: form }) {
      if (form.taskEndTime <= form.taskStartTime) throw invalid('taskEndTime', 'task-ends-before-it-starts');
      // The position in the form, otherwise the fire's.
      const formLocation = form.position ? locatePosition(form.position, gazetteer(), accountOf(context).gridNo) : null;
      const requestKey = requestKeyOf(context);
      const id = await journal.transact(context, async (tx) => {
        if (requestKey !== null) {
          await tx.tasks.lockRequest(requestKey);
          const existing = await tx.tasks.ofRequest(requestKey);
          if (existing) {
            context.audit.target('task', existing.id, existing.gridNo);
            return { value: existing.id, happened: [] };
          }
        }
        // Checked after the lookup of an earlier attempt, because a retry may arrive after its window has ended.
        if (form.taskEndTime <= context.now) throw invalid('taskEndTime', 'task-window-past', { endsAt: form.taskEndTime });
        const people = await peopleOf(tx, context.scope, form.taskMember);
        const taskId = randomUUID();
        const { fire, happened } = await dispatchFrom(tx, context, form, taskId, people);
        checkType(form.taskType, fire);
        const file = taskOf(context, form, taskId, fire, formLocation ?? targetOf(fire), people);
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

/** The kinds of alarms that have a number in the specification (§3). A task for such an alarm has its number, or none. */
const NUMBERED: ReadonlySet<AlarmKind> = new Set(['report', 'camera', 'satellite']);

/** @throws Refusal 422 when the number belongs to another kind than the alarm's */
function checkType(number: number | null | undefined, fire: Alarm | null): void {
  if (number == null || fire === null || !NUMBERED.has(fire.facts.kind)) return;
  const type = taskTypeOf(fire.facts.kind);
  if (TASK_TYPES[number - 1] !== type) throw invalid('taskType', 'task-type-of-alarm', { type });
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
    id,
    position,
    gridNo,
    address,
    createdAt,
    content: form.taskContent.trim(),
    startsAt: form.taskStartTime,
    endsAt: form.taskEndTime,
    priority: form.priority as Priority,
    type: (form.taskType && TASK_TYPES[form.taskType - 1]) || taskTypeOf(kind),
    fireId: fire?.id ?? null,
    fireKind: kind,
    ...(fire?.exerciseId !== undefined && { exerciseId: fire.exerciseId }),
    operatorId: caller.accountId,
    operatorName: form.operatorName?.trim() || caller.fullName,
    photos: form.taskImg ?? [],
    peopleCount: form.peopleCount ?? 0,
    vehicleCount: form.fireEngine ?? 0,
    equipmentCount: form.fireEquipment ?? 0,
    reserve: form.reserve?.trim() || null,
    ...(form.checklist?.trim() && { checklist: form.checklist.trim() }),
    members: people.map((person) => ({ ...person, state: 'sent', stateAt: createdAt })),
    cancelledAt: null,
    cancelReason: null,
  };
  return fileOf(task);
}

// Progress, reported by the ranger with text, photos and position. A phone without signal reports late; the phone's time is used.

function taskProgress({ gazetteer, journal }: Pick<Room, 'gazetteer' | 'journal'>): Pick<Handlers<Contract['task']>, 'taskProgress'> {
  const named = (task: Task): NamedTask => namedTask(task, gazetteer().grids.nameOf);
  return {
    async taskProgress(context, { body }) {
      const { now, audit } = context;
      const { accountId } = accountOf(context);
      const wrongTime = body.at == null ? null : timeFault(body.at, now);
      if (wrongTime === 'in-the-future') throw invalid('at', wrongTime);
      // Other wrong times come from a clock that was never set. The report is accepted with the current time.
      const at = wrongTime === null ? (body.at ?? now) : now;
      const requestKey = requestKeyOf(context);

      const id = await journal.transact(context, async (tx) => {
        if (requestKey !== null) {
          await tx.tasks.lockRequest(requestKey);
          const existing = await tx.tasks.stepOfRequest(requestKey);
          if (existing) {
            audit.target('task', existing.taskId, null);
            return { value: existing.id, happened: [] };
          }
        }
        const before = await tx.tasks.lockOwn(accountId, body.taskId);
        const member = before?.members.find(({ userId }) => userId === accountId);
        if (!before || !member) throw refused('not-your-task');
        audit.target('task', before.id, before.gridNo);
        if (before.cancelledAt) throw conflict(named(before), 'task-cancelled', { reason: before.cancelReason });
        const next = advance(member.state, body.state);
        if (!next.ok) throw conflict(named(before), 'task-does-not-go-back', { state: member.state });

        const photos = body.photos ?? [];
        await claimPhotos(tx, context, photos, before, 'photos');
        const { fullName } = member;
        const step: TaskStep = {
          id: randomUUID(),
          taskId: before.id,
          userId: accountId,
          fullName,
          state: next.value,
          at,
          text: body.text?.trim() || null,
          photos,
          // A phone without a fix sends (0, 0). The report is accepted without a position.
          position: body.position == null || positionFault(body.position) !== null ? null : body.position,
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

// Cancels a task with a reason.

function taskCancel({ gazetteer, journal }: Pick<Room, 'gazetteer' | 'journal'>): Pick<Handlers<Contract['task']>, 'taskCancel'> {
  const named = (task: Task): NamedTask => namedTask(task, gazetteer().grids.nameOf);
  return {
    async taskCancel(context, { body }) {
      const task = await journal.transact(context, async (tx) => {
        const before = await tx.tasks.lockForUpdate(context.scope, body.id);
        if (!before) throw notFound();
        await requireWholeOf(tx, context, 'task', before, gazetteer().grids.nameOf);
        const status = taskStatus(before);
        if (status === 'cancelled') throw conflict(named(before), 'task-cancelled', { reason: before.cancelReason });
        if (status === 'done') throw conflict(named(before), 'task-done');
        const { after, happened } = await cancelTask(tx, context, before, body.reason.trim());
        return { value: after.task, happened };
      });
      return named(task);
    },
  };
}

// Pages and open tasks for officers, one task with its steps, and a ranger's own tasks.

type Reads = Pick<Handlers<Contract['task']>, 'taskPage' | 'taskOpen' | 'taskOne' | 'taskDetail' | 'myTasks'>;

/** Maximum ended tasks listed for a ranger, newest first. */
const ENDED_SHOWN = 100;

function taskReads({ store, gazetteer }: Pick<Room, 'store' | 'gazetteer'>): Reads {
  const write = createTaskWriter(gazetteer);
  const named = (task: Task): NamedTask => namedTask(task, gazetteer().grids.nameOf);

  /** Visibility: officers see tasks in their grid, rangers see tasks they are members of. */
  const visible = async (context: Context, id: string): Promise<Task | null> => {
    const caller = accountOf(context);
    const task = isOfficer(caller) ? await store.tasks.find(context.scope, id) : null;
    return task ?? store.tasks.findOwn(caller.accountId, id);
  };

  return {
    async taskPage({ scope, now }, { body }) {
      const { pageNo, pageSize, beginTime, endTime, taskType, status } = body;
      if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
      const filters = {
        text: body.taskContent || undefined,
        type: taskType == null ? undefined : TASK_TYPES[taskType - 1],
        priority: (body.priority ?? undefined) as Priority | undefined,
        status: status ?? undefined,
        fireId: body.fireId ?? undefined,
        memberId: body.userId ?? undefined,
        overdueAt: body.overdue === 1 ? now : undefined,
        patrolId: body.patrolId ?? undefined,
        windowBegin: body.windowBegin ?? undefined,
        windowEnd: body.windowEnd ?? undefined,
        withDrills: body.withDrills === 1,
        begin: beginTime ?? undefined,
        end: endTime ?? undefined,
      };
      const { total, list } = await store.tasks.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(write) };
    },

    async taskOpen({ scope }, { query }) {
      const { list, more } = await store.tasks.open(
        scope,
        { fireId: query.fireId ?? undefined, withDrills: query.withDrills === 1 },
        { limit: LIST_LIMIT },
      );
      return { rows: list.map(named), ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }) };
    },

    async taskOne(context, { params }) {
      const task = await visible(context, params.id);
      if (!task) throw notFound();
      return named(task);
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
      return { rows: tasks.map(named) };
    },
  };
}

const isOfficer = ({ rights }: AccountCaller): boolean => rights.has('dispatch') || rights.has('watch-alarms');

// The place and the members of a task, limited to the sender's grid.

type Target = LocatedPosition;

/** The position of the fire. @throws Refusal 422 naming `position` when there is none */
function targetOf(fire: Alarm | null): Target {
  if (fire === null) throw invalid('position', 'no-task-place');
  return { position: fire.position, gridNo: fire.gridNo, address: fire.formattedAddress };
}

const createTaskWriter =
  (gazetteer: () => Gazetteer) =>
  (task: Task): WireTask =>
    writeTask(task, gazetteer().grids.nameOf);

/** Idempotency keys are scoped to the sender: two accounts may use the same one. */
function requestKeyOf(context: Context): string | null {
  const { idempotencyKey } = context.headers;
  return idempotencyKey === null ? null : `${accountOf(context).accountId}:${idempotencyKey}`;
}

/** Moves the photos to the task's grid, so that photos and task are visible to the same people. @throws Refusal 422 naming `path` */
async function claimPhotos(tx: Repositories, context: Context, photos: readonly string[], task: Pick<Task, 'gridNo'>, path: string) {
  if (photos.length === 0) return;
  const missing = await tx.uploads.claim(photos, accountOf(context).accountId, task.gridNo);
  if (missing.length > 0) throw invalid(path, 'picture-gone');
}

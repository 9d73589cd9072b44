// Exercises: started with a script whose alarms arrive at their minute; ended together with all their open objects; reviewed and judged
// afterwards.

import { randomUUID } from 'node:crypto';
import type { Received } from '@lookout/contract';
import { actorName, type ChangesOf, covers, type LoggedEvent, MINUTE_MS, type Named, withGridName } from '@lookout/domain';
import type { Act } from '@lookout/server/acting/act.ts';
import { conflict, type FieldFault, fieldFault, notFound, refused, refuseFaults } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { requireWholeOf } from '@lookout/server/services/authority.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { type Alarm, isInProgress } from '../alarm/alarm.ts';
import { type AlarmEvent, applyToAlarm } from '../alarm/alarm-events.ts';
import type { Contract } from '../contract.ts';
import type { ModeSetting } from '../operating-mode/operating-mode.ts';
import { setMode } from '../operating-mode/service/operating-modes.ts';
import type { Repositories } from '../store.ts';
import { applyToTask, type TaskEvent } from '../task/task.ts';
import { EXERCISE_ENDED_NOTE, exerciseEndedReason } from './drill.wire.ts';
import {
  applyToExercise,
  drillTimes,
  EXERCISE_STEPS,
  type Exercise,
  type ExerciseEvent,
  type ExercisePayloads,
  type ExerciseReview,
  type Inject,
  medianOf,
  type StepSeconds,
} from './exercise.ts';
import { startInjecting } from './server/inject.ts';

type ExerciseRoom = Pick<Room, 'store' | 'grids' | 'gazetteer' | 'journal' | 'operatingModes'>;

export const exercise: ServerFeature<'exercise'> = {
  open(room) {
    const injecting = startInjecting(room);
    return { calls: exerciseHandlers(room, () => void injecting.wake()), jobs: [injecting] };
  },
};

function exerciseHandlers(room: ExerciseRoom, wake: () => void): Handlers<Contract['exercise']> {
  const { store, grids, gazetteer, journal, operatingModes } = room;
  const named = (exercise: Exercise) => withGridName(exercise, grids().nameOf);
  const requireOver = (tx: Repositories, context: Context, exercise: Exercise) =>
    requireWholeOf(tx, context, 'exercise', exercise, grids().nameOf);

  /** The script in its stored form. @throws Refusal 422 naming each alarm that lies outside the exercise's grid */
  const readScript = (script: Received<Contract['exercise']['exerciseBegin']>['body']['script'], gridNo: Context['scope'], now: Date) => {
    const faults: FieldFault[] = [];
    const injects = script.map(({ kind, position, minutes, description }, index) => {
      const located = gazetteer().locate(position, gridNo);
      if (!located.ok) faults.push(fieldFault(`script.${index}.position`, located.error));
      else if (!covers(gridNo, located.value.gridNo)) faults.push(fieldFault(`script.${index}.position`, 'outside-senders-grid'));
      return {
        id: randomUUID(),
        kind,
        position,
        description: description?.trim() || null,
        dueAt: new Date(now.getTime() + minutes * MINUTE_MS),
        alarmId: null,
      };
    });
    refuseFaults(faults);
    return injects;
  };

  return {
    async exerciseBegin(context, { body }) {
      const { accountId, fullName } = accountOf(context);
      const { scope: gridNo, now } = context;
      if (operatingModes.inForce(gridNo) === 'emergency') throw refused('exercise-in-emergency');
      const injects = readScript(body.script, gridNo, now);
      const name = body.name.trim();
      const exercise: Exercise = {
        id: randomUUID(),
        gridNo,
        name,
        leaderId: accountId,
        leaderName: fullName,
        beganAt: now,
        endedAt: null,
        endedBy: null,
        verdict: null,
        version: 1,
      };
      await journal.transact(context, async (tx) => {
        const current = await tx.operatingModes.lock(gridNo);
        if (current?.mode === 'emergency') throw refused('exercise-in-emergency');
        const first = await tx.exercises.running(gridNo);
        if (first) throw conflict(named(first), 'exercise-first', { by: first.leaderName, name: first.name });
        await tx.exercises.begin(exercise);
        await tx.exercises.addInjects(exercise.id, injects);
        const event = eventOf(context, { kind: 'exercise.begun', payload: { exercise } }, { objectId: exercise.id, gridNo });
        const mode = await setMode(
          tx,
          context,
          current,
          modeOf(context, current, { mode: 'simulation', reason: name, exerciseId: exercise.id }),
        );
        return { value: undefined, happened: [{ event, after: exercise }, mode] };
      });
      wake();
      return named(exercise);
    },

    async exerciseInject(context, { body }) {
      const { accountId } = accountOf(context);
      const exercise = await store.exercises.find(context.scope, body.id);
      if (!exercise) throw notFound();
      const injects = readScript(body.script, exercise.gridNo, context.now);
      await store.transaction(async (tx) => {
        const locked = await running(tx, context, body.id, named);
        await requireOver(tx, context, locked);
        if (locked.leaderId !== accountId) throw refused('exercise-leader-only', { leader: locked.leaderName });
        await tx.exercises.addInjects(locked.id, injects);
        context.audit.target('exercise', locked.id, locked.gridNo);
        context.audit.detail({ alarms: injects.length });
        await tx.audit.append([context.audit.take()]);
      });
      wake();
      return undefined;
    },

    async exerciseEnd(context, { body }) {
      const ended = await journal.transact(context, async (tx) => {
        const exercise = await running(tx, context, body.id, named);
        await requireOver(tx, context, exercise);
        const current = await tx.operatingModes.lock(exercise.gridNo);
        const end = await changed(tx, context, exercise, { kind: 'exercise.ended', payload: {} });
        const isMode = current?.exerciseId === exercise.id;
        const mode = isMode
          ? [
              await setMode(
                tx,
                context,
                current,
                modeOf(context, current, { mode: 'daily', reason: exerciseEndedReason(exercise.name), exerciseId: null }),
              ),
            ]
          : [];
        return { value: end.after, happened: [end, ...mode, ...(await closeAll(tx, context, exercise))] };
      });
      return named(ended);
    },

    async exerciseJudge(context, { body }) {
      const judged = await journal.transact(context, async (tx) => {
        const exercise = await tx.exercises.lock(context.scope, body.id);
        if (!exercise) throw notFound();
        await requireOver(tx, context, exercise);
        if (exercise.endedAt === null) throw refused('exercise-running');
        if (exercise.version !== body.version) throw conflict(named(exercise), 'exercise-changed', { by: exercise.verdict?.by ?? '' });
        const change = await changed(tx, context, exercise, { kind: 'exercise.judged', payload: { text: body.verdict.trim() } });
        return { value: change.after, happened: [change] };
      });
      return named(judged);
    },

    async exercisePage({ scope }, { body: { pageNo, pageSize } }) {
      const { total, list } = await store.exercises.page(scope, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async exerciseReview({ scope }, { query }) {
      const exercise = await store.exercises.find(scope, query.id);
      if (!exercise) throw notFound();
      const [script, alarms, events] = await Promise.all([
        store.exercises.injects(exercise.id),
        store.alarms.ofExercise(exercise.id),
        store.events.ofExercise(exercise.id),
      ]);
      return reviewOf(named(exercise), script, alarms, events);
    },
  };
}

/** The exercise, locked and still running. @throws Refusal 404, or 409 with the exercise that has ended */
async function running(tx: Repositories, { scope }: Act, id: string, named: (exercise: Exercise) => unknown): Promise<Exercise> {
  const exercise = await tx.exercises.lock(scope, id);
  if (!exercise) throw notFound();
  if (exercise.endedAt !== null) throw conflict(named(exercise), 'exercise-over');
  return exercise;
}

const modeOf = (context: Context, current: ModeSetting | null, next: Pick<ModeSetting, 'mode' | 'reason' | 'exerciseId'>): ModeSetting => ({
  ...next,
  gridNo: current?.gridNo ?? context.scope,
  setBy: accountOf(context).fullName,
  setAt: context.now,
  version: (current?.version ?? 0) + 1,
});

async function changed(tx: Repositories, act: Act, exercise: Exercise, change: ChangesOf<ExercisePayloads>) {
  const event = eventOf(act, change, { objectId: exercise.id, gridNo: exercise.gridNo }) as ExerciseEvent;
  const after = applyToExercise(exercise, event);
  if (after === null) throw new Error('an exercise is never gone');
  await tx.exercises.save(after);
  return { event, after };
}

/** Closes the open objects of an exercise as an officer would. @returns the events */
async function closeAll(tx: Repositories, act: Act, { id }: Exercise): Promise<Happened[]> {
  const alarms = await tx.alarms.lockOfExercise(id);
  const closed = alarms.flatMap((alarm): { readonly event: AlarmEvent; readonly after: Alarm }[] => {
    const { stage } = alarm.response;
    if (stage !== 'open' && !isInProgress(alarm.response)) return [];
    const change =
      stage === 'open'
        ? ({ kind: 'alarm.handled', payload: { note: EXERCISE_ENDED_NOTE, isRenovated: false } } as const)
        : ({ kind: 'alarm.closed', payload: { outcome: 'other', note: EXERCISE_ENDED_NOTE } } as const);
    const event = eventOf(act, change, { objectId: alarm.id, gridNo: alarm.gridNo }) as AlarmEvent;
    return [{ event, after: applyToAlarm(alarm, event) as Alarm }];
  });
  await tx.alarms.saveResponses(closed.map(({ after }) => after));
  const tasks = (await tx.tasks.lockOfExercise(id)).flatMap((task): Happened[] => {
    const where = { objectId: task.id, gridNo: task.gridNo };
    const event = eventOf(act, { kind: 'task.cancelled', payload: { reason: EXERCISE_ENDED_NOTE } }, where) as TaskEvent;
    return [{ event, after: applyToTask({ task, steps: [] }, event) }];
  });
  await tx.tasks.cancelOfExercise(id, EXERCISE_ENDED_NOTE, act.now);
  return [...closed, ...tasks];
}

function reviewOf(
  exercise: Named<Exercise>,
  script: readonly Inject[],
  alarms: readonly Alarm[],
  events: readonly LoggedEvent[],
): ExerciseReview {
  const times = new Map(
    drillTimes(events.filter((event) => !(event.kind === 'alarm.judged' && event.payload.isJoined === true))).map((one) => [
      one.alarmId,
      one.seconds,
    ]),
  );
  const none = { acknowledged: null, judged: null, dispatched: null };
  const secondsOf = (id: string) => times.get(id) ?? none;
  const median = Object.fromEntries(EXERCISE_STEPS.map((step) => [step, medianOf(alarms.map(({ id }) => secondsOf(id)[step]))]));
  return {
    exercise,
    script,
    events: events.map((event) => ({
      at: event.recordedAt,
      kind: event.kind,
      alarmId: event.kind.startsWith('alarm.') ? event.objectId : null,
      taskId: event.kind.startsWith('task.') ? event.objectId : null,
      by: actorName(event.actor),
      detail: detailOf(event),
    })),
    alarms: alarms.map((alarm) => ({
      alarmId: alarm.id,
      kind: alarm.facts.kind,
      position: alarm.position,
      formattedAddress: alarm.formattedAddress,
      arrivedAt: alarm.arrivedAt,
      seconds: secondsOf(alarm.id),
    })),
    medianSeconds: median as StepSeconds,
  };
}

/** The text that was entered with an event, if any. */
function detailOf(event: LoggedEvent): string | null {
  switch (event.kind) {
    case 'alarm.judged':
      return event.payload.judgement.note;
    case 'alarm.dispatched':
      return event.payload.content;
    case 'alarm.messaged':
    case 'alarm.ordered':
    case 'alarm.order-received':
    case 'alarm.order-withdrawn':
      return event.payload.content;
    case 'task.advanced':
      return event.payload.step.text;
    case 'task.cancelled':
      return event.payload.reason;
    default:
      return null;
  }
}

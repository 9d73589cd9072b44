// A log as several officers might produce it, step by step at random, and the resulting rows.
import { randomUUID } from 'node:crypto';
import { type DomainEvent, type EventOf, type GridNo, type ObjectKind, type ObjectStates, objectKindOf } from '@lookout/domain';
import type { Alarm } from '@lookout/features/alarm/alarm.ts';
import type { AlarmChange } from '@lookout/features/alarm/alarm-events.ts';
import type { Burning } from '@lookout/features/burning/burning.ts';
import type { Camera } from '@lookout/features/camera/camera.ts';
import { fold } from '@lookout/features/events.ts';
import type { Shift } from '@lookout/features/shift/shift.ts';
import type { Sos } from '@lookout/features/sos/sos.ts';
import type { TaskFile } from '@lookout/features/task/task.ts';
import fc from 'fast-check';
import { anEvent, anObservation, anOfficer, aTaskFile, ORIGIN, reportFacts, WENCHUAN } from './builders.ts';
import { ask } from './databases.ts';
import { append, type World } from './parted-logs.ts';

const AT = new Date('2026-03-21T08:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);

const LOAD = { openAlarms: 1, firesInProgress: 0 };

export interface Step {
  readonly what: 'alarm' | 'task' | 'shift' | 'burning' | 'sos' | 'camera' | 'setting' | 'act';
  readonly which: number;
  readonly how: number;
}
export const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('alarm', 'task', 'shift', 'burning', 'sos', 'camera', 'setting' as const) },
    { weight: 3, arbitrary: fc.constant('act' as const) },
  ),
  which: fc.nat(1_000),
  how: fc.nat(1_000),
}) as fc.Arbitrary<Step>;

type Change = Parameters<typeof anEvent>[0];

/** A possible next change of an object in this state; null: none. */
function changeOf(kind: ObjectKind, state: unknown, how: number): Change | null {
  if (state === null && kind !== 'setting') return null;
  const one = <T>(...choices: readonly T[]): T => choices[how % choices.length] as T;
  switch (kind) {
    case 'alarm': {
      const { stage } = (state as Alarm).response;
      const talk: AlarmChange[] = [
        { kind: 'alarm.seen', payload: {} },
        { kind: 'alarm.messaged', payload: { content: '请核实', receivers: ['甲'] } },
        { kind: 'alarm.progressed', payload: { taskId: randomUUID(), state: 'arrived', text: null, photos: [], reason: null } },
      ];
      const verdict = one('real' as const, 'false' as const);
      const judgement = { verdict, note: '烟', realFireType: null };
      const more: { readonly [S in typeof stage]: AlarmChange[] } = {
        open: [
          { kind: 'alarm.acknowledged', payload: {} },
          { kind: 'alarm.judged', payload: { judgement } },
          { kind: 'alarm.judged', payload: { judgement } },
          { kind: 'alarm.handled', payload: { note: null, isRenovated: false } },
          { kind: 'alarm.edited', payload: { changes: { comment: { from: null, to: '浓烟' } } } },
        ],
        handled: [{ kind: 'alarm.reopened', payload: {} }],
        dismissed: [{ kind: 'alarm.corrected', payload: { judgement, previous: judgement, reason: '复核' } }],
        'in-progress': [
          { kind: 'alarm.closed', payload: { outcome: 'extinguished', note: null } },
          { kind: 'alarm.pushed', payload: { note: null, fromGridNo: WENCHUAN, toAlarmId: null } },
        ],
        closed: [{ kind: 'alarm.deleted', payload: { reason: '误报' } }],
      };
      return one(...talk, ...more[stage]);
    }
    case 'task': {
      const { task } = state as TaskFile;
      const waiting = task.members.find((member) => member.state !== 'done');
      if (task.cancelledAt !== null || waiting === undefined) return null;
      const done = {
        ...{ id: randomUUID(), taskId: task.id, userId: waiting.userId, fullName: waiting.fullName, at: later(how) },
        ...{ state: 'done' as const, text: null, photos: [], position: null },
      };
      return one<Change>(
        { kind: 'task.advanced', payload: { step: done } },
        { kind: 'task.advanced', payload: { step: { ...done, state: 'arrived' } } },
        { kind: 'task.cancelled', payload: { reason: '下雨' } },
      );
    }
    case 'shift': {
      const { endedAt, nextName, relieved } = state as Shift;
      if (endedAt === null) {
        return one<Change>(
          { kind: 'shift.relieved', payload: { load: LOAD } },
          { kind: 'shift.handed-over', payload: { note: null, load: LOAD, successor: '乙' } },
        );
      }
      return nextName === null && !relieved ? { kind: 'shift.succeeded', payload: {} } : null;
    }
    case 'burning': {
      const from = (state as Burning).state;
      return from === 'pending'
        ? { kind: 'burning.reviewed', payload: { from, to: one('approved', 'refused', 'withdrawn'), note: null } }
        : null;
    }
    case 'sos': {
      const { taken, cancelled, closed } = state as Sos;
      if (cancelled !== null || closed !== null) return null;
      return taken === null
        ? one<Change>({ kind: 'sos.taken', payload: { accountId: randomUUID() } }, { kind: 'sos.cancelled', payload: { reason: '误触' } })
        : { kind: 'sos.closed', payload: { outcome: 'safe', note: null } };
    }
    case 'camera':
      return one<Change>(
        { kind: 'camera.went-online', payload: {} },
        { kind: 'camera.went-offline', payload: {} },
        { kind: 'camera.saved', payload: { camera: { ...(state as Camera), name: String(how) } } },
        { kind: 'camera.removed', payload: {} },
      );
    default:
      return { kind: 'setting.changed', payload: {} };
  }
}

export const livesIn = ({ ownerUrl, store }: World) => {
  const events = new Map<string, DomainEvent[]>();
  const objects: { readonly kind: ObjectKind; readonly id: string }[] = [];
  const firsts = new Map<string, Alarm>();
  let minute = 0;
  const stateOf = <O extends ObjectKind>(kind: O, id: string): ObjectStates[O] | null =>
    fold<O>((events.get(`${kind} ${id}`) ?? []) as EventOf<O>[], (kind === 'alarm' ? firsts.get(id) : null) as ObjectStates[O] | null);
  const say = async (change: Parameters<typeof anEvent>[0] & { readonly objectId: string }) => {
    minute += 1;
    const event = anEvent({ happenedAt: later(minute), recordedAt: later(minute), actor: anOfficer(), ...change });
    await append(store, event);
    const key = `${objectKindOf(event.kind)} ${event.objectId}`;
    events.set(key, [...(events.get(key) ?? []), event]);
  };
  const begin = async (kind: ObjectKind, id: string): Promise<void> => {
    objects.push({ kind, id });
    switch (kind) {
      case 'task':
        return say({ objectId: id, kind: 'task.dispatched', payload: aTaskFile({ id }) });
      case 'shift':
        return say({ objectId: id, kind: 'shift.began', payload: { shift: aShift(id), load: LOAD, relieved: null } });
      case 'burning':
        return say({ objectId: id, kind: 'burning.applied', payload: { burning: aBurning(id, objects.length % 2 === 0) } });
      case 'sos':
        return say({ objectId: id, kind: 'sos.raised', payload: { sos: aSos(id) } });
      case 'camera':
        return say({ objectId: id, kind: 'camera.saved', payload: { camera: aCamera('一', id) } });
      default:
        return say({ objectId: id, kind: 'setting.changed', payload: {} });
    }
  };
  return {
    async go(steps: readonly Step[]) {
      for (const { what, which, how } of steps) {
        if (what === 'alarm') {
          const ids = (
            await store.alarms.record({ origin: ORIGIN, observations: [anObservation({ facts: reportFacts(), findType: 'person' })] })
          ).fresh;
          for (const { id } of ids) {
            const [recording] = (await store.events.ofObject('alarm', id)) as EventOf<'alarm'>[];
            firsts.set(id, fold<'alarm'>(recording ? [recording] : []) as Alarm);
            objects.push({ kind: 'alarm', id });
          }
          continue;
        }
        if (what !== 'act') {
          await begin(what, randomUUID());
          continue;
        }
        const object = objects[which % Math.max(1, objects.length)];
        if (object === undefined) continue;
        const { kind, id } = object;
        const change = changeOf(kind, stateOf(kind, id), how);
        if (change !== null) await say({ ...change, objectId: id });
      }
    },
    /** Stores the rows of the objects as they follow from the log. */
    async store() {
      for (const { kind, id } of objects) {
        if (kind === 'alarm') {
          const state = stateOf('alarm', id);
          const stage = state?.response.stage ?? 'open';
          const isJudged = ['dismissed', 'in-progress', 'closed'].includes(stage);
          await ask(
            ownerUrl,
            `update alarm set stage = '${stage}', judged_at = ${isJudged ? 'now()' : 'null'}, closed_at = ${stage === 'closed' ? 'now()' : 'null'},
             deleted_at = ${state === null ? 'now()' : 'null'} where id = '${id}'`,
          );
        }
        if (kind === 'task') {
          const file = stateOf('task', id) as TaskFile;
          await insertTask(
            { ownerUrl, store },
            file,
            file.task.cancelledAt !== null || file.task.members.every(({ state }) => state === 'done'),
          );
        }
        if (kind === 'shift') {
          const { endedAt, nextName, relieved } = stateOf('shift', id) as Shift;
          await ask(
            ownerUrl,
            `insert into shift (id, grid_no, account_id, full_name, began_at, ended_at, next_name, relieved) values ('${id}', '${id.slice(0, 6)}', '${id}', '甲', now(),
             ${endedAt ? 'now()' : 'null'}, ${nextName === null ? 'null' : `'${nextName}'`}, ${relieved})`,
          );
        }
        if (kind === 'burning') {
          const { endsAt, state } = stateOf('burning', id) as Burning;
          await ask(
            ownerUrl,
            `insert into burning (id, applicant, phone, purpose, lng, lat, grid_no, address, starts_at, ends_at, people_count, state, created_by, created_at)
             values ('${id}', '甲', '1', 'farm', 103, 31, '${WENCHUAN}', '镇', '2026-01-01', '${endsAt.toISOString()}', 1, '${state}', '甲', now())`,
          );
        }
        if (kind === 'sos') {
          const { cancelled, closed } = stateOf('sos', id) as Sos;
          await ask(
            ownerUrl,
            `insert into sos (id, user_id, full_name, grid_no, raised_at, received_at, cancelled, closed, revision)
             values ('${id}', '${id}', '甲', '${WENCHUAN}', now(), now(), ${cancelled ? `'{}'` : 'null'}, ${closed ? `'{}'` : 'null'}, 1)`,
          );
        }
      }
    },
  };
};

export const aCamera = (name: string, id = 'c-1'): Camera => ({
  ...{ id, deviceId: 'd', channelNum: 1, name, cameraType: null, manufacturer: null, monitoringPointId: null, online: true },
  ...{ towerHeightMetres: 30, northCorrectionDegrees: 0, position: { lng: 103.5, lat: 31.4 }, gridNo: WENCHUAN as GridNo },
});

const aShift = (id: string): Shift => ({
  ...{ id, gridNo: WENCHUAN, accountId: randomUUID(), fullName: '甲', beganAt: AT, endedAt: null, note: null, openAlarms: null },
  ...{ firesInProgress: null, successor: null, nextName: null, relieved: false },
});

const aBurning = (id: string, isPast: boolean): Burning => ({
  ...{ id, applicant: '村民', phone: '139', purpose: 'farm', position: { lng: 103.5, lat: 31.4 }, address: '威州镇' },
  ...{ startsAt: AT, endsAt: isPast ? later(60) : new Date(Date.now() + 86_400_000), areaHectares: null, peopleCount: 3, measures: null },
  ...{ gridNo: WENCHUAN, state: 'pending', createdBy: '甲', createdAt: AT, reviewedBy: null, reviewedAt: null, reviewNote: null },
});

const aSos = (id: string): Sos => ({
  ...{
    id,
    userId: randomUUID(),
    fullName: '杨护林',
    phone: null,
    gridNo: WENCHUAN,
    place: null,
    address: null,
    raisedAt: AT,
    receivedAt: AT,
    pressedAgain: null,
    calledAt: null,
  },
  ...{ taken: null, cancelled: null, closed: null, revision: 1 },
});

export const insertTask = ({ ownerUrl }: World, { task }: TaskFile, isEnded: boolean) =>
  ask(
    ownerUrl,
    `insert into task (id, content, starts_at, ends_at, priority, type, lng, lat, grid_no, address, operator_id, operator_name, photos, people_count,
     vehicle_count, equipment_count, created_at, ended) values ('${task.id}', '核查', now(), now(), 2, 'satellite', 103, 31, '${WENCHUAN}', '镇',
     '${task.id}', '甲', '{}', 1, 1, 1, now(), ${isEnded})`,
  );

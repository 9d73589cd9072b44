// What the desks are told of an event: the live messages that are made of it and of the object as it stands afterwards. Who may no longer see the
// object, because it moved away or was deleted, is told that it is gone.
import {
  type Alarm,
  type AlarmEvent,
  actorName,
  covers,
  type DomainEvent,
  type EventOf,
  type GridNo,
  levelOf,
  type ObjectKind,
  type ObjectStates,
  objectKindOf,
  type Plot,
  type PlotEvent,
  type Shift,
  type ShiftEvent,
  type TaskEvent,
  type TaskFile,
} from '@lookout/domain';
import { type GridNames, writeAlarm } from '../wire/alarm.ts';
import { actOfEvent } from '../wire/alarm-acts.ts';
import { writePlot } from '../wire/plot.ts';
import { writeShift } from '../wire/shift.ts';
import { writeTask, writeTaskStep } from '../wire/task.ts';
import type { LiveData, LiveDraft } from './messages.ts';

/** Of these nobody is told: looking is no news, where an alarm came from is said by the other one, and how a task goes on by the task. */
const UNTOLD = ['alarm.seen', 'alarm.linked', 'alarm.progressed'];

function tellAlarm(event: AlarmEvent, after: Alarm | null, nameOf: GridNames): LiveDraft[] {
  if (UNTOLD.includes(event.kind)) return [];
  if (event.kind === 'alarm.recorded') return after ? [{ kind: 'newFire', gridNo: event.gridNo, data: writeAlarm(after, nameOf) }] : [];
  const change = { change: actOfEvent[event.kind], changedBy: actorName(event.actor) };
  const goneFrom = (gridNo: GridNo): LiveDraft => ({ kind: 'fireAlarm', gridNo, data: { id: event.objectId, deleted: true, ...change } });
  if (after === null) return [goneFrom(event.gridNo)];
  const alarm = writeAlarm(after, nameOf);
  const changed: LiveDraft = { kind: 'fireAlarm', gridNo: event.gridNo, data: { ...alarm, ...change } as LiveData<'fireAlarm'> };
  const left = event.leftGridNo !== null && !covers(event.leftGridNo, event.gridNo) ? [goneFrom(event.leftGridNo)] : [];
  return [...left, changed, ...reportOf(event, alarm, nameOf)];
}

/** What lists and sounds an alarm at the superior's desk: a county's push is a countyReport, a prefecture's or a province's a cityReport. */
function reportOf(event: AlarmEvent, alarm: ReturnType<typeof writeAlarm>, nameOf: GridNames): LiveDraft[] {
  // A smoke alarm is pushed to nobody: it becomes an alarm of its own.
  if (event.kind !== 'alarm.pushed' || event.payload.toAlarmId !== null) return [];
  const { note, fromGridNo } = event.payload;
  const level = levelOf(fromGridNo);
  const kind = level === 'county' || level === 'town' ? 'countyReport' : 'cityReport';
  const report = { pushedBy: actorName(event.actor), pushNote: note, fromGridNo, fromGridName: nameOf(fromGridNo) ?? fromGridNo };
  return [{ kind, gridNo: event.gridNo, data: { ...alarm, ...report } as LiveData<'countyReport'> }];
}

function tellTask(event: TaskEvent, after: TaskFile | null, nameOf: GridNames): LiveDraft[] {
  if (after === null) return [];
  const step = event.kind === 'task.advanced' ? writeTaskStep(event.payload.step) : null;
  return [{ kind: 'delegate', gridNo: event.gridNo, data: { ...writeTask(after.task, nameOf), step } }];
}

function tellShift(event: ShiftEvent, after: Shift | null, nameOf: GridNames): LiveDraft[] {
  // That a colleague was relieved is told by the shift that began.
  if (after === null || event.kind === 'shift.relieved' || event.kind === 'shift.succeeded') return [];
  return [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { shift: writeShift(after, event.payload.load, nameOf) } }];
}

function tellPlot(event: PlotEvent, after: Plot | null, nameOf: GridNames): LiveDraft[] {
  const goneFrom = (gridNo: GridNo): LiveDraft => ({ kind: 'plotDetail', gridNo, data: { id: event.objectId, deleted: true } });
  if (after === null) return [goneFrom(event.gridNo)];
  const drawn: LiveDraft = { kind: 'plotDetail', gridNo: event.gridNo, data: writePlot(after, nameOf) };
  return event.leftGridNo !== null && !covers(event.leftGridNo, event.gridNo) ? [goneFrom(event.leftGridNo), drawn] : [drawn];
}

const nothing = (): never[] => [];

const tellers = {
  alarm: tellAlarm,
  task: tellTask,
  shift: tellShift,
  plot: tellPlot,
  burning: nothing,
  camera: nothing,
  'monitoring-point': nothing,
  register: nothing,
  setting: nothing,
} satisfies { readonly [O in ObjectKind]: (event: EventOf<O>, after: ObjectStates[O] | null, nameOf: GridNames) => LiveDraft[] };

/** What happens to these tells the desks nothing; only servers hear of it. */
export type UntoldObject = { [O in ObjectKind]: (typeof tellers)[O] extends typeof nothing ? O : never }[ObjectKind];

/**
 * The live messages of an event, in the order in which they go out.
 * @param after the object as it stands after the event; null: it is gone
 */
export function tell(event: DomainEvent, after: ObjectStates[ObjectKind] | null, nameOf: GridNames): LiveDraft[] {
  // The table pairs each kind of object with its events and its state; the pair cannot be followed through the lookup.
  const teller = tellers[objectKindOf(event.kind)] as (event: DomainEvent, after: unknown, nameOf: GridNames) => LiveDraft[];
  return teller(event, after, nameOf);
}

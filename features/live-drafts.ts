// The live messages published for an event, built from the event and the object's state after it. Desks that may no longer see the object,
// because it was moved away or deleted, get a message that it has been removed.

import { type GridNames, timePlacesOf, writeTimes } from '@lookout/contract';
import {
  actorName,
  covers,
  type DomainEvent,
  type EventOf,
  type GridNo,
  levelOf,
  type ObjectKind,
  type ObjectStates,
  objectKindOf,
  withGridName,
} from '@lookout/domain';
import type { Alarm } from './alarm/alarm.ts';
import { writeAlarm } from './alarm/alarm.wire.ts';
import { actOfEvent } from './alarm/alarm-act.wire.ts';
import type { AlarmEvent } from './alarm/alarm-events.ts';
import { isDrill } from './exercise/drill.ts';
import type { Exercise, ExerciseEvent } from './exercise/exercise.ts';
import { warningActOf } from './hazard/hazard.schema.ts';
import type { HazardWarning, HazardWarningEvent } from './hazard/hazard.ts';
import { writeHazardWarning } from './hazard/hazard.wire.ts';
import { writeIncidentMember } from './incident/incident.wire.ts';
import { type LiveData, type LiveDraft, liveSchemas } from './live-messages.ts';
import type { ModeEvent, ModeSetting } from './operating-mode/operating-mode.ts';
import { namedPlanRun, type PlanRun } from './plan/plan.ts';
import type { Plot, PlotEvent } from './plot/plot.ts';
import type { RangerMessage } from './ranger-message/ranger-message.ts';
import { type DueReport, namedDueReport } from './reporting/due-report.ts';
import type { PersonSafety } from './safety/safety.ts';
import { type Shift, type ShiftEvent, withLoad } from './shift/shift.ts';
import type { Sos } from './sos/sos.ts';
import type { TaskEvent, TaskFile } from './task/task.ts';
import { writeTask, writeTaskStep } from './task/task.wire.ts';
import { type Warning, withAreaNames } from './warning/warning.ts';

/** Not published: a view changes nothing, the origin of an alarm is published with the other alarm, and progress with the task. */
const NOT_PUBLISHED = ['alarm.seen', 'alarm.linked', 'alarm.progressed'];

function alarmDrafts(event: AlarmEvent, after: Alarm | null, nameOf: GridNames): LiveDraft[] {
  if (NOT_PUBLISHED.includes(event.kind)) return [];
  if (event.kind === 'alarm.recorded') return after ? [{ kind: 'newFire', gridNo: event.gridNo, data: writeAlarm(after, nameOf) }] : [];
  const change = { change: actOfEvent[event.kind], changedBy: actorName(event.actor) };
  const goneFrom = (gridNo: GridNo): LiveDraft => ({ kind: 'fireAlarm', gridNo, data: { id: event.objectId, deleted: true, ...change } });
  if (after === null) return [goneFrom(event.gridNo)];
  const alarm = writeAlarm(after, nameOf);
  const changed: LiveDraft = { kind: 'fireAlarm', gridNo: event.gridNo, data: { ...alarm, ...change } as LiveData<'fireAlarm'> };
  const left = event.leftGridNo !== null && !covers(event.leftGridNo, event.gridNo) ? [goneFrom(event.leftGridNo)] : [];
  return [...left, changed, ...reportOf(event, alarm, nameOf)];
}

/** Notifies the superior's desk: a county's push is a countyReport, a prefecture's or a province's a cityReport. */
function reportOf(event: AlarmEvent, alarm: ReturnType<typeof writeAlarm>, nameOf: GridNames): LiveDraft[] {
  // A pushed smoke alarm is not reported: it becomes a separate alarm.
  if (event.kind !== 'alarm.pushed' || event.payload.toAlarmId !== null) return [];
  const { note, fromGridNo } = event.payload;
  const level = levelOf(fromGridNo);
  const kind = level === 'county' || level === 'town' ? 'countyReport' : 'cityReport';
  const report = { pushedBy: actorName(event.actor), pushNote: note, fromGridNo, fromGridName: nameOf(fromGridNo) ?? fromGridNo };
  return [{ kind, gridNo: event.gridNo, data: { ...alarm, ...report } as LiveData<'countyReport'> }];
}

function taskDrafts(event: TaskEvent, after: TaskFile | null, nameOf: GridNames): LiveDraft[] {
  if (after === null) return [];
  const step = event.kind === 'task.advanced' ? writeTaskStep(event.payload.step) : null;
  return [{ kind: 'delegate', gridNo: event.gridNo, data: { ...writeTask(after.task, nameOf), step } }];
}

function shiftDrafts(event: ShiftEvent, after: Shift | null, nameOf: GridNames): LiveDraft[] {
  // The new shift is published instead.
  if (after === null || event.kind === 'shift.relieved' || event.kind === 'shift.succeeded') return [];
  return [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { shift: withGridName(withLoad(after, event.payload.load), nameOf) } }];
}

const modeDrafts = (event: ModeEvent, after: ModeSetting | null, nameOf: GridNames): LiveDraft[] =>
  after === null ? [] : [{ kind: 'operatingMode', gridNo: event.gridNo, data: withGridName(after, nameOf) }];

const exerciseDrafts = (event: ExerciseEvent, after: Exercise | null, nameOf: GridNames): LiveDraft[] =>
  after === null ? [] : [{ kind: 'exercise', gridNo: event.gridNo, data: { of: 'exercise', data: withGridName(after, nameOf) } }];

/** Messages about an exercise's objects go to the exercise's topic. */
const aside = ({ kind, gridNo, data }: LiveDraft): LiveDraft =>
  ({ kind: 'exercise', gridNo, data: { of: kind, data } }) as LiveDraft<'exercise'>;

/** Alarms and tasks may belong to an exercise. */
const belongsToExercise = (kind: ObjectKind, after: ObjectStates[ObjectKind] | null): boolean =>
  after !== null && ((kind === 'alarm' && isDrill(after as Alarm)) || (kind === 'task' && isDrill((after as TaskFile).task)));

function plotDrafts(event: PlotEvent, after: Plot | null, nameOf: GridNames): LiveDraft[] {
  const goneFrom = (gridNo: GridNo): LiveDraft => ({ kind: 'plotDetail', gridNo, data: { id: event.objectId, deleted: true } });
  if (after === null) return [goneFrom(event.gridNo)];
  const drawn: LiveDraft = { kind: 'plotDetail', gridNo: event.gridNo, data: withGridName(after, nameOf) };
  return event.leftGridNo !== null && !covers(event.leftGridNo, event.gridNo) ? [goneFrom(event.leftGridNo), drawn] : [drawn];
}

const planRunDrafts = (event: EventOf<'plan-run'>, after: PlanRun | null, nameOf: GridNames): LiveDraft[] =>
  after === null ? [] : [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { planRun: namedPlanRun(after, nameOf) } }];

/**
 * Published to each county that the warning reaches: a desk receives only its own grid and below, and a warning comes from above. Who has
 * read a warning is not published but queried.
 */
function warningDrafts(event: EventOf<'warning'>, after: Warning | null, nameOf: GridNames): LiveDraft[] {
  if (after === null || event.kind === 'warning.read') return [];
  const data = { warning: withAreaNames(after, nameOf) };
  return after.reaches.map((gridNo) => ({ kind: 'fireAlarm', gridNo, data }));
}

const sosDrafts = (event: EventOf<'sos'>, after: Sos | null, nameOf: GridNames): LiveDraft[] =>
  after === null ? [] : [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { sos: withGridName(after, nameOf) } }];

const rangerMessageDrafts = (event: EventOf<'ranger-message'>, after: RangerMessage | null): LiveDraft[] =>
  after === null ? [] : [{ kind: 'fireAlarm', gridNo: event.gridNo, data: { rangerMessage: after } }];

const safetyDrafts = (event: EventOf<'safety'>, after: PersonSafety | null, nameOf: GridNames): LiveDraft[] =>
  after === null ? [] : [{ kind: 'personSafety', gridNo: event.gridNo, data: withGridName(after, nameOf) }];

function hazardWarningDrafts(event: HazardWarningEvent, after: HazardWarning | null, nameOf: GridNames): LiveDraft[] {
  if (after === null) return [];
  const change = { change: warningActOf(event.kind), changedBy: actorName(event.actor) };
  return [{ kind: 'hazardWarning', gridNo: event.gridNo, data: { ...writeHazardWarning(after, nameOf), ...change } }];
}

/** Decisions are not published themselves, only the memberships that follow from them. */
function incidentDrafts(event: EventOf<'incident'>): LiveDraft[] {
  if (event.kind !== 'incident.joined') return [];
  const joined: LiveDraft = { kind: 'incident', gridNo: event.gridNo, data: { members: event.payload.members.map(writeIncidentMember) } };
  return [event.payload.exerciseId === undefined ? joined : aside(joined)];
}

const dueReportDrafts = (event: EventOf<'due-report'>, after: DueReport | null, nameOf: GridNames): LiveDraft[] =>
  after === null ? [] : [{ kind: 'dueReport', gridNo: event.gridNo, data: namedDueReport(after, nameOf) }];

const none = (): never[] => [];

const draftsByObject = {
  alarm: alarmDrafts,
  incident: incidentDrafts,
  task: taskDrafts,
  'task-template': none,
  patrol: none,
  shift: shiftDrafts,
  mode: modeDrafts,
  exercise: exerciseDrafts,
  plot: plotDrafts,
  archive: none,
  document: none,
  'hazard-warning': hazardWarningDrafts,
  hazard: none,
  burning: none,
  'known-heat': none,
  'map-mask': none,
  'danger-rules': none,
  account: none,
  plan: none,
  'plan-run': planRunDrafts,
  warning: warningDrafts,
  'due-report': dueReportDrafts,
  'reporting-rule': none,
  sos: sosDrafts,
  safety: safetyDrafts,
  'ranger-message': rangerMessageDrafts,
  camera: none,
  'monitoring-point': none,
  resource: none,
  register: none,
  setting: none,
  spread: none,
  fuel: none,
} satisfies { readonly [O in ObjectKind]: (event: EventOf<O>, after: ObjectStates[O] | null, nameOf: GridNames) => LiveDraft[] };

/** Objects whose events are not published to desks; only servers read them. */
export type UnpublishedObject = { [O in ObjectKind]: (typeof draftsByObject)[O] extends typeof none ? O : never }[ObjectKind];

/** A message with its data as JSON has it. */
export type WrittenDraft = Pick<LiveDraft, 'kind' | 'gridNo'> & { readonly data: unknown };

/**
 * The live messages of an event, in the order of publication.
 * @param after the object's state after the event; null: deleted
 */
export function liveDrafts(event: DomainEvent, after: ObjectStates[ObjectKind] | null, nameOf: GridNames): WrittenDraft[] {
  // The table pairs each kind of object with its events and its state; TypeScript cannot follow the pair through the lookup.
  const draftsOf = draftsByObject[objectKindOf(event.kind)] as (event: DomainEvent, after: unknown, nameOf: GridNames) => LiveDraft[];
  const drafts = draftsOf(event, after, nameOf);
  const published = belongsToExercise(objectKindOf(event.kind), after) ? drafts.map(aside) : drafts;
  return published.map(({ kind, gridNo, data }) => ({ kind, gridNo, data: writeTimes(timePlacesOf(liveSchemas[kind]), data) }));
}

// A live message as a client reads it, in domain types.

import { readTime, type TopicKind } from '@lookout/contract';
import type { GridNo, Named, Position } from '@lookout/domain';
import type { NamedAlarm } from './alarm/alarm.ts';
import { readAlarm } from './alarm/alarm.wire.ts';
import { eventsOfAct } from './alarm/alarm-act.wire.ts';
import type { AlarmEventKind } from './alarm/alarm-events.ts';
import type { Exercise } from './exercise/exercise.ts';
import type { HazardWarning, HazardWarningAct } from './hazard/hazard.ts';
import type { IncidentMember } from './incident/incident.ts';
import type { LiveData, LiveMessage } from './live-messages.ts';
import type { ModeSetting } from './operating-mode/operating-mode.ts';
import type { NamedPlanRun } from './plan/plan.ts';
import type { Plot } from './plot/plot.ts';
import type { RangerMessage } from './ranger-message/ranger-message.ts';
import type { NamedDueReport } from './reporting/due-report.ts';
import type { PersonSafety } from './safety/safety.ts';
import type { Shift } from './shift/shift.ts';
import type { Sos } from './sos/sos.ts';
import type { NamedTask, TaskStep } from './task/task.ts';
import { readTask, readTaskStep } from './task/task.wire.ts';
import type { NamedWarning } from './warning/warning.ts';

/** The change of an alarm, and the full name of who made it. */
interface AlarmChanged {
  readonly change: AlarmEventKind;
  readonly changedBy: string;
}

interface Updates {
  'alarm-recorded': { readonly alarm: NamedAlarm };
  'alarm-changed': AlarmChanged & { readonly alarm: NamedAlarm };
  /** The alarm was deleted, or moved to a grid that this desk does not see. */
  'alarm-gone': AlarmChanged & { readonly alarmId: string };
  /** The alarm was pushed to this superior's desk. */
  'alarm-reported': {
    readonly alarm: NamedAlarm;
    readonly pushedBy: string;
    readonly note: string | null;
    readonly fromGridNo: GridNo;
    readonly fromGridName: string;
  };
  /** These alarms now belong to these fires. */
  'incident-joined': { readonly members: readonly IncidentMember[] };
  'shift-changed': { readonly shift: Named<Shift> };
  /** The exercise began, ended or was judged. */
  'exercise-changed': { readonly exercise: Named<Exercise> };
  'mode-changed': { readonly setting: Named<ModeSetting> };
  'warning-changed': { readonly warning: NamedWarning };
  'due-report-changed': { readonly report: NamedDueReport };
  'sos-changed': { readonly sos: Named<Sos> };
  'ranger-message-changed': { readonly message: RangerMessage };
  'safety-changed': { readonly safety: Named<PersonSafety> };
  'plan-run-changed': { readonly run: NamedPlanRun };
  /** `step`: the report that changed the task; null: it was dispatched or cancelled. */
  'task-changed': { readonly task: NamedTask; readonly step: TaskStep | null };
  'plot-changed': { readonly plot: Named<Plot> };
  'plot-gone': { readonly plotId: string };
  'hazard-warning-changed': { readonly warning: Named<HazardWarning>; readonly change: HazardWarningAct; readonly changedBy: string };
  /** `at`: by the phone's clock. */
  'ranger-moved': { readonly userId: string; readonly position: Position; readonly at: Date };
}
type UpdateBody = { readonly [K in keyof Updates]: { readonly kind: K } & Updates[K] }[keyof Updates];

/** An update with its grid, its time and the request that caused it. */
export type LiveUpdate = UpdateBody & {
  /** Absent for positions. */
  readonly seq?: number;
  readonly publishedAt: Date;
  readonly gridNo: GridNo;
  /** The `X-Request-Id` of the call that caused it; null: unknown. A page recognises its own changes by it. */
  readonly requestId: string | null;
};

function readAlarmChange(data: LiveData<'fireAlarm'>): UpdateBody {
  if ('shift' in data) return { kind: 'shift-changed', shift: data.shift };
  if ('warning' in data) return { kind: 'warning-changed', warning: data.warning };
  if ('sos' in data) return { kind: 'sos-changed', sos: data.sos };
  if ('rangerMessage' in data) return { kind: 'ranger-message-changed', message: data.rangerMessage };
  if ('planRun' in data) return { kind: 'plan-run-changed', run: data.planRun };
  // Every act has exactly one event, except an arrival, which is not published on this topic.
  const changed = { change: eventsOfAct(data.change)[0] as AlarmEventKind, changedBy: data.changedBy };
  if ('deleted' in data) return { kind: 'alarm-gone', alarmId: data.id, ...changed };
  return { kind: 'alarm-changed', alarm: readAlarm(data), ...changed };
}

const readReport = ({ pushedBy, pushNote, fromGridNo, fromGridName, ...alarm }: LiveData<'countyReport'>): UpdateBody => ({
  kind: 'alarm-reported',
  alarm: readAlarm(alarm),
  pushedBy,
  note: pushNote,
  fromGridNo: fromGridNo as GridNo,
  fromGridName,
});

/** An alarm or task of an exercise is read like a real one. It carries its exercise. */
function readDrilled(message: LiveData<'exercise'>): UpdateBody {
  if (message.of === 'exercise') return { kind: 'exercise-changed', exercise: message.data };
  // The schema pairs each topic with its own data.
  return (readers[message.of] as (data: unknown) => UpdateBody)(message.data);
}

const readers: { readonly [K in TopicKind]: (data: LiveData<K>) => UpdateBody } = {
  newFire: (data) => ({ kind: 'alarm-recorded', alarm: readAlarm(data) }),
  fireAlarm: readAlarmChange,
  countyReport: readReport,
  cityReport: readReport,
  delegate: ({ step, ...task }) => ({ kind: 'task-changed', task: readTask(task), step: step && readTaskStep(step) }),
  plotDetail: (data) => ('deleted' in data ? { kind: 'plot-gone', plotId: data.id } : { kind: 'plot-changed', plot: data }),
  exercise: readDrilled,
  operatingMode: (data) => ({ kind: 'mode-changed', setting: data }),
  hazardWarning: (data) => ({ kind: 'hazard-warning-changed', ...data }),
  incident: ({ members }) => ({ kind: 'incident-joined', members }),
  dueReport: (report) => ({ kind: 'due-report-changed', report }),
  personSafety: (data) => ({ kind: 'safety-changed', safety: data }),
  teamTrajectory: ({ userId, position, actualUploadTime }) => ({ kind: 'ranger-moved', userId, position, at: readTime(actualUploadTime) }),
};

export function readLive({ seq, at, gridNo, requestId, kind, data }: LiveMessage): LiveUpdate {
  // The table is keyed by the topic of this message; TypeScript cannot follow key and value through the lookup.
  const read = readers[kind] as (data: LiveData<TopicKind>) => UpdateBody;
  return { ...(seq !== undefined && { seq }), publishedAt: new Date(at), gridNo, requestId: requestId ?? null, ...read(data) };
}

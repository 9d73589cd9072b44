// What a desk hears, in the words of the house: a live message as it is read.
import type { AlarmEventKind, GridNo, Named, NamedAlarm, NamedTask, Plot, Position, Shift, TaskStep } from '@lookout/domain';
import { readTime } from '../times.ts';
import { readAlarm } from '../wire/alarm.ts';
import { eventsOfAct } from '../wire/alarm-acts.ts';
import { readPlot } from '../wire/plot.ts';
import { readShift } from '../wire/shift.ts';
import { readTask, readTaskStep } from '../wire/task.ts';
import type { LiveData, LiveMessage } from './messages.ts';
import type { TopicKind } from './topics.ts';

/** What was done to an alarm, and the full name of who did it. */
interface AlarmChanged {
  readonly change: AlarmEventKind;
  readonly changedBy: string;
}

interface Updates {
  'alarm-recorded': { readonly alarm: NamedAlarm };
  'alarm-changed': AlarmChanged & { readonly alarm: NamedAlarm };
  /** It was deleted, or moved to a grid that this desk does not see. */
  'alarm-gone': AlarmChanged & { readonly alarmId: string };
  /** It was pushed upwards: what lists and sounds it at the superior's desk. */
  'alarm-reported': {
    readonly alarm: NamedAlarm;
    readonly pushedBy: string;
    readonly note: string | null;
    readonly fromGridNo: GridNo;
    readonly fromGridName: string;
  };
  'shift-changed': { readonly shift: Named<Shift> };
  /** `step`: what a member said that made it so; null: it was sent out or cancelled. */
  'task-changed': { readonly task: NamedTask; readonly step: TaskStep | null };
  'plot-changed': { readonly plot: Named<Plot> };
  'plot-gone': { readonly plotId: string };
  /** `at`: by the phone's own time. */
  'ranger-moved': { readonly userId: string; readonly position: Position; readonly at: Date };
}
type Told = { readonly [K in keyof Updates]: { readonly kind: K } & Updates[K] }[keyof Updates];

/** With where, when and in answer to which request it was told. */
export type LiveUpdate = Told & {
  /** Absent of positions. */
  readonly seq?: number;
  readonly toldAt: Date;
  readonly gridNo: GridNo;
  /** The `X-Request-Id` of the call that did it; null: none that is known. A page knows its own change by it. */
  readonly requestId: string | null;
};

function readAlarmChange(data: LiveData<'fireAlarm'>): Told {
  if ('shift' in data) return { kind: 'shift-changed', shift: readShift(data.shift) };
  // Each word but that of an arrival, which is never told here, stands for one event.
  const changed = { change: eventsOfAct(data.change)[0] as AlarmEventKind, changedBy: data.changedBy };
  if ('deleted' in data) return { kind: 'alarm-gone', alarmId: data.id, ...changed };
  return { kind: 'alarm-changed', alarm: readAlarm(data), ...changed };
}

const readReport = ({ pushedBy, pushNote, fromGridNo, fromGridName, ...alarm }: LiveData<'countyReport'>): Told => ({
  kind: 'alarm-reported',
  alarm: readAlarm(alarm),
  pushedBy,
  note: pushNote,
  fromGridNo: fromGridNo as GridNo,
  fromGridName,
});

const readers: { readonly [K in TopicKind]: (data: LiveData<K>) => Told } = {
  newFire: (data) => ({ kind: 'alarm-recorded', alarm: readAlarm(data) }),
  fireAlarm: readAlarmChange,
  countyReport: readReport,
  cityReport: readReport,
  delegate: ({ step, ...task }) => ({ kind: 'task-changed', task: readTask(task), step: step && readTaskStep(step) }),
  plotDetail: (data) => ('deleted' in data ? { kind: 'plot-gone', plotId: data.id } : { kind: 'plot-changed', plot: readPlot(data) }),
  teamTrajectory: ({ userId, position, actualUploadTime }) => ({ kind: 'ranger-moved', userId, position, at: readTime(actualUploadTime) }),
};

export function readLive({ seq, at, gridNo, requestId, kind, data }: LiveMessage): LiveUpdate {
  // The table is keyed by the topic of this very message; TypeScript cannot follow a key and its value through a mapped lookup.
  const read = readers[kind] as (data: LiveData<TopicKind>) => Told;
  return { ...(seq !== undefined && { seq }), toldAt: new Date(at), gridNo, requestId: requestId ?? null, ...read(data) };
}

// What a line about an event says, beside who and when: its payload, without what is long or stands elsewhere. History and audit are made of it.
import type { AlarmKind, AlarmPlace } from '../alarm.ts';
import type { Burning } from '../burning.ts';
import type { Plot } from '../plot.ts';
import type { ShiftLoad } from '../shift.ts';
import type { AlarmEventKind } from './alarm.ts';
import type { DomainEvent, DomainEventOf, EventKind, EventPayloads } from './index.ts';

interface ShortSummaries {
  'alarm.recorded': { readonly alarmKind: AlarmKind };
  'task.dispatched': { readonly fireId: string | null; readonly memberIds: readonly string[]; readonly priority: number };
  'task.advanced': { readonly state: string };
  'burning.applied': Pick<Burning, 'applicant' | 'purpose'>;
  'camera.saved': { readonly name: string };
  'monitoring-point.saved': { readonly name: string };
  'shift.began': { readonly load: ShiftLoad; readonly relieved: EventPayloads['shift.began']['relieved'] };
  'plot.drawn': Pick<Plot, 'kind' | 'name' | 'version'>;
  'plot.revised': Pick<Plot, 'kind' | 'name' | 'version'>;
}
/** By kind. Where nothing shorter is said it is the payload itself. */
export type EventSummaries = Omit<EventPayloads, keyof ShortSummaries> & ShortSummaries;
export type EventSummary = { readonly [K in EventKind]: { readonly kind: K; readonly said: EventSummaries[K] } }[EventKind];

/** What a desk reads of each event in the history of an alarm. */
interface HistorySaid extends Pick<EventSummaries, Exclude<AlarmEventKind, 'alarm.pushed' | 'alarm.moved'>> {
  /** `fromGridName`: null for a smoke alarm, which is pushed to nobody and becomes the alarm `toAlarmId`. */
  'alarm.pushed': { readonly note: string | null; readonly fromGridName: string | null; readonly toAlarmId: string | null };
  'alarm.moved': { readonly from: Omit<AlarmPlace, 'gridBasis'>; readonly to: Omit<AlarmPlace, 'gridBasis'> };
}

/** One line of an alarm's history, as a desk is given it. Who and the desk are null where nobody or no person did it. */
export type AlarmHistoryLine = {
  readonly [K in AlarmEventKind]: {
    readonly alarmId: string;
    readonly at: Date;
    readonly accountId: string | null;
    readonly fullName: string | null;
    readonly desk: string | null;
    readonly kind: K;
    readonly said: HistorySaid[K];
  };
}[AlarmEventKind];

const summaries: { readonly [K in keyof ShortSummaries]: (payload: EventPayloads[K]) => ShortSummaries[K] } = {
  'alarm.recorded': ({ alarm }) => ({ alarmKind: alarm.facts.kind }),
  'task.dispatched': ({ task }) => ({
    fireId: task.fireId,
    memberIds: task.members.map(({ userId }) => userId),
    priority: task.priority,
  }),
  'task.advanced': ({ step }) => ({ state: step.state }),
  'burning.applied': ({ burning: { applicant, purpose } }) => ({ applicant, purpose }),
  'camera.saved': ({ camera: { name } }) => ({ name }),
  'monitoring-point.saved': ({ monitoringPoint: { name } }) => ({ name }),
  'shift.began': ({ load, relieved }) => ({ load, relieved }),
  'plot.drawn': ({ plot: { kind, name, version } }) => ({ kind, name, version }),
  'plot.revised': ({ draft: { kind, name }, version }) => ({ kind, name, version }),
};

export function summaryOf<K extends EventKind>({ kind, payload }: Pick<DomainEventOf<K>, 'kind' | 'payload'>): EventSummary;
export function summaryOf({ kind, payload }: Pick<DomainEvent, 'kind' | 'payload'>): EventSummary {
  const shorten = (summaries as Partial<Record<EventKind, (payload: unknown) => unknown>>)[kind];
  // The table pairs each kind with its own payload; the pair cannot be followed through the lookup.
  return { kind, said: shorten ? shorten(payload) : payload } as EventSummary;
}

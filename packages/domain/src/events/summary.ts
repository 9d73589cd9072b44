// What a line about an event says, beside who and when: its payload, without what is long or stands elsewhere. History and audit are made of it.
import type { Burning } from '../burning.ts';
import type { Plot } from '../plot.ts';
import type { DeskLoad } from '../shift.ts';
import type { DomainEvent, DomainEventOf, EventKind, EventPayloads } from './index.ts';

interface ShortSummaries {
  'alarm.recorded': Readonly<Record<never, never>>;
  'task.dispatched': { readonly fireId: string | null; readonly memberIds: readonly string[]; readonly priority: number };
  'task.advanced': { readonly state: string };
  'burning.applied': Pick<Burning, 'applicant' | 'purpose'>;
  'camera.saved': { readonly name: string };
  'shift.began': { readonly load: DeskLoad; readonly relieved: EventPayloads['shift.began']['relieved'] };
  'plot.drawn': Pick<Plot, 'kind' | 'name' | 'version'>;
  'plot.revised': Pick<Plot, 'kind' | 'name' | 'version'>;
}
/** By kind. Where nothing shorter is said it is the payload itself. */
export type EventSummaries = Omit<EventPayloads, keyof ShortSummaries> & ShortSummaries;
export type EventSummary = { readonly [K in EventKind]: { readonly kind: K; readonly said: EventSummaries[K] } }[EventKind];

const summaries: { readonly [K in keyof ShortSummaries]: (payload: EventPayloads[K]) => ShortSummaries[K] } = {
  'alarm.recorded': () => ({}),
  'task.dispatched': ({ task }) => ({
    fireId: task.fireId,
    memberIds: task.members.map(({ userId }) => userId),
    priority: task.priority,
  }),
  'task.advanced': ({ step }) => ({ state: step.state }),
  'burning.applied': ({ burning: { applicant, purpose } }) => ({ applicant, purpose }),
  'camera.saved': ({ camera: { name } }) => ({ name }),
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

// The events of an alarm, and its state after each.

import { actorName, type ChangesOf, eventObject, type GridNo, type OccurrencesOf } from '@lookout/domain';
import { isDrill } from '../exercise/drill.ts';
import type { Priority } from '../task/priority.ts';
import type { TaskState } from '../task/task.ts';
import {
  type Alarm,
  type AlarmFacts,
  type AlarmKind,
  type AlarmLocation,
  type AlarmResponse,
  type CloseOutcome,
  type CurrentJudgement,
  type Handling,
  type Judgement,
  type RecordedAlarm,
  type Rekindling,
  UNANSWERED,
} from './alarm.ts';
import type { LookResult } from './look-result.ts';

/** A field of the facts, or the address, before and after an edit. */
export interface FieldChange {
  readonly from: string | number | null;
  readonly to: string | number | null;
}

export interface AlarmPayloads {
  'alarm.recorded': { readonly alarm: RecordedAlarm };
  /** The alarm was created from another alarm: a smoke alarm that was pushed. */
  'alarm.linked': { readonly fromAlarmId: string };
  'alarm.seen': Readonly<Record<never, never>>;
  'alarm.acknowledged': Readonly<Record<never, never>>;
  /** `from`: the full name of the colleague who had it. */
  'alarm.taken-over': { readonly from: string };
  /** `isJoined`: the alarm's fire was already in progress, so this was not its first judgement. */
  'alarm.judged': { readonly judgement: Judgement; readonly isJoined?: true };
  'alarm.corrected': { readonly judgement: Judgement; readonly previous: Judgement; readonly reason: string };
  /** `toAlarmId`: the camera alarm that a pushed smoke alarm became. */
  'alarm.pushed': { readonly note: string | null; readonly fromGridNo: GridNo; readonly toAlarmId: string | null };
  'alarm.push-withdrawn': { readonly note: string | null };
  'alarm.handled': Handling;
  'alarm.reopened': Readonly<Record<never, never>>;
  'alarm.moved': { readonly from: AlarmLocation; readonly to: AlarmLocation; readonly heightMetres: number | null };
  /** Keyed by the name of the fact; `address` is a field of the alarm itself. */
  'alarm.edited': { readonly changes: Readonly<Record<string, FieldChange>> };
  'alarm.dispatched': {
    readonly taskId: string;
    readonly members: readonly { readonly userId: string; readonly fullName: string }[];
    readonly priority: Priority;
    readonly content: string;
  };
  /** A task about the alarm advanced, or was cancelled (with a reason). */
  'alarm.progressed': {
    readonly taskId: string;
    readonly state: TaskState | 'cancelled';
    readonly text: string | null;
    readonly photos: readonly string[];
    readonly reason: string | null;
  };
  'alarm.messaged': { readonly content: string; readonly receivers: readonly string[] };
  /** `due`: the time as a desk enters it; null: at once. */
  'alarm.ordered': {
    readonly orderId: string;
    readonly content: string;
    readonly receivers: readonly string[];
    readonly due: string | null;
  };
  /** One receiver has confirmed the order. */
  'alarm.order-received': {
    readonly orderId: string;
    readonly content: string;
    readonly receiver: string;
    readonly isOnBehalf: boolean;
    readonly note: string | null;
  };
  'alarm.order-withdrawn': { readonly orderId: string; readonly content: string; readonly reason: string };
  /** Cameras looked at the place by themselves (自动复核). `isHot` null: without a thermal picture. `cameras`: the names of those that did. */
  'alarm.second-looked': {
    readonly lookId: string;
    readonly result: LookResult;
    readonly isHot: boolean | null;
    readonly cameras: readonly string[];
  };
  'alarm.closed': { readonly outcome: CloseOutcome; readonly note: string | null };
  'alarm.rekindled': Rekindling;
  'alarm.deleted': { readonly reason: string };
}
export type AlarmEvent = OccurrencesOf<AlarmPayloads>;
export type AlarmEventKind = AlarmEvent['kind'];
export type AlarmChange = ChangesOf<AlarmPayloads>;

type Apply<K extends AlarmEventKind> = (alarm: Alarm, event: Extract<AlarmEvent, { kind: K }>) => Alarm | null;

const withResponse = (alarm: Alarm, response: AlarmResponse): Alarm => ({ ...alarm, response });
const unchanged = (alarm: Alarm): Alarm => alarm;

const alarmAppliers: { readonly [K in Exclude<AlarmEventKind, 'alarm.recorded'>]: Apply<K> } = {
  'alarm.linked': unchanged,
  'alarm.seen': unchanged,
  'alarm.acknowledged': acknowledged,
  'alarm.taken-over': acknowledged,
  'alarm.judged': withJudgement,
  'alarm.corrected': withJudgement,
  'alarm.pushed': (alarm, { happenedAt: at, payload: { note, fromGridNo, toAlarmId } }) => {
    const pushed = { ...alarm.response, push: { at, note, fromGridNo } };
    return withResponse(alarm, toAlarmId === null ? pushed : outOfQueue(pushed));
  },
  'alarm.push-withdrawn': (alarm) => withResponse(alarm, { ...alarm.response, push: null }),
  'alarm.handled': (alarm, { payload }) => {
    const { facts } = alarm;
    const handled = withResponse(alarm, outOfQueue(alarm.response));
    return payload.isRenovated && facts.kind === 'danger' ? { ...handled, facts: { ...facts, checkStatus: 'renovated' } } : handled;
  },
  'alarm.reopened': (alarm) => {
    const { acknowledgement, push } = alarm.response;
    return withResponse(alarm, { stage: 'open', acknowledgement, push });
  },
  'alarm.moved': (alarm, { payload: { to, heightMetres } }) => ({ ...alarm, ...to, facts: movedFacts(alarm.facts, heightMetres) }),
  'alarm.edited': (alarm, { payload: { changes } }) => {
    const { address, ...facts } = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]));
    return {
      ...alarm,
      ...(address !== undefined && { address: address as string | null }),
      // The deciders accept only fields of the alarm's own kind, which the type of a record of changes cannot express.
      facts: { ...alarm.facts, ...facts } as AlarmFacts,
    };
  },
  'alarm.dispatched': (alarm) => withResponse(alarm, outOfQueue(alarm.response)),
  'alarm.progressed': unchanged,
  'alarm.messaged': unchanged,
  'alarm.ordered': unchanged,
  'alarm.order-received': unchanged,
  'alarm.order-withdrawn': unchanged,
  'alarm.second-looked': unchanged,
  'alarm.closed': (alarm, { actor, happenedAt: at, payload: { outcome, note } }) => {
    const { response } = alarm;
    if (response.stage !== 'in-progress') throw new Error(`alarm ${alarm.id} was closed while ${response.stage}`);
    return withResponse(alarm, { ...response, stage: 'closed', closure: { at, by: actorName(actor), outcome, note } });
  },
  'alarm.rekindled': (alarm) => {
    const { response } = alarm;
    if (response.stage !== 'closed') throw new Error(`alarm ${alarm.id} was reopened while ${response.stage}`);
    const { judgement, acknowledgement, push } = response;
    return withResponse(alarm, { stage: 'in-progress', judgement, acknowledgement, push });
  },
  'alarm.deleted': () => null,
};

/** @returns the alarm after the event; null: it was deleted */
export function applyToAlarm(alarm: Alarm | null, event: AlarmEvent): Alarm | null {
  if (event.kind === 'alarm.recorded') return { ...event.payload.alarm, response: UNANSWERED };
  if (alarm === null) return null;
  // The table is keyed by the kind of this very event; TypeScript cannot follow a key and its value through a mapped lookup.
  return (alarmAppliers[event.kind] as Apply<AlarmEventKind>)(alarm, event as never);
}

function acknowledged(alarm: Alarm, { actor, happenedAt: at }: Pick<AlarmEvent, 'actor' | 'happenedAt'>): Alarm {
  const accountId = actor.kind === 'officer' ? actor.accountId : '';
  return withResponse(alarm, { ...alarm.response, acknowledgement: { at, by: actorName(actor), accountId } });
}

function withJudgement(
  alarm: Alarm,
  { actor, happenedAt: at, payload }: Extract<AlarmEvent, { kind: 'alarm.judged' | 'alarm.corrected' }>,
): Alarm {
  const judgement: CurrentJudgement = { ...payload.judgement, at, by: actorName(actor) };
  const { acknowledgement, push } = alarm.response;
  const stage = judgement.verdict === 'real' ? 'in-progress' : 'dismissed';
  return withResponse(alarm, { stage, judgement, acknowledgement, push });
}

const outOfQueue = (response: AlarmResponse): AlarmResponse => (response.stage === 'open' ? { ...response, stage: 'handled' } : response);

/** The distances were those of the camera's ray and do not apply to the new place; a report takes the height of the place. */
function movedFacts(facts: AlarmFacts, heightMetres: number | null): AlarmFacts {
  if (facts.kind === 'camera') return { ...facts, distanceMetres: null, nearMetres: null, farMetres: null };
  return facts.kind === 'report' && heightMetres !== null ? { ...facts, altitudeMetres: heightMetres } : facts;
}

/** Where the archived events of the log can be found. */
export interface ArchivedHistory {
  /** The log is complete from this time on. */
  readonly before: Date;
  /** Files of the months in which the alarm had events. */
  readonly files: readonly string[];
}

/** What the history of an alarm shows of each event. */
interface HistoryDetails extends Omit<AlarmPayloads, 'alarm.recorded' | 'alarm.pushed' | 'alarm.moved'> {
  /** `archived`: the part that the history no longer shows, because its months have been archived from the log. */
  'alarm.recorded': { readonly alarmKind: AlarmKind; readonly archived?: ArchivedHistory };
  /** `fromGridName`: null for a smoke alarm, which is pushed to no desk and becomes the alarm `toAlarmId`. */
  'alarm.pushed': { readonly note: string | null; readonly fromGridName: string | null; readonly toAlarmId: string | null };
  'alarm.moved': { readonly from: Omit<AlarmLocation, 'gridBasis'>; readonly to: Omit<AlarmLocation, 'gridBasis'> };
}

/** One line of an alarm's history. Person and desk are null where no person acted. */
export type AlarmHistoryLine = {
  readonly [K in AlarmEventKind]: {
    readonly alarmId: string;
    readonly at: Date;
    readonly accountId: string | null;
    readonly fullName: string | null;
    readonly desk: string | null;
    readonly kind: K;
    readonly detail: HistoryDetails[K];
  };
}[AlarmEventKind];

export const alarmObject = eventObject<AlarmPayloads, Alarm>()({
  apply: applyToAlarm,
  keeping: {
    'alarm.recorded': 'always',
    'alarm.linked': 'while-open',
    'alarm.seen': 'while-open',
    'alarm.acknowledged': 'always',
    'alarm.taken-over': 'always',
    'alarm.judged': 'always',
    'alarm.corrected': 'always',
    'alarm.pushed': 'always',
    'alarm.push-withdrawn': 'always',
    'alarm.handled': 'always',
    'alarm.reopened': 'always',
    'alarm.moved': 'always',
    'alarm.edited': 'always',
    'alarm.dispatched': 'always',
    'alarm.progressed': 'always',
    'alarm.messaged': 'while-open',
    'alarm.ordered': 'while-open',
    'alarm.order-received': 'while-open',
    'alarm.order-withdrawn': 'while-open',
    'alarm.second-looked': 'while-open',
    'alarm.closed': 'always',
    'alarm.rekindled': 'always',
    'alarm.deleted': 'always',
  },
  isOpen: (alarm) => alarm.response.stage === 'open' || alarm.response.stage === 'in-progress' || isDrill(alarm),
  summaries: {
    'alarm.recorded': ({ alarm }) => ({ alarmKind: alarm.facts.kind }),
  },
});

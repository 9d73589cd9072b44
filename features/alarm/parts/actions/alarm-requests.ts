// An officer's requests about an alarm, and the contract call for each.

import type { Client } from '@lookout/client';
import type { Position } from '@lookout/domain';
import type { Alarm, CloseOutcome, Correction, Judgement } from '../../alarm.ts';
import { wireKinds } from '../../alarm.wire.ts';
import { withoutNeedlessType } from '../../alarm-actions.ts';
import type { FieldChange } from '../../alarm-events.ts';
import { writeHandled, writeJudgement, writePush, writeRecord } from '../../alarm-requests.wire.ts';

/** The fields of each kind of request. */
interface AlarmRequests {
  acknowledge: Record<never, never>;
  'take-over': Record<never, never>;
  judge: { readonly judgement: Judgement };
  correct: { readonly correction: Correction };
  /** Passes on an alarm that a lower grid pushed. */
  push: { readonly note: string };
  'push-smoke': Record<never, never>;
  'withdraw-push': Record<never, never>;
  /** Takes the alarm out of the queue without a judgement. */
  handle: { readonly note: string };
  /** Puts the alarm back into the queue. */
  reopen: Record<never, never>;
  renovate: { readonly note: string };
  /** `tasks`: what happens to the alarm's open tasks; null: it has none. */
  close: { readonly outcome: CloseOutcome; readonly note: string; readonly tasks: 'end' | 'keep' | null };
  /** A closed fire burns again. */
  rekindle: { readonly reason: string };
  move: { readonly to: Position; readonly heightMetres: number | null };
  /** New values by the name of the fact, or `address`; only the changed ones. */
  edit: { readonly facts: Readonly<Record<string, FieldChange['to']>> };
  delete: { readonly reason: string };
}
export type AlarmRequestKind = keyof AlarmRequests;
export type AlarmRequestOf<K extends AlarmRequestKind> = { readonly [R in K]: { readonly kind: R } & AlarmRequests[R] }[K];
export type AlarmRequest = AlarmRequestOf<AlarmRequestKind>;

/** The caller shows the result. */
const OWN = { silent: true } as const;
const orNull = (text: string | null): string | null => text?.trim() || null;
const kindOf = ({ facts }: Alarm) => wireKinds[facts.kind].kind;
const normalized = <J extends Judgement>(judgement: J): J => ({ ...withoutNeedlessType(judgement), note: orNull(judgement.note) });
type Send<K extends AlarmRequestKind> = (calls: Client['alarm'], alarm: Alarm, request: AlarmRequestOf<K>) => Promise<unknown>;

/** The specification has a call for each source. */
function putPushed(calls: Client['alarm'], { id, facts }: Alarm, isPushed: boolean, note: string | null): Promise<unknown> {
  const query = { id, ...writePush({ isPushed, note }, facts.kind) };
  if (facts.kind === 'camera') return calls.monitorPush({ query, ...OWN });
  return facts.kind === 'satellite' ? calls.satellitePush({ query, ...OWN }) : calls.reportPush({ query, ...OWN });
}

/** The specification has a call for the state of each of its three sources. Other alarms are reopened by the product's own call. */
function reopen(calls: Client['alarm'], { id, facts }: Alarm): Promise<unknown> {
  const body = { id, ...writeHandled(false) };
  switch (facts.kind) {
    case 'satellite':
      return calls.satelliteHandle({ body, ...OWN });
    case 'camera':
      return calls.monitorStates({ body, ...OWN });
    case 'report':
      return calls.reportUpdate({ body, ...OWN });
    default:
      return calls.reopen({ query: { id }, ...OWN });
  }
}

/**
 * A satellite alarm has two calls (specification §7): `updateDto` for its own facts, the record's call for the facts that all alarms have.
 */
function edit(calls: Client['alarm'], { id, facts }: Alarm, changed: AlarmRequestOf<'edit'>['facts']): Promise<unknown> {
  const body = writeRecord(id, changed);
  if (facts.kind === 'camera') return calls.monitorUpdate({ body, ...OWN });
  if (facts.kind === 'report') return calls.reportUpdate({ body, ...OWN });
  return Object.keys(changed).some((field) => field !== 'address')
    ? calls.satelliteUpdateDto({ body, ...OWN })
    : calls.satelliteUpdate({ body, ...OWN });
}

const acknowledge = (calls: Client['alarm'], alarm: Alarm, takeOver: 0 | 1): Promise<unknown> =>
  calls.acknowledge({ body: { id: alarm.id, kind: kindOf(alarm), takeOver }, ...OWN });

const sends: { readonly [K in AlarmRequestKind]: Send<K> } = {
  acknowledge: (calls, alarm) => acknowledge(calls, alarm, 0),
  'take-over': (calls, alarm) => acknowledge(calls, alarm, 1),
  judge: (calls, { id, facts }, { judgement }) =>
    facts.kind === 'satellite'
      ? calls.satelliteJudge({ body: { id, ...writeJudgement(normalized(judgement)) }, ...OWN })
      : calls.monitorJudge({ body: { fireId: id, ...writeJudgement(normalized(judgement)) }, ...OWN }),
  correct: (calls, { id }, { correction }) =>
    calls.correct({ query: { id }, body: { ...normalized(correction), reason: correction.reason.trim() }, ...OWN }),
  push: (calls, alarm, { note }) => putPushed(calls, alarm, true, note),
  'push-smoke': (calls, { id }) => calls.smokePush({ query: { id }, ...OWN }),
  'withdraw-push': (calls, alarm) => putPushed(calls, alarm, false, null),
  handle: (calls, { id }, { note }) => calls.handle({ query: { id }, body: { note: orNull(note), isRenovated: false }, ...OWN }),
  reopen,
  renovate: (calls, { id }, { note }) => calls.handle({ query: { id }, body: { note: orNull(note), isRenovated: true }, ...OWN }),
  close: (calls, alarm, { outcome, note, tasks }) =>
    calls.close({ body: { id: alarm.id, kind: kindOf(alarm), outcome, note: orNull(note), ...(tasks !== null && { tasks }) }, ...OWN }),
  rekindle: (calls, { id }, { reason }) => calls.rekindle({ query: { id }, body: { reason: reason.trim() }, ...OWN }),
  move: (calls, { id }, { to, heightMetres }) =>
    calls.monitorMove({ query: { fireId: id, editLongitude: to.lng, editLatitude: to.lat, height: heightMetres }, ...OWN }),
  edit: (calls, alarm, { facts }) => edit(calls, alarm, facts),
  delete: (calls, { id, facts }, { reason }) =>
    (facts.kind === 'smoke' ? calls.smokeDelete : calls.monitorDelete)({ query: { id, reason: reason.trim() }, ...OWN }),
};

/**
 * Sends a request. The reply is ignored: the changed alarm arrives by live message, as at every other desk.
 * @throws CallFailed; nothing has been shown to the user
 */
export async function sendAlarmRequest(client: Pick<Client, 'alarm'>, alarm: Alarm, request: AlarmRequest): Promise<void> {
  // The table is keyed by the request's kind; TypeScript cannot follow key and value through the lookup.
  await (sends[request.kind] as Send<AlarmRequestKind>)(client.alarm, alarm, request);
}

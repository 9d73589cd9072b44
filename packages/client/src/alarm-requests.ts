// The requests of an officer about an alarm, and the call of the contract for each.
import { wireKinds, writeJudgement, writePush } from '@lookout/contract';
import type { Alarm, CloseOutcome, Judgement, Position } from '@lookout/domain';
import type { Client } from './client.ts';

/** The fields of each kind of request. */
interface AlarmRequests {
  acknowledge: Record<never, never>;
  'take-over': Record<never, never>;
  judge: { readonly judgement: Judgement };
  correct: { readonly judgement: Judgement; readonly reason: string };
  /** An alarm pushed from a lower grid is passed on. */
  push: { readonly note: string };
  'push-smoke': Record<never, never>;
  'withdraw-push': Record<never, never>;
  renovate: { readonly note: string };
  close: { readonly outcome: CloseOutcome; readonly note: string };
  move: { readonly to: Position; readonly heightMetres: number | null };
  delete: { readonly reason: string };
}
export type AlarmRequestKind = keyof AlarmRequests;
export type AlarmRequestOf<K extends AlarmRequestKind> = { readonly [R in K]: { readonly kind: R } & AlarmRequests[R] }[K];
export type AlarmRequest = AlarmRequestOf<AlarmRequestKind>;

/** The caller shows the result. */
const OWN = { silent: true } as const;
const orNull = (text: string | null): string | null => text?.trim() || null;
const kindOf = ({ facts }: Alarm) => wireKinds[facts.kind].kind;
type Send<K extends AlarmRequestKind> = (calls: Client['alarmActions'], alarm: Alarm, request: AlarmRequestOf<K>) => Promise<unknown>;

/** The specification has a call for each source. */
function putPushed(calls: Client['alarmActions'], { id, facts }: Alarm, isPushed: boolean, note: string | null): Promise<unknown> {
  const query = { id, ...writePush({ isPushed, note }, facts.kind) };
  if (facts.kind === 'camera') return calls.monitorPush({ query, ...OWN });
  return facts.kind === 'satellite' ? calls.satellitePush({ query, ...OWN }) : calls.reportPush({ query, ...OWN });
}

const acknowledge = (calls: Client['alarmActions'], alarm: Alarm, takeOver: 0 | 1): Promise<unknown> =>
  calls.acknowledge({ body: { id: alarm.id, kind: kindOf(alarm), takeOver }, ...OWN });

const sends: { readonly [K in AlarmRequestKind]: Send<K> } = {
  acknowledge: (calls, alarm) => acknowledge(calls, alarm, 0),
  'take-over': (calls, alarm) => acknowledge(calls, alarm, 1),
  judge: (calls, { id }, { judgement }) => calls.judge({ body: { fireId: id, ...writeJudgement(judgement) }, ...OWN }),
  correct: (calls, alarm, { judgement, reason }) =>
    calls.correct({ body: { id: alarm.id, kind: kindOf(alarm), ...writeJudgement(judgement), reason: reason.trim() }, ...OWN }),
  push: (calls, alarm, { note }) => putPushed(calls, alarm, true, note),
  'push-smoke': (calls, { id }) => calls.smokePush({ query: { id }, ...OWN }),
  'withdraw-push': (calls, alarm) => putPushed(calls, alarm, false, null),
  renovate: (calls, alarm, { note }) =>
    calls.handle({ body: { id: alarm.id, kind: kindOf(alarm), note: orNull(note), renovated: 1 }, ...OWN }),
  close: (calls, alarm, { outcome, note }) =>
    calls.close({ body: { id: alarm.id, kind: kindOf(alarm), outcome, note: orNull(note) }, ...OWN }),
  move: (calls, { id }, { to, heightMetres }) =>
    calls.monitorMove({ query: { fireId: id, editLongitude: to.lng, editLatitude: to.lat, height: heightMetres }, ...OWN }),
  delete: (calls, { id, facts }, { reason }) =>
    (facts.kind === 'smoke' ? calls.smokeDelete : calls.monitorDelete)({ query: { id, reason: reason.trim() }, ...OWN }),
};

/**
 * Sends a request. The reply is ignored: the changed alarm arrives by live message, as at every desk.
 * @throws CallFailed; nothing has been shown to the user
 */
export async function sendAlarmRequest(client: Pick<Client, 'alarmActions'>, alarm: Alarm, request: AlarmRequest): Promise<void> {
  // The table is keyed by the request's kind; TypeScript cannot follow key and value through the lookup.
  await (sends[request.kind] as Send<AlarmRequestKind>)(client.alarmActions, alarm, request);
}

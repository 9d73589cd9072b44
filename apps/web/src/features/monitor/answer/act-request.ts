// What an officer asks to be done to an alarm, and the one call of the contract that does it. A table: a kind of act, its call.
import type { Client } from '@lookout/client';
import { type WireAlarm, words } from '@lookout/contract';
import type { CloseOutcome } from '@lookout/domain';

export interface Judgement {
  readonly isReal: 0 | 1;
  /** 1–8 (specification §4); only for a real fire that no person reported. */
  readonly type: number | null;
  readonly note: string;
}

export type ActRequest =
  | { readonly kind: 'acknowledge'; readonly takeOver: boolean }
  | ({ readonly kind: 'judge' } & Judgement)
  | ({ readonly kind: 'correct'; readonly reason: string } & Judgement)
  | { readonly kind: 'push'; readonly note: string }
  | { readonly kind: 'push-smoke' }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'handle'; readonly note: string }
  | { readonly kind: 'close'; readonly outcome: CloseOutcome; readonly note: string }
  | { readonly kind: 'move'; readonly lng: number; readonly lat: number; readonly heightMetres: number | null }
  | { readonly kind: 'delete'; readonly reason: string };
export type ActKind = ActRequest['kind'];
export type RequestOf<K extends ActKind> = Extract<ActRequest, { kind: K }>;

/** Undone by five seconds before they are sent (contract.md "Undo"); everything else goes at once. */
export type HeldKind = 'judge' | 'push' | 'push-smoke';
export type HeldRequest = RequestOf<HeldKind>;

const OWN = { silent: true } as const;
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const judgement = ({ isReal, type, note }: Judgement) => ({
  isReal,
  isTrueNote: orNull(note),
  trueAlarmType: isReal === 1 ? type : null,
});

type Send<K extends ActKind> = (client: Client['acts'], alarm: WireAlarm, request: RequestOf<K>) => Promise<unknown>;

const putStatus = (acts: Client['acts'], { id, kind }: WireAlarm, isPut: 0 | 1, text: string): Promise<unknown> => {
  const note = orNull(text);
  if (kind === 'monitor') return acts.monitorPush({ query: { id, isPut, isPutOutNote: note }, ...OWN });
  if (kind === 'satellite') return acts.satellitePush({ query: { id, isPut, note }, ...OWN });
  return acts.reportPush({ query: { id, isPut, note }, ...OWN });
};

const sends: { readonly [K in ActKind]: Send<K> } = {
  acknowledge: (acts, { id, kind }, { takeOver }) => acts.acknowledge({ body: { id, kind, takeOver: takeOver ? 1 : 0 }, ...OWN }),
  judge: (acts, { id }, request) => acts.judge({ body: { fireId: id, ...judgement(request) }, ...OWN }),
  correct: (acts, { id, kind }, request) =>
    acts.correct({ body: { id, kind, ...judgement(request), reason: request.reason.trim() }, ...OWN }),
  push: (acts, alarm, { note }) => putStatus(acts, alarm, 1, note),
  'push-smoke': (acts, { id }) => acts.smokePush({ query: { id }, ...OWN }),
  withdraw: (acts, alarm) => putStatus(acts, alarm, 0, ''),
  handle: (acts, { id, kind }, { note }) =>
    acts.handle({ body: { id, kind, note: orNull(note), ...(kind === 'danger' && { renovated: 1 }) }, ...OWN }),
  close: (acts, { id, kind }, { outcome, note }) => acts.close({ body: { id, kind, outcome, note: orNull(note) }, ...OWN }),
  move: (acts, { id }, { lng, lat, heightMetres }) =>
    acts.monitorMove({ query: { fireId: id, editLongitude: lng, editLatitude: lat, height: heightMetres }, ...OWN }),
  delete: (acts, { id, kind }, { reason }) =>
    (kind === 'smoke' ? acts.smokeDelete : acts.monitorDelete)({ query: { id, reason: reason.trim() }, ...OWN }),
};

/**
 * Does it. The answer is passed over: what became of the alarm comes back by the live line, to every desk alike.
 * @throws CallFailed; nothing has been shown to the person then
 */
export async function sendAct(client: Client, alarm: WireAlarm, request: ActRequest): Promise<void> {
  // The table is keyed by this request's own kind; TypeScript cannot follow a key and its value through a lookup.
  await (sends[request.kind] as Send<ActKind>)(client.acts, alarm, request);
}

/** Specification §8. */
export const successOf = (kind: ActKind): string => (kind === 'push' || kind === 'push-smoke' ? words.pushed : words.processed);

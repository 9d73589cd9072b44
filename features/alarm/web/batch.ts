// One action on many alarms, each with its own call, so that one refusal does not stop the others and every refused row shows why.

import type { Client } from '@lookout/client';
import type { AlarmKind, NamedAlarm } from '../alarm.ts';
import { type ActingOfficer, type AlarmAction, availableActions, hasAction } from '../alarm-actions.ts';
import { readFailure } from '../parts/actions/action-failure.ts';
import { type AlarmRequest, sendAlarmRequest } from '../parts/actions/alarm-requests.ts';
import type { ActionFailure } from '../parts/actions/failure.ts';

/** In the order of the buttons. `action`: the domain's name for it. */
export const BATCH_ACTIONS = {
  acknowledge: { action: 'acknowledge', asks: null },
  'judge-false': { action: 'judge', asks: 'judgement' },
  'judge-real': { action: 'judge', asks: 'judgement' },
  push: { action: 'push', asks: 'note' },
  'push-smoke': { action: 'push-smoke', asks: null },
  handle: { action: 'handle', asks: 'note' },
  renovate: { action: 'renovate', asks: 'note' },
  delete: { action: 'delete', asks: 'reason' },
} as const satisfies Readonly<Record<string, { readonly action: AlarmAction; readonly asks: 'judgement' | 'note' | 'reason' | null }>>;
export type BatchAction = keyof typeof BATCH_ACTIONS;
const NAMES = Object.keys(BATCH_ACTIONS) as BatchAction[];

/** The actions that are possible for at least one of the alarms, with the number of alarms. */
export function batchActionsFor(
  alarms: readonly NamedAlarm[],
  officer: ActingOfficer,
): { readonly name: BatchAction; readonly count: number }[] {
  const available = alarms.map((alarm) => new Set<AlarmAction>(availableActions(alarm, officer)));
  return NAMES.map((name) => ({ name, count: available.filter((some) => some.has(BATCH_ACTIONS[name].action)).length })).filter(
    ({ count }) => count > 0,
  );
}

/** @param text the note or the reason */
export function requestOf(name: BatchAction, text: string): AlarmRequest {
  switch (name) {
    case 'acknowledge':
    case 'push-smoke':
      return { kind: name };
    case 'judge-false':
    case 'judge-real':
      return {
        kind: 'judge',
        judgement: { verdict: name === 'judge-real' ? 'real' : 'false', realFireType: null, note: text.trim() || null },
      };
    case 'delete':
      return { kind: name, reason: text };
    default:
      return { kind: name, note: text };
  }
}

export interface Refused {
  readonly alarm: NamedAlarm;
  readonly failure: ActionFailure;
}

export interface BatchResult {
  /** The ids of the alarms that were changed. */
  readonly done: readonly string[];
  readonly refused: readonly Refused[];
  /** Number of alarms not sent, because the batch was stopped. */
  readonly left: number;
}

/** @returns null on success */
type Send = (alarm: NamedAlarm, request: AlarmRequest) => Promise<ActionFailure | null>;

/**
 * Sends without the notice of a single action, because the batch shows the result of all. An action that the alarm's kind does not have is
 * not sent: the server has no call for it and would reply that the alarm does not exist. The server decides whether the alarm's state
 * allows the action.
 * @param notForKind the reason as text
 */
export const sendQuietly =
  (client: Client, name: BatchAction, notForKind: (kind: AlarmKind) => string): Send =>
  async (alarm, request) =>
    hasAction(alarm.facts.kind, BATCH_ACTIONS[name].action)
      ? sendAlarmRequest(client, alarm, request).then(() => null, readFailure)
      : { why: 'refused', message: notForKind(alarm.facts.kind), current: null };

interface BatchOptions {
  readonly send: Send;
  readonly signal: AbortSignal;
  readonly onProgress: (result: BatchResult) => void;
}

/** Few enough to leave connections for the desk's other calls. */
const AT_ONCE = 4;

/** The first request is sent alone, so that a deletion asks for 验证密码 once, not once per row. */
export async function runBatch(alarms: readonly NamedAlarm[], request: AlarmRequest, options: BatchOptions): Promise<BatchResult> {
  const { send, signal, onProgress } = options;
  const refused: Refused[] = [];
  const done: string[] = [];
  let next = 0;
  const result = (): BatchResult => ({ done: [...done], refused: [...refused], left: alarms.length - done.length - refused.length });
  const one = async (alarm: NamedAlarm) => {
    const failure = await send(alarm, request);
    if (failure) refused.push({ alarm, failure });
    else done.push(alarm.id);
    onProgress(result());
  };
  const work = async () => {
    for (let alarm = alarms[next++]; alarm && !signal.aborted; alarm = alarms[next++]) await one(alarm);
  };
  const first = alarms[next++];
  if (first && !signal.aborted) await one(first);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return result();
}

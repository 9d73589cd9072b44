// How an action fails, as a person must hear it: who was first and what stands, or that the alarm is no longer there.
import { type AlarmRequestKind, CallFailed } from '@lookout/client';
import type { NamedAlarm } from '@lookout/domain';
import { marks } from '../../../shared/text/marks.ts';
import type { AnswerMessages } from './messages.ts';

export interface ActionFailure {
  /** `conflict`: somebody was first. `gone`: deleted, or moved out of one's grid. `line`: no answer: it may or may not have arrived. */
  readonly why: 'conflict' | 'gone' | 'refused' | 'line';
  /** The server's words. */
  readonly message: string;
  /** After a conflict: the alarm as it stands. */
  readonly standing: NamedAlarm | null;
}

const CONFLICT = 409;
const NOT_THERE = 404;

/** @throws what is no failed call */
export function readFailure(error: unknown): ActionFailure {
  if (!(error instanceof CallFailed)) throw error;
  const { outcome, message, fields } = error;
  if (outcome.kind !== 'error') return { why: outcome.kind === 'warning' ? 'refused' : 'line', message, standing: null };
  // Every call about an alarm tells the alarm that stands (contract, `readsStanding`).
  if (outcome.code === CONFLICT) return { why: 'conflict', message, standing: error.data as NamedAlarm | null };
  const faults = fields.map((fault) => fault.message).join(marks().semicolon);
  return { why: outcome.code === NOT_THERE ? 'gone' : 'refused', message: faults === '' ? message : faults, standing: null };
}

// What came of an action, in one line.
/** What failed and why. The server puts the specification's words in front of some reasons itself. */
export function failureText(kind: AlarmRequestKind, { why, message }: ActionFailure, messages: AnswerMessages): string {
  const reason = messages.why[why] ?? message;
  const what = messages.failed[kind];
  return reason.startsWith(what) ? reason : `${what}${marks().colon}${reason}`;
}

/** Specification §8. */
export const successOf = (kind: AlarmRequestKind, { success }: AnswerMessages): string =>
  kind === 'push' || kind === 'push-smoke' ? success.pushed : success.processed;

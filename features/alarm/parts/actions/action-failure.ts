// Why an action failed, for the user: another officer was first (with the alarm's current state), or the alarm is no longer there.

import { CallFailed } from '@lookout/client';
import { marks } from '@lookout/web/shared/text/marks.ts';
import type { NamedAlarm } from '../../alarm.ts';
import type { AlarmRequestKind } from './alarm-requests.ts';
import type { ActionFailure } from './failure.ts';
import type { ActionMessages } from './messages.ts';

const CONFLICT = 409;
const NOT_THERE = 404;

/** @throws any error that is not a failed call */
export function readFailure(error: unknown): ActionFailure {
  if (!(error instanceof CallFailed)) throw error;
  const { outcome, message, fields } = error;
  if (outcome.kind !== 'error') return { why: outcome.kind === 'warning' ? 'refused' : 'line', message, current: null };
  // The 409 of every call about an alarm carries its current state (`current` and `readsCurrent` of its row).
  if (outcome.code === CONFLICT) return { why: 'conflict', message, current: error.data as NamedAlarm | null };
  const faults = fields.map((fault) => fault.message).join(marks().semicolon);
  return { why: outcome.code === NOT_THERE ? 'gone' : 'refused', message: faults === '' ? message : faults, current: null };
}

/** What failed and why, in one line. Some of the server's reasons already begin with the specification's wording. */
export function failureText(kind: AlarmRequestKind, { why, message }: ActionFailure, messages: ActionMessages): string {
  const reason = messages.why[why] ?? message;
  const what = messages.failed[kind];
  return reason.startsWith(what) ? reason : `${what}${marks().colon}${reason}`;
}

/** Specification §8. */
export const successOf = (kind: AlarmRequestKind, { success }: ActionMessages): string =>
  kind === 'push' || kind === 'push-smoke' ? success.pushed : success.processed;

// What came of an action, in one line.
import type { AlarmRequestKind } from '@lookout/client';
import { marks } from '../../../shared/text/marks.ts';
import type { ActionFailure } from './action-failure.ts';
import type { AnswerMessages } from './messages.ts';

/** What failed and why. The server puts the specification's words in front of some reasons itself. */
export function failureText(kind: AlarmRequestKind, { why, message }: ActionFailure, messages: AnswerMessages): string {
  const reason = messages.why[why] ?? message;
  const what = messages.failed[kind];
  return reason.startsWith(what) ? reason : `${what}${marks().colon}${reason}`;
}

/** Specification §8. */
export const successOf = (kind: AlarmRequestKind, { success }: AnswerMessages): string =>
  kind === 'push' || kind === 'push-smoke' ? success.pushed : success.processed;

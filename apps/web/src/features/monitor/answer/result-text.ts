// What came of an action, in one line.
import type { AlarmRequestKind } from '@lookout/client';
import { marks } from '../../../shared/text/marks.ts';
import type { ActionFailure } from './action-failure.ts';
import type { AnswerWords } from './text.zh-CN.ts';

/** What failed and why. The server puts the specification's words in front of some reasons itself. */
export function failureText(kind: AlarmRequestKind, { why, message }: ActionFailure, words: AnswerWords): string {
  const reason = words.why[why] ?? message;
  const what = words.failed[kind];
  return reason.startsWith(what) ? reason : `${what}${marks().colon}${reason}`;
}

/** Specification §8. */
export const successOf = (kind: AlarmRequestKind, { success }: AnswerWords): string =>
  kind === 'push' || kind === 'push-smoke' ? success.pushed : success.processed;

import type { ActFailure } from './act-failure.ts';
import type { ActKind } from './act-request.ts';
import type { AnswerWords } from './text.zh-CN.ts';

/** What failed and why, in one line. The server puts the specification's words in front of some reasons itself. */
export function failureText(kind: ActKind, { why, message }: ActFailure, words: AnswerWords): string {
  const reason = words.why[why] ?? message;
  const what = words.failed[kind];
  return reason.startsWith(what) ? reason : `${what}：${reason}`;
}

// How an alarm has been answered so far, as rows: only what has been done, by whom and when.
import type { WireAlarm } from '@lookout/contract';
import type { DetailRow } from '../detail-fields.ts';
import type { AnswerWords } from './text.zh-CN.ts';

export type AnswerField =
  | 'acknowledged'
  | 'judged'
  | 'trueAlarmType'
  | 'isTrueNote'
  | 'pushed'
  | 'pushNote'
  | 'closed'
  | 'outcome'
  | 'closeNote';

type Read = (alarm: WireAlarm, words: AnswerWords) => string | null;

const TABLE: readonly (readonly [field: AnswerField, read: Read, wide?: 'wide'])[] = [
  ['acknowledged', (a, { by }) => by(a.acknowledgedBy, a.acknowledgedTime), 'wide'],
  ['judged', (a, words) => (a.isReal === null ? null : `${verdictOf(a, words)} · ${words.by(a.judgedBy, a.judgedTime)}`), 'wide'],
  ['trueAlarmType', (a, words) => fireTypeOf(a, words)],
  ['isTrueNote', (a) => a.isTrueNote, 'wide'],
  ['pushed', (a) => a.isPutTime],
  ['pushNote', (a) => a.isPutOutNote, 'wide'],
  ['closed', (a, { by }) => by(a.closedBy, a.closeTime), 'wide'],
  ['outcome', (a, { outcomes }) => (a.outcome === null ? null : outcomes[a.outcome])],
  ['closeNote', (a) => a.closeNote, 'wide'],
];

export const verdictOf = ({ isReal }: WireAlarm, { judge }: AnswerWords): string => (isReal === 1 ? judge.real : judge.false);

export const fireTypeOf = ({ trueAlarmType }: WireAlarm, { fireTypes }: AnswerWords): string | null =>
  trueAlarmType === null ? null : (fireTypes[trueAlarmType - 1] ?? null);

export const answerRows = (alarm: WireAlarm, words: AnswerWords): DetailRow[] =>
  TABLE.flatMap(([field, read, wide]) => {
    const value = read(alarm, words);
    return value ? [{ field, label: words.fields[field], value, wide: wide === 'wide' }] : [];
  });

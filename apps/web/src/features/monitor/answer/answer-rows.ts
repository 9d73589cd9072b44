// How an alarm has been answered so far, as rows: only what has been done, by whom and when.
import { type Alarm, closureOf, judgementOf, verdictOf } from '@lookout/domain';
import type { DetailRow } from '../detail-fields.ts';
import type { AnswerWords } from './text.zh-CN.ts';

export type AnswerField =
  | 'acknowledged'
  | 'judged'
  | 'realFireType'
  | 'judgeNote'
  | 'pushed'
  | 'pushNote'
  | 'closed'
  | 'outcome'
  | 'closeNote';

type Read = (response: Alarm['response'], words: AnswerWords) => string | null;

const TABLE: readonly (readonly [field: AnswerField, read: Read, wide?: 'wide'])[] = [
  ['acknowledged', ({ acknowledgement: a }, { by }) => a && by(a.by, a.at), 'wide'],
  [
    'judged',
    (response, words) => {
      const judgement = judgementOf(response);
      return judgement && `${verdictText(response, words)} · ${words.by(judgement.by, judgement.at)}`;
    },
    'wide',
  ],
  ['realFireType', (response, words) => fireTypeText(response, words)],
  ['judgeNote', (response) => judgementOf(response)?.note ?? null, 'wide'],
  ['pushed', ({ push }, { by }) => push && by(null, push.at)],
  ['pushNote', ({ push }) => push?.note ?? null, 'wide'],
  [
    'closed',
    (response, { by }) => {
      const closure = closureOf(response);
      return closure && by(closure.by, closure.at);
    },
    'wide',
  ],
  ['outcome', (response, { outcomes }) => closureOf(response) && outcomes[closureOf(response)?.outcome ?? 'other']],
  ['closeNote', (response) => closureOf(response)?.note ?? null, 'wide'],
];

export const verdictText = (response: Alarm['response'], { judge }: AnswerWords): string =>
  verdictOf(response) === 'real' ? judge.real : judge.false;

export function fireTypeText(response: Alarm['response'], { fireTypes }: AnswerWords): string | null {
  const type = judgementOf(response)?.realFireType ?? null;
  return type && fireTypes[type];
}

export const answerRows = ({ response }: Alarm, words: AnswerWords): DetailRow[] =>
  TABLE.flatMap(([field, read, wide]) => {
    const value = read(response, words);
    return value ? [{ field, label: words.fields[field], value, wide: wide === 'wide' }] : [];
  });

// A question about a day in words, with its evidence: times, speeds and distances.
import { formatTime } from '@lookout/contract';
import { marks } from '@lookout/web/shared/text/marks.ts';
import type { PatrolQuestion } from '../patrol-quality.ts';
import type { PatrolQualityMessages } from './messages.ts';

const kilometres = (metres: number): string => (metres / 1000).toFixed(1);
const KINDS_OF_EVIDENCE: {
  readonly [K in PatrolQuestion['kind']]: (question: Extract<PatrolQuestion, { kind: K }>, messages: PatrolQualityMessages) => string;
} = {
  ride: ({ metres, kilometresPerHour: speed }, { question }) => question.ride(kilometres(metres), Math.round(speed)),
  jump: ({ metres, kilometresPerHour: speed }, { question }) => question.jump(kilometres(metres), Math.round(speed)),
  scatter: ({ leftOut, positions }, { question }) => question.scatter(leftOut, positions),
  together: ({ fullName, minutes, metres, apartMetres }, { question }) =>
    question.together(fullName ?? question.otherGrid, minutes, kilometres(metres), Math.round(apartMetres)),
  repeated: ({ earlierDay, minutes, apartMetres }, { question }) => question.repeated(earlierDay, minutes, Math.round(apartMetres)),
};

const evidenceOf = <K extends PatrolQuestion['kind']>(
  question: Extract<PatrolQuestion, { kind: K }>,
  messages: PatrolQualityMessages,
): string => KINDS_OF_EVIDENCE[question.kind as K](question, messages);

/** `11-12 08:10–08:40`. */
export const whenOf = ({ begin, end }: Pick<PatrolQuestion, 'begin' | 'end'>): string =>
  `${formatTime(begin).slice(5, 16)}–${formatTime(end).slice(11, 16)}`;

export const dayOfQuestion = ({ begin }: Pick<PatrolQuestion, 'begin'>): string => formatTime(begin).slice(0, 'YYYY-MM-DD'.length);

export const questionText = (question: PatrolQuestion, messages: PatrolQualityMessages): string =>
  `${whenOf(question)} ${messages.kinds[question.kind]}${marks().colon}${evidenceOf(question, messages)}`;

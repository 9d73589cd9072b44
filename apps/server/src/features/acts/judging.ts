// Real or not: the first judgement wins, a further one corrects it.
import { readKind, readRealFireType } from '@lookout/contract';
import { type AlarmKind, correct, type Judgement, judge } from '@lookout/domain';
import { invalid } from '../../acting/refusal.ts';
import { accountOf, type Context } from '../../serve/context.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

export interface JudgementSaid {
  readonly isReal: 0 | 1;
  readonly isTrueNote?: string | null | undefined;
  readonly trueAlarmType?: number | null | undefined;
}

export function judging(answers: Answers): Pick<Acts, 'judge' | 'correct' | 'satelliteJudge'> {
  return {
    judge: (context, { body }) => answers.answer(context, judgingAnswer(context, body.fireId, undefined, body)),
    satelliteJudge: (context, { body }) => answers.answer(context, judgingAnswer(context, body.id, ['satellite'], body)),
    correct(context, { body }) {
      const judgement = readJudgement(body);
      return answers.answer(context, {
        ...{ id: body.id, kinds: body.kind ? [readKind(body.kind)] : undefined },
        decide: (alarm) => correct(alarm, accountOf(context), judgement, body.reason),
      });
    },
  };
}

/** A first judgement, whichever call brings it. */
export function judgingAnswer(context: Context, id: string, kinds: readonly AlarmKind[] | undefined, said: JudgementSaid): Answer {
  const judgement = readJudgement(said);
  return { id, kinds, decide: (alarm) => judge(alarm, accountOf(context), judgement) };
}

/** @throws Refusal 422 when a fire that is none is given a type */
export function readJudgement({ isReal, isTrueNote, trueAlarmType }: JudgementSaid): Judgement {
  if (isReal === 0 && trueAlarmType != null) throw invalid('trueAlarmType', 'only-real-fire-has-type');
  return { verdict: isReal === 1 ? 'real' : 'false', note: isTrueNote || null, realFireType: readRealFireType(trueAlarmType) };
}

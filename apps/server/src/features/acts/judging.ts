// Real or not: the first judgement wins, a further one corrects it.
import { readJudgement, readKind } from '@lookout/contract';
import { type AlarmKind, correct, type Judgement, judge } from '@lookout/domain';
import { accountOf, type Context } from '../../serve/context.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

export function judging(answers: Answers): Pick<Acts, 'judge' | 'correct' | 'satelliteJudge'> {
  return {
    judge: (context, { body }) => answers.answer(context, judgingAnswer(context, body.fireId, undefined, readJudgement(body))),
    satelliteJudge: (context, { body }) => answers.answer(context, judgingAnswer(context, body.id, ['satellite'], readJudgement(body))),
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
export const judgingAnswer = (context: Context, id: string, kinds: readonly AlarmKind[] | undefined, judgement: Judgement): Answer => ({
  id,
  kinds,
  decide: (alarm) => judge(alarm, accountOf(context), judgement),
});

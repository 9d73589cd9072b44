// Real or not: the first judgement wins, a further one corrects it.
import { readKind, readRealFireType, realFireTypeNumber } from '@lookout/contract';
import { type Alarm, type AlarmKind, type AlarmResponse, correct, type Judgement, judge } from '@lookout/domain';
import { business, invalid } from '../../serve/refusal.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

/** Danger checks are put right and smoke alarms are pushed on; neither is judged. */
export const JUDGED_KINDS: readonly AlarmKind[] = ['satellite', 'camera', 'report'];

export interface JudgementSaid {
  readonly isReal: 0 | 1;
  readonly isTrueNote?: string | null | undefined;
  readonly trueAlarmType?: number | null | undefined;
}

export function judging(answers: Answers): Pick<Acts, 'judge' | 'correct' | 'satelliteJudge'> {
  return {
    judge: (context, { body }) => answers.answer(context, judgingAnswer(body.fireId, undefined, body)),
    satelliteJudge: (context, { body }) => answers.answer(context, judgingAnswer(body.id, ['satellite'], body)),
    correct(context, { body }) {
      const judgement = judgementOf(body);
      return answers.answer(context, {
        ...{ id: body.id, kinds: body.kind ? [readKind(body.kind)] : undefined, act: 'corrected' },
        respond(response, actor, alarm) {
          requireJudgeable(alarm, judgement);
          return correct(response, judgement, actor);
        },
        detail: ({ response }) => ({ from: saidOf(response), to: wordsOf(judgement), reason: body.reason }),
      });
    },
  };
}

/** A first judgement, whichever call brings it. */
export function judgingAnswer(id: string, kinds: readonly AlarmKind[] | undefined, said: JudgementSaid): Answer {
  const judgement = judgementOf(said);
  return {
    ...{ id, kinds, act: 'judged', detail: wordsOf(judgement) },
    respond(response, actor, alarm) {
      requireJudgeable(alarm, judgement);
      return judge(response, judgement, actor);
    },
  };
}

/** @throws Refusal 422 when a fire that is none is given a type */
export function judgementOf({ isReal, isTrueNote, trueAlarmType }: JudgementSaid): Judgement {
  if (isReal === 0 && trueAlarmType != null) throw invalid([{ path: 'trueAlarmType', message: '只有真实火情才有类型' }]);
  return { verdict: isReal === 1 ? 'real' : 'false', note: isTrueNote || null, realFireType: readRealFireType(trueAlarmType) };
}

function requireJudgeable({ facts }: Alarm, { realFireType }: Judgement): void {
  if (!JUDGED_KINDS.includes(facts.kind)) throw business(facts.kind === 'smoke' ? '烟感报警不作研判，请推送' : '隐患检查不作研判，请处置');
  if (facts.kind === 'report' && realFireType !== null) throw invalid([{ path: 'trueAlarmType', message: '人员上报的火情不选类型' }]);
}

const wordsOf = ({ verdict, note, realFireType }: Judgement) => ({
  isReal: verdict === 'real' ? 1 : 0,
  isTrueNote: note,
  trueAlarmType: realFireTypeNumber(realFireType),
});

const saidOf = ({ verdict, verdictNote, realFireType }: AlarmResponse) => ({
  isReal: verdict === 'unjudged' ? null : verdict === 'real' ? 1 : 0,
  isTrueNote: verdictNote,
  trueAlarmType: realFireTypeNumber(realFireType),
});

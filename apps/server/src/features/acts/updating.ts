// A record is sent back changed. What differs is edited; a judgement or a handling in it goes by the same rules as their own calls. Each is an
// event of its own; all of them are one transaction.
import { type AlarmRecord, readRecord, type WireRecord } from '@lookout/contract';
import { type Alarm, edit, isHandled, refuse, saysTheSame } from '@lookout/domain';
import { accountOf, type Context } from '../../serve/context.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import { handling } from './acknowledging.ts';
import type { Acts } from './index.ts';
import { judgingAnswer } from './judging.ts';

type Editable = Parameters<typeof readRecord>[0];

export function updating(
  answers: Answers,
): Pick<Acts, 'satelliteUpdate' | 'satelliteUpdateDto' | 'monitorStates' | 'monitorUpdate' | 'reportUpdate'> {
  const update = (context: Context, kind: Editable, body: WireRecord) =>
    answers.answer(context, ...answersOf(context, kind, readRecord(kind, body)));
  return {
    satelliteUpdate: (context, { body }) => update(context, 'satellite', body),
    satelliteUpdateDto: (context, { body }) => update(context, 'satellite', body),
    monitorStates: (context, { body }) => update(context, 'camera', body),
    monitorUpdate: (context, { body }) => update(context, 'camera', body),
    reportUpdate: (context, { body }) => update(context, 'report', body),
  };
}

function answersOf(context: Context, kind: Editable, record: AlarmRecord): readonly [Answer, ...Answer[]] {
  const { id, facts, judgement, isHandled: wished } = record;
  const edited: Answer = { id, kinds: [kind], decide: (alarm) => edit(alarm, accountOf(context), facts) };
  // In a whole record, what stands so already is not said again; alone it is an act, and comes second.
  const isWhole = Object.keys(facts).length > 0;
  const unlessStanding = (answer: Answer, stands: (alarm: Alarm) => boolean): Answer =>
    isWhole ? { ...answer, decide: (alarm, tx) => (stands(alarm) ? refuse('nothing-changes') : answer.decide(alarm, tx)) } : answer;

  if (judgement) {
    const { whole, named } = judgement;
    return [edited, unlessStanding(judgingAnswer(context, id, [kind], whole), (alarm) => saysTheSame(alarm, named))];
  }
  // A judgement handles the alarm by itself.
  if (wished === null) return [edited];
  return [edited, unlessStanding(handling(context, id, [kind], wished), ({ response }) => isHandled(response) === wished)];
}

// A record is sent back changed (specification §7: "isReal, id, or full record"). What differs is edited; a judgement or a handling in it goes
// by the same rules as their own calls. Each is an event of its own; all of them are one transaction.
import { editableFacts } from '@lookout/contract';
import { type Alarm, edit, type FieldChange, isHandled, type Judgement, refuse, saysTheSame } from '@lookout/domain';
import { invalid } from '../../acting/refusal.ts';
import { accountOf, type Context } from '../../serve/context.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import { handling } from './attending.ts';
import type { Acts } from './index.ts';
import { type JudgementSaid, judgingAnswer, readJudgement } from './judging.ts';

type Editable = keyof typeof editableFacts;

interface Body extends Partial<JudgementSaidInRecord> {
  readonly id: string;
  readonly address?: string | null | undefined;
  readonly isHandle?: 0 | 1 | null | undefined;
}
interface JudgementSaidInRecord extends Omit<JudgementSaid, 'isReal'> {
  readonly isReal: 0 | 1 | null | undefined;
}

export function updating(
  answers: Answers,
): Pick<Acts, 'satelliteUpdate' | 'satelliteUpdateDto' | 'monitorStates' | 'monitorUpdate' | 'reportUpdate'> {
  const update = (context: Context, kind: Editable, body: Body) => answers.answer(context, ...answersOf(context, kind, body));
  return {
    satelliteUpdate: (context, { body }) => update(context, 'satellite', body),
    satelliteUpdateDto: (context, { body }) => update(context, 'satellite', body),
    monitorStates: (context, { body }) => update(context, 'camera', body),
    monitorUpdate: (context, { body }) => update(context, 'camera', body),
    reportUpdate: (context, { body }) => update(context, 'report', body),
  };
}

function answersOf(context: Context, kind: Editable, body: Body): readonly [Answer, ...Answer[]] {
  const { id, isReal, isHandle, isTrueNote, trueAlarmType } = body;
  if (isReal == null && (isTrueNote || trueAlarmType != null)) throw invalid('isReal', 'verdict-needed');
  const wished = wishedFields(kind, body);
  const edited: Answer = { id, kinds: [kind], decide: (alarm) => edit(alarm, accountOf(context), wished) };
  // In a whole record, what stands so already is not said again; alone it is an act, and comes second.
  const isRecord = Object.keys(wished).length > 0;
  const unlessStanding = (answer: Answer, stands: (alarm: Alarm) => boolean): Answer =>
    isRecord ? { ...answer, decide: (alarm, tx) => (stands(alarm) ? refuse('nothing-changes') : answer.decide(alarm, tx)) } : answer;

  if (isReal != null) {
    const named = namedIn({ ...body, isReal });
    return [edited, unlessStanding(judgingAnswer(context, id, [kind], { ...body, isReal }), (alarm) => saysTheSame(alarm, named))];
  }
  // A judgement handles the alarm by itself.
  if (isHandle == null) return [edited];
  const stands = ({ response }: Alarm) => isHandled(response) === (isHandle === 1);
  return [edited, unlessStanding(handling(context, id, [kind], isHandle), stands)];
}

/** The fields of a judgement that a record names. */
function namedIn(said: JudgementSaid): Partial<Judgement> {
  const { verdict, note, realFireType } = readJudgement(said);
  return {
    verdict,
    ...(said.isTrueNote !== undefined && { note }),
    ...(said.trueAlarmType !== undefined && { realFireType }),
  };
}

/** The editable fields of the body that are there, by the fact's name; an empty text clears a field. */
function wishedFields(kind: Editable, body: Body): Readonly<Record<string, FieldChange['to']>> {
  const given = body as unknown as Readonly<Record<string, FieldChange['to'] | undefined>>;
  const factOf: Readonly<Record<string, string>> = { ...editableFacts[kind], address: 'address' };
  return Object.fromEntries(
    Object.entries(factOf).flatMap(([name, fact]) => {
      const value = given[name];
      return value === undefined ? [] : [[fact, value === '' ? null : value]];
    }),
  );
}

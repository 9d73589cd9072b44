// A record is sent back changed (specification §7: "isReal, id, or full record"). What differs is edited; a judgement or a handling in it goes
// by the same rules as their own calls. Each has its line in the history; all of them are one transaction.
import { readVerdict } from '@lookout/contract';
import { type Alarm, type AlarmFacts, type AlarmKind, ok, refuse } from '@lookout/domain';
import type { Context } from '../../serve/context.ts';
import { invalid } from '../../serve/refusal.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import { handling } from './attending.ts';
import type { Acts } from './index.ts';
import { type JudgementSaid, judgementOf, judgingAnswer } from './judging.ts';

/** What may be put right, by the wire's name and the fact's. */
const editable = {
  satellite: {
    area: 'areaHectares',
    woodland: 'woodland',
    grassland: 'grassland',
    farmland: 'farmland',
    otherland: 'otherland',
    strength: 'strength',
    strengthLevel: 'strengthLevel',
    observationFrequency: 'observationFrequency',
  },
  camera: { handleOpinions: 'handleOpinions', alarmType: 'alarmType', maxHeat: 'maxHeat' },
  report: { description: 'description', comment: 'comment' },
} as const satisfies { readonly [K in AlarmKind]?: Readonly<Record<string, keyof Extract<AlarmFacts, { kind: K }>>> };
type Editable = keyof typeof editable;

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
  const update = (context: Context, kind: Editable, body: Body) => answers.answer(context, ...answersOf(kind, body));
  return {
    satelliteUpdate: (context, { body }) => update(context, 'satellite', body),
    satelliteUpdateDto: (context, { body }) => update(context, 'satellite', body),
    monitorStates: (context, { body }) => update(context, 'camera', body),
    monitorUpdate: (context, { body }) => update(context, 'camera', body),
    reportUpdate: (context, { body }) => update(context, 'report', body),
  };
}

function answersOf(kind: Editable, body: Body): readonly [Answer, ...Answer[]] {
  const { id, isReal, isHandle, isTrueNote, trueAlarmType } = body;
  if (isReal == null && (isTrueNote || trueAlarmType != null)) throw invalid([{ path: 'isReal', message: '请选择真实或误报' }]);
  const edit = editing(kind, body);
  // In a whole record, what stands so already is not said again; alone it is an act, and comes second.
  const isRecord = edit.names.length > 0;
  const rest: Answer[] = [];
  if (isReal != null) rest.push(unlessStanding(judgingAnswer(id, [kind], { ...body, isReal }), isRecord, saysTheSame({ ...body, isReal })));
  // A judgement handles the alarm by itself.
  else if (isHandle != null)
    rest.push(unlessStanding(handling(id, [kind], isHandle), isRecord, ({ response }) => response.handled === (isHandle === 1)));
  return [edit.answer, ...rest];
}

function unlessStanding(answer: Answer, isRecord: boolean, stands: (alarm: Alarm) => boolean): Answer {
  const { respond } = answer;
  if (!isRecord || !respond) return answer;
  return {
    ...answer,
    respond: (response, actor, alarm, tx) => (stands(alarm) ? refuse('nothing-changes') : respond(response, actor, alarm, tx)),
  };
}

function saysTheSame(said: JudgementSaid): (alarm: Alarm) => boolean {
  const { note, realFireType } = judgementOf(said);
  const isNamed = (name: keyof JudgementSaid) => said[name] !== undefined;
  return ({ response }) =>
    response.verdict === readVerdict(said.isReal) &&
    (!isNamed('isTrueNote') || response.verdictNote === note) &&
    (!isNamed('trueAlarmType') || response.realFireType === realFireType);
}

/** The fields of the body that are there, and the answer that writes those of them that differ; null clears a field. */
function editing(kind: Editable, body: Body): { readonly names: readonly string[]; readonly answer: Answer } {
  const given = body as unknown as Readonly<Record<string, unknown>>;
  const table: Readonly<Record<string, string>> = editable[kind];
  const names = [...Object.keys(table), 'address'].filter((name) => given[name] !== undefined);
  const wishedOf = (name: string) => (given[name] === '' ? null : given[name]);
  const standing = ({ facts, address }: Pick<Alarm, 'facts' | 'address'>, name: string): unknown =>
    name === 'address' ? address : (facts as unknown as Readonly<Record<string, unknown>>)[table[name] ?? name];
  const differing = (alarm: Alarm) => names.filter((name) => standing(alarm, name) !== wishedOf(name));
  return {
    names,
    answer: {
      ...{ id: body.id, kinds: [kind], act: 'edited' },
      respond(response, _actor, alarm) {
        if (differing(alarm).length === 0) return refuse('nothing-changes');
        return response.closedAt ? refuse('closed') : ok(response);
      },
      facts: (facts) =>
        ({
          ...facts,
          ...Object.fromEntries(names.filter((name) => name !== 'address').map((name) => [table[name] ?? name, wishedOf(name)])),
        }) as AlarmFacts,
      ...(body.address !== undefined && { address: body.address || null }),
      detail: (alarm) => ({
        changes: Object.fromEntries(differing(alarm).map((name) => [name, { from: standing(alarm, name), to: wishedOf(name) }])),
      }),
    },
  };
}

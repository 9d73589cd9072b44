// Upwards: an alarm is put on the superior's desk, or taken back from it.
import type { EventKind } from '@lookout/contract';
import { type AlarmKind, covers, type GridNo, levelOf, NATION, parseGridNo, push, withdrawPush } from '@lookout/domain';
import type { Repositories } from '@lookout/store';
import { accountOf, type Context } from '../../serve/context.ts';
import { business } from '../../serve/refusal.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

interface Query {
  readonly id: string;
  readonly isPut: 0 | 1;
  readonly isPutOutNote?: string | null | undefined;
  readonly note?: string | null | undefined;
}

export function pushing(answers: Answers, nameOf: (no: GridNo) => string): Pick<Acts, 'satellitePush' | 'monitorPush' | 'reportPush'> {
  const pushed = (context: Context, kind: AlarmKind, query: Query): Answer => {
    const { gridNo, fullName } = accountOf(context);
    const note = noteOf(query);
    const from = { fromGridNo: gridNo, fromGridName: nameOf(gridNo) };
    return {
      ...{ id: query.id, kinds: [kind], act: 'pushed', detail: { note, ...from } },
      async respond(response, actor, alarm, tx) {
        if (gridNo === NATION) throw business('已是最高一级，没有上级可以上报');
        // What came up from below may be passed on further up.
        const isPassedOn = response.pushed && isBelow(await pushedFrom(tx, context.scope, alarm.id), gridNo);
        return push(isPassedOn ? { ...response, pushed: false } : response, note, actor);
      },
      further: (after) => [
        { kind: reportKind(gridNo), gridNo: after.gridNo, data: { ...answers.write(after), pushedBy: fullName, pushNote: note, ...from } },
      ],
    };
  };

  const withdrawn = (context: Context, kind: AlarmKind, query: Query): Answer => ({
    ...{ id: query.id, kinds: [kind], act: 'push-withdrawn', detail: noteOf(query) === null ? {} : { note: noteOf(query) } },
    async respond(response, _actor, alarm, tx) {
      const { gridNo } = accountOf(context);
      // That it is closed comes before who pushed it on.
      const from = response.pushed && response.closedAt === null ? await pushedFrom(tx, context.scope, alarm.id) : null;
      if (from !== null && !covers(gridNo, from)) throw business('上级已继续上报，不能撤回');
      return withdrawPush(response);
    },
  });

  const put = (kind: AlarmKind, context: Context, query: Query) =>
    answers.answer(context, query.isPut === 1 ? pushed(context, kind, query) : withdrawn(context, kind, query));

  return {
    satellitePush: (context, { query }) => put('satellite', context, query),
    monitorPush: (context, { query }) => put('camera', context, query),
    reportPush: (context, { query }) => put('report', context, query),
  };
}

/** Why it is pushed, or taken back; `isPutOutNote` is the specification's word. */
const noteOf = ({ isPutOutNote, note }: Query): string | null => isPutOutNote || note || null;

/** A county's is heard as countyReport, a prefecture's or a province's as cityReport. */
function reportKind(from: GridNo): EventKind {
  const level = levelOf(from);
  return level === 'county' || level === 'town' ? 'countyReport' : 'cityReport';
}

/** The grid whose push stands. */
async function pushedFrom(tx: Repositories, scope: GridNo, alarmId: string): Promise<GridNo | null> {
  const last = (await tx.alarmActs.of(scope, alarmId)).findLast(({ act }) => act === 'pushed');
  return parseGridNo(last?.detail.fromGridNo);
}

const isBelow = (no: GridNo | null, above: GridNo): boolean => no !== null && no !== above && covers(above, no);

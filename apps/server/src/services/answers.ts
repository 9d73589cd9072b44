// The one way in which an alarm is answered, whoever does it: under the row's lock, by a rule of the domain, with its event and its audit row in one
// transaction. Who comes second gets 409 with the alarm that stands.
import { formatTime, type WireAlarm, writeAlarm } from '@lookout/contract';
import {
  type ActionRefusal,
  type Alarm,
  type AlarmEvent,
  type AlarmKind,
  applyToAlarm,
  closureOf,
  type Decision,
  type GridNo,
  judgementOf,
  verdictOf,
} from '@lookout/domain';
import type { Repositories } from '@lookout/store';
import type { Context } from '../serve/context.ts';
import { business, conflict, invalid, notFound, type Refusal } from '../serve/refusal.ts';
import { eventOf, type Happened, type Journal } from './journal.ts';

/** What is to be done to one alarm. Its functions are called under the row's lock and may throw a Refusal. */
export interface Answer {
  readonly id: string;
  /** Only alarms of these kinds; others are "not there" for this call. */
  readonly kinds?: readonly AlarmKind[] | undefined;
  readonly decide: (alarm: Alarm, tx: Repositories) => Decision | Promise<Decision>;
  /** Further work of the same transaction. @returns what else has happened by it */
  readonly also?: (tx: Repositories, after: Alarm) => Promise<readonly Happened[]>;
}

export interface Answered {
  /** As it stands afterwards; of a deleted one as it was. */
  readonly alarm: Alarm;
  /** Empty: it stood so already, nothing was written. */
  readonly happened: readonly Happened[];
}

export interface Answers {
  /**
   * Does it in a transaction of its own and tells the desks. Several answers to one alarm are done one after the other, all or none.
   * @returns the alarm as it stands afterwards
   */
  answer(context: Context, ...answers: readonly [Answer, ...Answer[]]): Promise<WireAlarm>;
  /**
   * Does it inside the caller's transaction (a dispatch). The caller records what has happened, last of all.
   * @throws Refusal 404, 409 or 501
   */
  within(tx: Repositories, context: Context, answer: Answer): Promise<Answered>;
  /** An alarm as clients read it. */
  write(alarm: Alarm): WireAlarm;
}

export interface AnswersDeps {
  readonly journal: Journal;
  readonly nameOf: (no: GridNo) => string | null;
}

export function createAnswers({ journal, nameOf }: AnswersDeps): Answers {
  const write = (alarm: Alarm): WireAlarm => writeAlarm(alarm, nameOf);

  const within: Answers['within'] = async (tx, context, { id, kinds, decide, also }) => {
    const before = await tx.alarms.lockForUpdate(context.scope, id);
    if (!before || (kinds && !kinds.includes(before.facts.kind))) throw await missing(tx, context, id);
    context.audit.target('alarm', before.id, before.gridNo);
    const decision = await decide(before, tx);
    if (!decision.ok) {
      if (decision.error === 'nothing-changes') return { alarm: before, happened: [] };
      throw refusals[decision.error](before, write(before));
    }

    const change = decision.value;
    const gridNo = change.kind === 'alarm.moved' ? change.payload.to.gridNo : before.gridNo;
    const leftGridNo = gridNo === before.gridNo ? null : before.gridNo;
    const event = eventOf(context, change, { objectId: before.id, gridNo, leftGridNo }) as AlarmEvent;
    const after = applyToAlarm(before, event);
    if (after === null) await tx.alarms.remove(context.scope, before.id);
    else if (after !== before) await tx.alarms.save(context.scope, before, after);
    return { alarm: after ?? before, happened: [{ event, after }, ...((await also?.(tx, after ?? before)) ?? [])] };
  };

  return {
    within,
    write,
    async answer(context, first, ...others) {
      const alarm = await journal.transact(context, async (tx) => {
        let { alarm, happened } = await within(tx, context, first);
        for (const answer of others) {
          const next = await within(tx, context, answer);
          [alarm, happened] = [next.alarm, [...happened, ...next.happened]];
        }
        return { value: alarm, happened };
      });
      return write(alarm);
    },
  };
}

/** Nothing in the caller's grid has this id. Of what was there until just now it is said where it went; of a stranger's alarm nothing. */
async function missing(tx: Repositories, { scope }: Context, id: string): Promise<Refusal> {
  const gone = await tx.events.whyGone(scope, id);
  if (gone === null) return notFound();
  const said = `该火警已由${gone.fullName ?? '管理员'}于 ${formatTime(gone.at)} `;
  return notFound(said + (gone.kind === 'alarm.deleted' ? '删除' : '移到您的网格之外'));
}

const verdictWords = { real: '真实火情', false: '误报或疑似', unjudged: '未研判' } as const;
const byOr = (name: string | undefined): string => name ?? '他人';

/** Somebody was first: 409 with what stands. Not (yet) possible at this stage, or for this kind: 501. */
const refusals: Readonly<Record<Exclude<ActionRefusal, 'nothing-changes'>, (alarm: Alarm, standing: WireAlarm) => Refusal>> = {
  closed: ({ response }, standing) => conflict(`该火情已由${byOr(closureOf(response)?.by)}关闭`, standing),
  'already-acknowledged': ({ response }, standing) => conflict(`已由${byOr(response.acknowledgement?.by)}接警`, standing),
  'already-judged': ({ response }, standing) =>
    conflict(`已由${byOr(judgementOf(response)?.by)}研判为${verdictWords[verdictOf(response)]}`, standing),
  'already-pushed': (_alarm, standing) => conflict('该火警已上报', standing),
  'already-handled': (_alarm, standing) => conflict('该火警已处置', standing),
  'not-judged': () => business('尚未研判，不能更正'),
  'not-pushed': () => business('尚未上报，不能撤回'),
  'not-handled': () => business('尚未处置，不能重新打开'),
  'not-in-progress': () => business('不是在燃火情，不能关闭'),
  'no-superior': () => business('已是最高一级，没有上级可以上报'),
  'pushed-further': () => business('上级已继续上报，不能撤回'),
  'not-judged-kind': ({ facts }) => business(facts.kind === 'smoke' ? '烟感报警不作研判，请推送' : '隐患检查不作研判，请处置'),
  'smoke-not-pushed': () => business('烟感报警请先推送为监控火警，再派遣'),
  'not-for-kind': ({ facts }) => business(facts.kind === 'smoke' ? '烟感报警请推送，不作其他处置' : '该类报警不能这样处置'),
  'report-has-no-type': () => invalid([{ path: 'trueAlarmType', message: '人员上报的火情不选类型' }]),
};

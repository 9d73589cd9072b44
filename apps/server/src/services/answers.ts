// The one way in which an alarm is answered, whoever does it: under the row's lock, by a rule of the domain, with its event and its audit row in one
// transaction. Who comes second is refused with the alarm that stands.
import { judgementFields, type WireAlarm, writeAlarm } from '@lookout/contract';
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
import type { Act } from '../acting/act.ts';
import { conflict, invalid, notFound, type Refusal, refused } from '../acting/refusal.ts';
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

interface Answered {
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
  answer(act: Act, ...answers: readonly [Answer, ...Answer[]]): Promise<WireAlarm>;
  /**
   * Does it inside the caller's transaction (a dispatch). The caller records what has happened, last of all.
   * @throws Refusal when the alarm is not there, when somebody was first, or when the rules say no
   */
  within(tx: Repositories, act: Act, answer: Answer): Promise<Answered>;
  /** An alarm as clients read it. */
  write(alarm: Alarm): WireAlarm;
}

interface AnswersDeps {
  readonly journal: Journal;
  readonly nameOf: (no: GridNo) => string | null;
}

export function createAnswers({ journal, nameOf }: AnswersDeps): Answers {
  const write = (alarm: Alarm): WireAlarm => writeAlarm(alarm, nameOf);

  const within: Answers['within'] = async (tx, act, { id, kinds, decide, also }) => {
    const before = await tx.alarms.lockForUpdate(act.scope, id);
    if (!before || (kinds && !kinds.includes(before.facts.kind))) throw await missing(tx, act, id);
    act.audit.target('alarm', before.id, before.gridNo);
    const decision = await decide(before, tx);
    if (!decision.ok) {
      if (decision.error === 'nothing-changes') return { alarm: before, happened: [] };
      throw refusals[decision.error](before, write(before));
    }

    const change = decision.value;
    const gridNo = change.kind === 'alarm.moved' ? change.payload.to.gridNo : before.gridNo;
    const leftGridNo = gridNo === before.gridNo ? null : before.gridNo;
    const event = eventOf(act, change, { objectId: before.id, gridNo, leftGridNo }) as AlarmEvent;
    const after = applyToAlarm(before, event);
    if (after === null) await tx.alarms.remove(act.scope, before.id);
    else if (after !== before) await tx.alarms.save(act.scope, before, after);
    return { alarm: after ?? before, happened: [{ event, after }, ...((await also?.(tx, after ?? before)) ?? [])] };
  };

  return {
    within,
    write,
    async answer(act, first, ...others) {
      const alarm = await journal.transact(act, async (tx) => {
        let { alarm, happened } = await within(tx, act, first);
        for (const answer of others) {
          const next = await within(tx, act, answer);
          [alarm, happened] = [next.alarm, [...happened, ...next.happened]];
        }
        return { value: alarm, happened };
      });
      return write(alarm);
    },
  };
}

/** Nothing in the caller's grid has this id. Of what was there until just now it is said where it went; of a stranger's alarm nothing. */
async function missing(tx: Repositories, { scope }: Act, id: string): Promise<Refusal> {
  const gone = await tx.events.whyGone(scope, id);
  if (gone === null) return notFound();
  return refused(gone.kind === 'alarm.deleted' ? 'alarm-deleted' : 'alarm-moved-away', { by: gone.fullName, at: gone.at });
}

type AnswerRefusal = Exclude<ActionRefusal, 'nothing-changes'>;
const byOf = (act: { readonly by: string } | null | undefined) => ({ by: act?.by ?? null });

/** Somebody was first: refused with what stands. Not (yet) possible at this stage, or for this kind: by the rules of duty. */
const refusals: { readonly [R in AnswerRefusal]: (alarm: Alarm, current: WireAlarm) => Refusal } = {
  closed: ({ response }, current) => conflict(current, 'closed', byOf(closureOf(response))),
  'already-acknowledged': ({ response }, current) => conflict(current, 'already-acknowledged', byOf(response.acknowledgement)),
  'already-judged': ({ response }, current) =>
    conflict(current, 'already-judged', { ...byOf(judgementOf(response)), verdict: verdictOf(response) }),
  'already-pushed': (_alarm, current) => conflict(current, 'already-pushed'),
  'already-handled': (_alarm, current) => conflict(current, 'already-handled'),
  'not-judged': () => refused('not-judged'),
  'not-pushed': () => refused('not-pushed'),
  'not-handled': () => refused('not-handled'),
  'not-in-progress': () => refused('not-in-progress'),
  'no-superior': () => refused('no-superior'),
  'pushed-further': () => refused('pushed-further'),
  'not-judged-kind': ({ facts: { kind } }) => refused('not-judged-kind', { kind }),
  'smoke-not-pushed': () => refused('smoke-not-pushed'),
  'not-for-kind': ({ facts: { kind } }) => refused('not-for-kind', { kind }),
  'report-has-no-type': () => invalid(judgementFields.realFireType, 'report-has-no-type'),
};

// The one way in which an alarm is answered, whoever does it: under the row's lock, by a rule of the domain, with its history, its audit row
// and its events in one transaction. Who comes second gets 409 with the alarm that stands.
import { formatTime, type WireAlarm, writeAlarm } from '@lookout/contract';
import {
  type Actor,
  type ActRefusal,
  type Alarm,
  type AlarmAct,
  type AlarmActEntry,
  type AlarmFacts,
  type AlarmKind,
  type AlarmResponse,
  covers,
  type Result,
} from '@lookout/domain';
import type { AlarmPlace, EventDraft, Repositories, Store, StoredEvent } from '@lookout/store';
import { accountOf, type Context } from '../serve/context.ts';
import { business, conflict, notFound, type Refusal } from '../serve/refusal.ts';
import { deskWords } from './desk-words.ts';
import type { GridBook } from './grid-book.ts';

type Detail = Readonly<Record<string, unknown>>;
type Responded = Result<AlarmResponse, ActRefusal>;

/** What is to be done to one alarm. Its functions are called under the row's lock and may throw a Refusal. */
export interface Answer {
  readonly id: string;
  /** Only alarms of these kinds; others are "not there" for this call. */
  readonly kinds?: readonly AlarmKind[] | undefined;
  readonly act: AlarmAct | ((before: Alarm) => AlarmAct);
  /** Absent: the response stays as it is. Given first; when it refuses, nothing else is asked. */
  readonly respond?: (response: AlarmResponse, actor: Actor, alarm: Alarm, tx: Repositories) => Responded | Promise<Responded>;
  readonly facts?: (facts: AlarmFacts) => AlarmFacts;
  /** Absent: it stays; null: it is not known. */
  readonly address?: string | null | undefined;
  readonly place?: (alarm: Alarm) => AlarmPlace;
  readonly remove?: true;
  /** Further work of the same transaction. @returns what of it belongs to the history and the audit */
  readonly also?: (tx: Repositories, after: Alarm) => Promise<Detail>;
  /** For the history and the audit: what belongs to the act. */
  readonly detail?: Detail | ((before: Alarm) => Detail);
  /** Further events of the same act (a report to the superior), after the alarm's own. */
  readonly further?: (after: Alarm) => readonly EventDraft[];
}

export interface Answered {
  readonly alarm: Alarm;
  /** False: it stood so already, nothing was written. */
  readonly isChanged: boolean;
  readonly events: readonly EventDraft[];
}

export interface Answers {
  /**
   * Does it in a transaction of its own, with the audit row, and tells the desks. Several answers to one alarm are done one after the other,
   * all or none. @returns the alarm as it stands afterwards
   */
  answer(context: Context, ...answers: readonly [Answer, ...Answer[]]): Promise<WireAlarm>;
  /**
   * Does it inside the caller's transaction (a dispatch). The caller appends the events, last of all, and writes the audit row.
   * @throws Refusal 404, 409 or 501
   */
  within(tx: Repositories, context: Context, answer: Answer): Promise<Answered>;
  /** One line of an alarm's history by the caller of this call. */
  entryOf(context: Context, alarmId: string, act: AlarmAct, detail: Readonly<Record<string, unknown>>): AlarmActEntry;
  /** An alarm as clients read it. */
  write(alarm: Alarm): WireAlarm;
}

export interface AnswersDeps {
  readonly store: Store;
  readonly book: () => GridBook;
  readonly announce: (events: readonly StoredEvent[]) => void;
}

export function createAnswers({ store, book, announce }: AnswersDeps): Answers {
  const write = (alarm: Alarm): WireAlarm => writeAlarm(alarm, book().nameOf);

  const entryOf: Answers['entryOf'] = ({ caller, now, address, headers }, alarmId, act, detail) => {
    const person = caller.kind === 'account' ? caller : null;
    return {
      ...{ alarmId, act, at: now, detail },
      accountId: person?.accountId ?? null,
      userName: person?.userName ?? null,
      fullName: person?.fullName ?? null,
      gridNo: person?.gridNo ?? null,
      desk: person ? deskWords(address, headers.userAgent) : null,
    };
  };

  const within: Answers['within'] = async (tx, context, answer) => {
    const { accountId, fullName } = accountOf(context);
    const actor: Actor = { id: accountId, name: fullName, at: context.now };
    const before = await tx.alarms.lockForUpdate(context.scope, answer.id);
    if (!before || (answer.kinds && !answer.kinds.includes(before.facts.kind))) throw await missing(tx, context, answer.id);
    context.audit.target('alarm', before.id, before.gridNo);
    const answered = await answer.respond?.(before.response, actor, before, tx);
    if (answered && !answered.ok) {
      if (answered.error === 'nothing-changes') return { alarm: before, isChanged: false, events: [] };
      throw refusalOf(answered.error, before.response, write(before));
    }
    const after: Alarm = {
      ...before,
      response: answered?.value ?? before.response,
      facts: answer.facts?.(before.facts) ?? before.facts,
      address: answer.address === undefined ? before.address : answer.address,
      ...answer.place?.(before),
    };
    if (answered) await tx.alarms.saveResponse(context.scope, before.id, after.response);
    if (answer.facts) await tx.alarms.saveFacts(context.scope, before.id, after.facts);
    if (answer.address !== undefined) await tx.alarms.saveAddress(context.scope, before.id, answer.address);
    if (answer.place) await tx.alarms.savePlace(context.scope, before.id, after);
    if (answer.remove) await tx.alarms.remove(context.scope, before.id);

    const act = typeof answer.act === 'function' ? answer.act(before) : answer.act;
    const said = typeof answer.detail === 'function' ? answer.detail(before) : answer.detail;
    const detail = { ...said, ...(await answer.also?.(tx, after)) };
    context.audit.detail(detail);
    await tx.alarmActs.append([entryOf(context, before.id, act, detail)]);
    return { alarm: after, isChanged: true, events: [...newsOf(before, after, act, fullName, answer), ...(answer.further?.(after) ?? [])] };
  };

  /** What the desks are told. Who may no longer see the alarm, because it moved away or was deleted, is told that it is gone. */
  function newsOf(before: Alarm, after: Alarm, act: AlarmAct, by: string, { remove }: Answer): EventDraft[] {
    const gone = { kind: 'fireAlarm', gridNo: before.gridNo, data: { id: before.id, deleted: true, change: act, changedBy: by } };
    if (remove) return [gone];
    const news = { kind: 'fireAlarm', gridNo: after.gridNo, data: { ...write(after), change: act, changedBy: by } };
    return covers(before.gridNo, after.gridNo) ? [news] : [gone, news];
  }

  return {
    within,
    entryOf,
    write,
    async answer(context, first, ...others) {
      const { alarm, events } = await store.transaction(async (tx) => {
        let answered = await within(tx, context, first);
        for (const answer of others) {
          const next = await within(tx, context, answer);
          answered = { ...next, isChanged: answered.isChanged || next.isChanged, events: [...answered.events, ...next.events] };
        }
        if (!answered.isChanged) return { alarm: answered.alarm, events: [] };
        await tx.audit.append([context.audit.take()]);
        return { alarm: answered.alarm, events: await tx.events.append(answered.events) };
      });
      announce(events);
      return write(alarm);
    },
  };
}

/** Nothing in the caller's grid has this id. Of what was there until just now it is said where it went; of a stranger's alarm nothing. */
async function missing(tx: Repositories, { scope }: Context, id: string): Promise<Refusal> {
  const gone = await tx.alarmActs.whyGone(scope, id);
  if (gone === null) return notFound();
  const said = `该火警已由${gone.fullName ?? '管理员'}于 ${formatTime(gone.at)} `;
  return notFound(said + (gone.act === 'deleted' ? '删除' : '移到您的网格之外'));
}

const verdictWords = { real: '真实火情', false: '误报或疑似', unjudged: '未研判' } as const;

/** Somebody was first: 409 with what stands. Not (yet) possible in this state: 501. */
const refusals: Readonly<Record<Exclude<ActRefusal, 'nothing-changes'>, (response: AlarmResponse, standing: WireAlarm) => Refusal>> = {
  closed: ({ closedBy }, standing) => conflict(closedBy === null ? '该火情已关闭' : `该火情已由${closedBy}关闭`, standing),
  'already-acknowledged': ({ acknowledgedBy }, standing) => conflict(`已由${acknowledgedBy ?? '他人'}接警`, standing),
  'already-judged': ({ judgedBy, verdict }, standing) => conflict(`已由${judgedBy ?? '他人'}研判为${verdictWords[verdict]}`, standing),
  'already-pushed': (_response, standing) => conflict('该火警已上报', standing),
  'already-handled': (_response, standing) => conflict('该火警已处置', standing),
  'not-judged': () => business('尚未研判，不能更正'),
  'not-pushed': () => business('尚未上报，不能撤回'),
  'not-handled': () => business('尚未处置，不能重新打开'),
  'not-in-progress': () => business('不是在燃火情，不能关闭'),
};
const refusalOf = (why: keyof typeof refusals, response: AlarmResponse, standing: WireAlarm): Refusal => refusals[why](response, standing);

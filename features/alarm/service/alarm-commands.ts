// Performs commands on alarms, of officers and of the product: under the row's lock, by a rule of the domain, with event and audit row in
// one transaction. The second of two conflicting actions is refused with the current alarm.

import type { GridNo } from '@lookout/domain';
import type { Act } from '@lookout/server/acting/act.ts';
import { conflict, invalid, notFound, type Refusal, refused } from '@lookout/server/acting/refusal.ts';
import { eventOf, type Happened, type Journal } from '@lookout/server/services/journal.ts';
import type { Repositories } from '../../store.ts';
import { type Alarm, type AlarmKind, closureOf, judgementOf, type NamedAlarm, namedAlarm, verdictOf } from '../alarm.ts';
import { writeAlarm } from '../alarm.wire.ts';
import type { ActionRefusal, Decision } from '../alarm-actions.ts';
import { type AlarmChange, type AlarmEvent, applyToAlarm } from '../alarm-events.ts';
import { judgementFields } from '../alarm-requests.wire.ts';
import type { WireAlarm } from '../specified-alarm.schema.ts';

/** What is to be done to one alarm. Its functions are called under the row's lock and may throw a Refusal. */
export interface AlarmCommand {
  readonly id: string;
  /** Only alarms of these kinds; others are not found by this call. */
  readonly kinds?: readonly AlarmKind[] | undefined;
  /**
   * @param fire the locked alarms as they were before: with `isOfFire` those of the fire in the actor's grid, else only the alarm itself
   */
  readonly decide: (alarm: Alarm, tx: Repositories, fire: readonly Alarm[]) => Decision | Promise<Decision>;
  /**
   * The action applies to the fire (火情): also to each of its other alarms in the actor's grid whose rules allow it. Only the named alarm's
   * refusal is reported.
   */
  readonly isOfFire?: true;
  /** Further work in the same transaction. @returns its events */
  readonly also?: (tx: Repositories, after: Alarm) => Promise<readonly Happened[]>;
}

interface Performed {
  /** The alarm afterwards; for a deleted alarm, its last state. */
  readonly alarm: Alarm;
  /** Empty: nothing changed, nothing was written. */
  readonly happened: readonly Happened[];
}

/** @typeParam A the form in which callers get an alarm */
interface Performing<A> {
  /**
   * Performs commands in one transaction and publishes their messages. Several commands on one alarm are applied in order, all or none.
   * @returns the alarm afterwards
   */
  perform(act: Act, ...commands: readonly [AlarmCommand, ...AlarmCommand[]]): Promise<A>;
  /**
   * Performs a command inside the caller's transaction (a dispatch). The caller records the events, last of all.
   * @throws Refusal when the alarm is not found, was changed first by someone else, or the rules forbid it
   */
  within(tx: Repositories, act: Act, command: AlarmCommand): Promise<Performed>;
  write(alarm: Alarm): A;
}

export interface AlarmCommands extends Performing<NamedAlarm> {
  /** The same for the calls of the specification: its alarm in replies and conflicts, and its names of fields. */
  readonly specified: Performing<WireAlarm>;
}

interface AlarmCommandsDeps {
  readonly journal: Journal;
  readonly nameOf: (no: GridNo) => string | null;
}

export function createAlarmCommands({ journal, nameOf }: AlarmCommandsDeps): AlarmCommands {
  return {
    ...performing(journal, { write: (alarm) => namedAlarm(alarm, nameOf), realFireTypeField: 'realFireType' }),
    specified: performing(journal, { write: (alarm) => writeAlarm(alarm, nameOf), realFireTypeField: judgementFields.realFireType }),
  };
}

/** What differs between own calls and those of the specification. */
interface Dialect<A> {
  readonly write: (alarm: Alarm) => A;
  readonly realFireTypeField: string;
}

function performing<A>(journal: Journal, dialect: Dialect<A>): Performing<A> {
  const { write } = dialect;
  const within: Performing<A>['within'] = async (tx, act, { id, kinds, decide, isOfFire, also }) => {
    const alarms = isOfFire
      ? await tx.alarms.lockFire(act.scope, id)
      : await tx.alarms.lockForUpdate(act.scope, id).then((one) => (one ? [one] : []));
    const before = alarms.find((alarm) => alarm.id === id);
    if (!before || (kinds && !kinds.includes(before.facts.kind))) throw await missing(tx, act, id);
    act.audit.target('alarm', before.id, before.gridNo);
    const decision = await decide(before, tx, alarms);
    if (!decision.ok && decision.error !== 'nothing-changes') throw refusals[decision.error](before, dialect);

    const named = decision.ok ? await applied(tx, act, before, decision.value) : { alarm: before, happened: [] };
    const happened = [...named.happened, ...((decision.ok && (await also?.(tx, named.alarm))) || [])];
    for (const other of alarms) {
      if (other === before) continue;
      const decided = await decide(other, tx, alarms);
      if (decided.ok) happened.push(...(await applied(tx, act, other, decided.value)).happened);
    }
    return { alarm: named.alarm, happened };
  };

  return {
    within,
    write,
    async perform(act, first, ...others) {
      const alarm = await journal.transact(act, async (tx) => {
        let { alarm, happened } = await within(tx, act, first);
        for (const command of others) {
          const next = await within(tx, act, command);
          [alarm, happened] = [next.alarm, [...happened, ...next.happened]];
        }
        return { value: alarm, happened };
      });
      return write(alarm);
    },
  };
}

/** Saves the alarm after a change. */
async function applied(tx: Repositories, act: Act, before: Alarm, change: AlarmChange): Promise<Performed> {
  const gridNo = change.kind === 'alarm.moved' ? change.payload.to.gridNo : before.gridNo;
  const leftGridNo = gridNo === before.gridNo ? null : before.gridNo;
  const event = eventOf(act, change, { objectId: before.id, gridNo, leftGridNo }) as AlarmEvent;
  const after = applyToAlarm(before, event);
  if (after === null) await tx.alarms.remove(act.scope, before.id);
  else if (after !== before) await tx.alarms.save(act.scope, before, after);
  return { alarm: after ?? before, happened: [{ event, after }] };
}

/**
 * The refusal for an id that is not in the caller's grid. If the alarm was in it before, the refusal states who deleted or moved it;
 * otherwise it states nothing.
 */
async function missing(tx: Repositories, { scope }: Act, id: string): Promise<Refusal> {
  const gone = await tx.events.whyGone(scope, id);
  if (gone === null) return notFound();
  return refused(gone.kind === 'alarm.deleted' ? 'alarm-deleted' : 'alarm-moved-away', { by: gone.fullName, at: gone.at });
}

type StatedRefusal = Exclude<ActionRefusal, 'nothing-changes'>;
const byOf = (act: { readonly by: string } | null | undefined) => ({ by: act?.by ?? null });

/**
 * If someone else was first, the refusal is a conflict with the current alarm. If the stage or the kind does not allow the action, it is
 * refused.
 */
const refusals: { readonly [R in StatedRefusal]: (alarm: Alarm, dialect: Dialect<unknown>) => Refusal } = {
  closed: (alarm, { write }) => conflict(write(alarm), 'closed', byOf(closureOf(alarm.response))),
  'already-acknowledged': (alarm, { write }) => conflict(write(alarm), 'already-acknowledged', byOf(alarm.response.acknowledgement)),
  'already-judged': (alarm, { write }) =>
    conflict(write(alarm), 'already-judged', { ...byOf(judgementOf(alarm.response)), verdict: verdictOf(alarm.response) }),
  'already-pushed': (alarm, { write }) => conflict(write(alarm), 'already-pushed'),
  'already-handled': (alarm, { write }) => conflict(write(alarm), 'already-handled'),
  'not-judged': () => refused('not-judged'),
  'not-pushed': () => refused('not-pushed'),
  'not-handled': () => refused('not-handled'),
  'not-in-progress': () => refused('not-in-progress'),
  'not-closed': () => refused('not-closed'),
  'no-superior': () => refused('no-superior'),
  'pushed-further': () => refused('pushed-further'),
  'not-judged-kind': ({ facts: { kind } }) => refused('not-judged-kind', { kind }),
  'smoke-not-pushed': () => refused('smoke-not-pushed'),
  'not-for-kind': ({ facts: { kind } }) => refused('not-for-kind', { kind }),
  'report-has-no-type': (_alarm, { realFireTypeField }) => invalid(realFireTypeField, 'report-has-no-type'),
};

// Handlers of `alarm-actions.calls.ts`: officers' actions on an alarm. A rule of the domain decides each action, and
// `service/alarm-commands.ts` applies the decision.

import { PUSHED_SMOKE_TYPE } from '@lookout/contract';
import { hasRight, refuse, withinSendersGrid } from '@lookout/domain';
import { originOf } from '@lookout/server/acting/act.ts';
import { invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerPart } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf, type Journal } from '@lookout/server/services/journal.ts';
import type { Contract } from '../contract.ts';
import type { Gazetteer } from '../grid/service/gazetteer.ts';
import type { Store } from '../store.ts';
import { cancelTasksOfFire } from '../task/service/task-ends.ts';
import { FIRE_CLOSED_NOTE } from '../task/task.wire.ts';
import {
  type Alarm,
  type AlarmKind,
  type AlarmLocation,
  isHandled,
  isInProgress,
  type Judgement,
  LATER_CAMERA_FACTS,
  type LocatedObservation,
  type SmokeFacts,
} from './alarm.ts';
import { readKind } from './alarm.wire.ts';
import type { alarmActionCalls } from './alarm-actions.calls.ts';
import {
  acknowledge,
  close,
  correct,
  edit,
  handle,
  isSameAsCurrent,
  judge,
  move,
  push,
  pushSmoke,
  refusalOf,
  rekindle,
  remove,
  renovate,
  reopen,
  withdrawPush,
} from './alarm-actions.ts';
import type { WireKind } from './alarm-kinds.wire.ts';
import {
  type AlarmRecord,
  readHandled,
  readJudgement,
  readPush,
  readRecord,
  type WirePush,
  type WireRecord,
} from './alarm-requests.wire.ts';
import { keyOfPushedSmoke } from './alarms.store.ts';
import type { AlarmCommand, AlarmCommands } from './service/alarm-commands.ts';

export const alarmActions: ServerPart<typeof alarmActionCalls> = {
  open: ({ store, gazetteer, alarmCommands, journal }) => ({
    calls: {
      ...acknowledging(journal, alarmCommands),
      ...judging(alarmCommands),
      ...pushing(alarmCommands),
      ...updating(alarmCommands),
      ...moving(alarmCommands, gazetteer),
      ...smokePushing(store, alarmCommands),
      ...deleting(alarmCommands),
    },
  }),
};

type Calls = Handlers<Contract['alarm']>;

// Acknowledge, mark as seen, handle, close, reopen.

function acknowledging(
  journal: Journal,
  alarmCommands: AlarmCommands,
): Pick<Calls, 'acknowledge' | 'seen' | 'handle' | 'reopen' | 'satelliteHandle' | 'close' | 'rekindle'> {
  return {
    acknowledge(context, { body }) {
      const who = accountOf(context);
      return alarmCommands.specified.perform(context, {
        id: body.id,
        kinds: kindsOf(body.kind),
        isOfFire: true,
        decide: (alarm) => acknowledge(alarm, who, body.takeOver === 1),
      });
    },

    async seen(context, { body }) {
      const { accountId } = accountOf(context);
      return journal.transact(context, async (tx) => {
        const alarm = await tx.alarms.find(context.scope, body.id);
        if (!alarm) throw notFound();
        context.audit.target('alarm', alarm.id, alarm.gridNo);
        // Only an account's first view is recorded, in history and audit.
        if (!(await tx.events.markSeen(alarm.id, accountId))) {
          context.audit.skip();
          return { value: undefined, happened: [] };
        }
        const event = eventOf(context, { kind: 'alarm.seen', payload: {} }, { objectId: alarm.id, gridNo: alarm.gridNo });
        return { value: undefined, happened: [{ event, after: alarm }] };
      });
    },

    handle(context, { query, body: { note, isRenovated } }) {
      const who = accountOf(context);
      return alarmCommands.perform(context, {
        ...named(query),
        decide(alarm) {
          if (!isRenovated) return handle(alarm, who, note);
          if (alarm.facts.kind !== 'danger') throw invalid('isRenovated', 'only-checks-are-renovated');
          return renovate(alarm, who, note);
        },
      });
    },

    reopen: (context, { query }) =>
      alarmCommands.perform(context, { ...named(query), decide: (alarm) => reopen(alarm, accountOf(context)) }),

    satelliteHandle: (context, { body }) =>
      alarmCommands.specified.perform(context, handling(context, body.id, ['satellite'], readHandled(body))),

    close(context, { body }) {
      // Ending the tasks needs the same right as cancelling a task.
      if (body.tasks === 'end' && !hasRight(accountOf(context).rights, 'dispatch')) throw refused('no-right');
      const { outcome, otherText } = body.outcome;
      // A free text is the outcome 其他 and precedes the note.
      const note = [otherText, body.note].filter(Boolean).join('：') || null;
      return alarmCommands.specified.perform(context, {
        id: body.id,
        kinds: kindsOf(body.kind),
        isOfFire: true,
        decide: (alarm) => close(alarm, accountOf(context), { outcome, note }),
        ...(body.tasks === 'end' && { also: (tx, { id }) => cancelTasksOfFire(tx, context, id, FIRE_CLOSED_NOTE) }),
      });
    },

    rekindle: (context, { query, body }) =>
      alarmCommands.perform(context, {
        ...named(query),
        isOfFire: true,
        decide: (alarm) => rekindle(alarm, accountOf(context), body.reason.trim()),
      }),
  };
}

/** Handle, or reopen. */
function handling(context: Context, id: string, kinds: readonly AlarmKind[], isHandled: boolean): AlarmCommand {
  const who = accountOf(context);
  return { id, kinds, decide: (alarm) => (isHandled ? handle(alarm, who, null) : reopen(alarm, who)) };
}

/** The alarm that an own call names. */
const named = ({ id, kind }: { readonly id: string; readonly kind?: AlarmKind | null | undefined }) => ({
  id,
  kinds: kind ? [kind] : undefined,
});

const kindsOf = (kind: WireKind | null | undefined): readonly AlarmKind[] | undefined => (kind ? [readKind(kind)] : undefined);

// Judge: the first judgement wins; a later one corrects it.

function judging(alarmCommands: AlarmCommands): Pick<Calls, 'correct' | 'monitorJudge' | 'satelliteJudge'> {
  return {
    monitorJudge: (context, { body }) =>
      alarmCommands.specified.perform(context, judgementAction(context, body.fireId, undefined, readJudgement(body))),
    satelliteJudge: (context, { body }) =>
      alarmCommands.specified.perform(context, judgementAction(context, body.id, ['satellite'], readJudgement(body))),
    correct: (context, { query, body: { reason, ...judgement } }) =>
      alarmCommands.perform(context, {
        ...named(query),
        isOfFire: true,
        decide: (alarm) => correct(alarm, accountOf(context), typedFor(alarm, query.id, judgement), reason),
      }),
  };
}

/**
 * A first judgement, by any of the calls. In a fire in progress, judging one alarm false does not affect the other alarms of the fire.
 * Judging one real confirms them all.
 */
const judgementAction = (context: Context, id: string, kinds: readonly AlarmKind[] | undefined, judgement: Judgement): AlarmCommand => ({
  id,
  kinds,
  isOfFire: true,
  decide(alarm, _tx, fire) {
    const isJoined = fire.some((other) => other.id !== id && isInProgress(other.response));
    if (isJoined && judgement.verdict === 'false' && alarm.id !== id) return refuse('nothing-changes');
    return judge(alarm, accountOf(context), typedFor(alarm, id, judgement), isJoined);
  },
});

/**
 * A fire reported by a person has no type. When another alarm of the fire is judged, a report takes over the judgement without the type.
 */
const typedFor = (alarm: Alarm, judgedId: string, judgement: Judgement): Judgement =>
  alarm.id !== judgedId && alarm.facts.kind === 'report' ? { ...judgement, realFireType: null } : judgement;

// Push to the superior grid, or withdraw the push.

function pushing(alarmCommands: AlarmCommands): Pick<Calls, 'satellitePush' | 'monitorPush' | 'reportPush'> {
  const put = (kind: AlarmKind, context: Context, { id, ...fields }: WirePush & { readonly id: string }) => {
    const who = accountOf(context);
    const { isPushed, note } = readPush(fields);
    return alarmCommands.specified.perform(context, {
      id,
      kinds: [kind],
      decide: (alarm) => (isPushed ? push(alarm, who, note) : withdrawPush(alarm, who, note)),
    });
  };
  return {
    satellitePush: (context, { query }) => put('satellite', context, query),
    monitorPush: (context, { query }) => put('camera', context, query),
    reportPush: (context, { query }) => put('report', context, query),
  };
}

// Move: grid and address follow the new position.

const moving = (alarmCommands: AlarmCommands, gazetteer: () => Gazetteer): Pick<Calls, 'monitorMove'> => ({
  monitorMove(context, { query }) {
    const who = accountOf(context);
    const position = { lng: query.editLongitude, lat: query.editLatitude };

    /** @throws Refusal for a position it may not be moved to */
    const placed = (): AlarmLocation => {
      const found = gazetteer().locate(position, who.gridNo);
      if (!found.ok) throw refused('move-failed', { reason: found.error });
      if (!withinSendersGrid(who.gridNo, found.value.gridNo)) throw refused('move-failed', { reason: 'outside-senders-grid' });
      return found.value;
    };

    return alarmCommands.specified.perform(context, {
      id: query.fireId,
      decide(alarm) {
        // Whether the alarm may be moved at all is checked before the position.
        const refusal = refusalOf('move', alarm, who);
        return refusal === null ? move(alarm, who, placed(), query.height ?? null) : refuse(refusal);
      },
    });
  },
});

// Push a smoke alarm: it becomes an alarm of the kind `monitor`, which is judged and handled like any other.

const smokePushing = (store: Store, alarmCommands: AlarmCommands): Pick<Calls, 'smokePush'> => ({
  async smokePush(context, { query }) {
    const who = accountOf(context);
    let madeId = '';
    await alarmCommands.specified.perform(context, {
      id: query.id,
      kinds: ['smoke'],
      async decide(smoke, tx) {
        const refusal = refusalOf('push-smoke', smoke, who);
        if (refusal !== null) return refuse(refusal);
        const { fresh } = await tx.alarms.record({ observations: [cameraAlarmOf(smoke)], origin: originOf(context) });
        const [made] = fresh;
        if (!made) throw new Error('a smoke alarm that was never pushed is pushed for the first time');
        madeId = made.id;
        return pushSmoke(smoke, who, madeId);
      },
      async also(_tx, smoke) {
        const linked = { kind: 'alarm.linked', payload: { fromAlarmId: smoke.id } } as const;
        return [{ event: eventOf(context, linked, { objectId: madeId, gridNo: smoke.gridNo }), after: null }];
      },
    });
    const made = await store.alarms.find(context.scope, madeId);
    if (!made) throw notFound();
    return alarmCommands.specified.write(made);
  },
});

/** Contains only what the sensor reported: no camera, angle or heat. */
function cameraAlarmOf(smoke: Alarm): LocatedObservation {
  const { findType, position, observedAt, address, gridNo, gridBasis, formattedAddress } = smoke;
  const { deviceId, pictures } = smoke.facts as SmokeFacts;
  return {
    findType,
    position,
    observedAt,
    address,
    gridNo,
    gridBasis,
    formattedAddress,
    dedupeKey: keyOfPushedSmoke(smoke.id),
    facts: {
      ...LATER_CAMERA_FACTS,
      kind: 'camera',
      deviceId,
      monitoringPointId: null,
      horizontalDegrees: null,
      verticalDegrees: null,
      maxHeat: null,
      distanceMetres: null,
      nearMetres: null,
      farMetres: null,
      alarmType: PUSHED_SMOKE_TYPE,
      handleOpinions: null,
      pictures,
      videos: [],
    },
  };
}

// Update by a whole record. Changed fields are an edit. A judgement or a handling in the record follows the rules of its own call. Each is
// a separate event, and all of them are one transaction.

type Editable = Parameters<typeof readRecord>[0];

function updating(
  alarmCommands: AlarmCommands,
): Pick<Calls, 'satelliteUpdate' | 'satelliteUpdateDto' | 'monitorStates' | 'monitorUpdate' | 'reportUpdate'> {
  const update = (context: Context, kind: Editable, body: WireRecord) =>
    alarmCommands.specified.perform(context, ...actionsOf(context, kind, readRecord(kind, body)));
  return {
    satelliteUpdate: (context, { body }) => update(context, 'satellite', body),
    satelliteUpdateDto: (context, { body }) => update(context, 'satellite', body),
    monitorStates: (context, { body }) => update(context, 'camera', body),
    monitorUpdate: (context, { body }) => update(context, 'camera', body),
    reportUpdate: (context, { body }) => update(context, 'report', body),
  };
}

function actionsOf(context: Context, kind: Editable, record: AlarmRecord): readonly [AlarmCommand, ...AlarmCommand[]] {
  const { id, facts, judgement, isHandled: requested } = record;
  const edited: AlarmCommand = { id, kinds: [kind], decide: (alarm) => edit(alarm, accountOf(context), facts) };
  // In a whole record, an unchanged judgement or handling is ignored. Sent alone, it is an action and is refused as a repetition.
  const isWhole = Object.keys(facts).length > 0;
  const unlessCurrent = (action: AlarmCommand, isCurrent: (alarm: Alarm) => boolean): AlarmCommand =>
    isWhole
      ? { ...action, decide: (alarm, tx, fire) => (isCurrent(alarm) ? refuse('nothing-changes') : action.decide(alarm, tx, fire)) }
      : action;

  if (judgement) {
    const { whole, named } = judgement;
    return [edited, unlessCurrent(judgementAction(context, id, [kind], whole), (alarm) => isSameAsCurrent(alarm, named))];
  }
  // A judgement already handles the alarm, so `isHandled` counts only in a record without one.
  if (requested === null) return [edited];
  return [edited, unlessCurrent(handling(context, id, [kind], requested), ({ response }) => isHandled(response) === requested)];
}

// Delete, with the reason. History and audit remain.

function deleting(alarmCommands: AlarmCommands): Pick<Calls, 'monitorDelete' | 'smokeDelete'> {
  const deleted = async (kind: AlarmKind, context: Context, { id, reason }: { readonly id: string; readonly reason: string }) => {
    await alarmCommands.specified.perform(context, { id, kinds: [kind], decide: (alarm) => remove(alarm, accountOf(context), reason) });
    return undefined;
  };
  return {
    monitorDelete: (context, { query }) => deleted('camera', context, query),
    smokeDelete: (context, { query }) => deleted('smoke', context, query),
  };
}

// Which actions are allowed on an alarm, for whom and when: one table for the server's refusals and for the buttons, keys and menus of the
// web. The first judgement wins and nothing is undone: an action can only be followed by another one.
import { type Capability, covers, type GridNo, NATION, ok, type Result, refuse } from '@lookout/domain';
import { isDrill } from '../exercise/drill.ts';
import {
  type Alarm,
  type AlarmKind,
  type AlarmLocation,
  type CloseOutcome,
  isJudgedByPerson,
  type Judgement,
  judgementOf,
  verdictOf,
} from './alarm.ts';
import type { AlarmChange, FieldChange } from './alarm-events.ts';

export const ALARM_ACTIONS = [
  'acknowledge',
  'take-over',
  'judge',
  'dispatch',
  'push',
  'pass-on',
  'push-smoke',
  'handle',
  'renovate',
  'close',
  'rekindle',
  'correct',
  'withdraw-push',
  'reopen',
  'move',
  'edit',
  'delete',
] as const;
export type AlarmAction = (typeof ALARM_ACTIONS)[number];

/** Why an action is refused: the alarm is of another kind, another officer was first, or the alarm's stage does not allow it. */
export type ActionRefusal =
  | 'not-judged-kind'
  | 'smoke-not-pushed'
  | 'not-for-kind'
  | 'report-has-no-type'
  | 'closed'
  | 'already-acknowledged'
  | 'already-judged'
  | 'not-judged'
  | 'no-superior'
  | 'already-pushed'
  | 'pushed-further'
  | 'not-pushed'
  | 'already-handled'
  | 'not-handled'
  | 'not-in-progress'
  | 'not-closed'
  | 'nothing-changes';

/** What the rules need to know of an officer: account, grid and rights. */
export interface ActingOfficer {
  readonly accountId: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<Capability>;
}
type Who = Pick<ActingOfficer, 'accountId' | 'gridNo'>;

interface ActionRule {
  readonly right: Capability;
  readonly kinds: readonly AlarmKind[];
  /** The refusal for alarms of all other kinds. */
  readonly otherwise: ActionRefusal;
  readonly refuse: (alarm: Alarm, who: Who) => ActionRefusal | null;
}

const EVERY: readonly AlarmKind[] = ['satellite', 'camera', 'report', 'smoke', 'danger'];
/** Specification §4: a smoke alarm is only pushed, a danger check is only put right. Neither is judged. */
const FIRES: readonly AlarmKind[] = ['satellite', 'camera', 'report'];
const FIRES_AND_CHECKS: readonly AlarmKind[] = [...FIRES, 'danger'];

const unlessClosed =
  (rule: (alarm: Alarm, who: Who) => ActionRefusal | null) =>
  (alarm: Alarm, who: Who): ActionRefusal | null =>
    alarm.response.stage === 'closed' ? 'closed' : rule(alarm, who);
const always = () => null;

/** An alarm that was pushed from a lower grid may be passed on upwards. */
const wasPushedFromBelow = ({ response: { push } }: Alarm, { gridNo }: Who): boolean =>
  push !== null && push.fromGridNo !== gridNo && covers(gridNo, push.fromGridNo);

const rules: { readonly [A in AlarmAction]: ActionRule } = {
  acknowledge: {
    ...{ right: 'act-on-alarms', kinds: FIRES_AND_CHECKS, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response: { stage, acknowledgement } }, { accountId }) => {
      if (stage === 'dismissed') return 'already-judged';
      if (acknowledgement === null) return null;
      return acknowledgement.accountId === accountId ? 'nothing-changes' : 'already-acknowledged';
    }),
  },
  'take-over': {
    ...{ right: 'act-on-alarms', kinds: FIRES_AND_CHECKS, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response: { stage, acknowledgement } }, { accountId }) => {
      if (stage === 'dismissed') return 'already-judged';
      return acknowledgement === null || acknowledgement.accountId === accountId ? 'nothing-changes' : null;
    }),
  },
  judge: {
    ...{ right: 'act-on-alarms', kinds: FIRES, otherwise: 'not-judged-kind' },
    // A verdict taken over from the fire was not given by a person, so the first judgement is still open.
    refuse: unlessClosed(({ response }) => (isJudgedByPerson(response) ? 'already-judged' : null)),
  },
  correct: {
    ...{ right: 'act-on-alarms', kinds: FIRES, otherwise: 'not-judged-kind' },
    refuse: unlessClosed(({ response }) => (judgementOf(response) === null ? 'not-judged' : null)),
  },
  // More people may be sent to an alarm that is already handled, and to a fire in progress.
  dispatch: {
    ...{ right: 'dispatch', kinds: FIRES_AND_CHECKS, otherwise: 'smoke-not-pushed' },
    refuse: unlessClosed(({ response }) => (response.stage === 'dismissed' ? 'already-judged' : null)),
  },
  push: {
    ...{ right: 'act-on-alarms', kinds: FIRES, otherwise: 'not-for-kind' },
    refuse: (alarm, who) => {
      if (who.gridNo === NATION) return 'no-superior';
      if (alarm.response.stage === 'closed') return 'closed';
      return alarm.response.push === null ? null : 'already-pushed';
    },
  },
  'pass-on': {
    ...{ right: 'act-on-alarms', kinds: FIRES, otherwise: 'not-for-kind' },
    refuse: (alarm, who) => {
      if (who.gridNo === NATION) return 'no-superior';
      if (alarm.response.stage === 'closed') return 'closed';
      if (alarm.response.push === null) return 'not-pushed';
      return wasPushedFromBelow(alarm, who) ? null : 'already-pushed';
    },
  },
  'withdraw-push': {
    ...{ right: 'act-on-alarms', kinds: FIRES, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response: { push } }, { gridNo }) => {
      if (push === null) return 'not-pushed';
      return covers(gridNo, push.fromGridNo) ? null : 'pushed-further';
    }),
  },
  'push-smoke': {
    ...{ right: 'act-on-alarms', kinds: ['smoke'], otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response: { push } }) => (push === null ? null : 'already-pushed')),
  },
  handle: {
    ...{ right: 'act-on-alarms', kinds: EVERY, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response }) => (response.stage === 'open' ? null : 'already-handled')),
  },
  // Allowed after a dispatch too: the danger itself still exists.
  renovate: {
    ...{ right: 'act-on-alarms', kinds: ['danger'], otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ facts }) => (facts.kind === 'danger' && facts.checkStatus === 'open' ? null : 'already-handled')),
  },
  reopen: {
    ...{ right: 'act-on-alarms', kinds: EVERY, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response }) => {
      if (response.stage === 'open') return 'not-handled';
      return response.stage === 'handled' ? null : 'already-judged';
    }),
  },
  close: {
    ...{ right: 'act-on-alarms', kinds: FIRES, otherwise: 'not-in-progress' },
    refuse: unlessClosed(({ response }) => (response.stage === 'in-progress' ? null : 'not-in-progress')),
  },
  // Needs the same right as closing. Fires of an exercise cannot rekindle, because they end with it.
  rekindle: {
    ...{ right: 'act-on-alarms', kinds: FIRES, otherwise: 'not-for-kind' },
    refuse: (alarm) => (alarm.response.stage === 'closed' && !isDrill(alarm) ? null : 'not-closed'),
  },
  move: { right: 'act-on-alarms', kinds: ['camera', 'report'], otherwise: 'not-for-kind', refuse: unlessClosed(always) },
  edit: { right: 'act-on-alarms', kinds: FIRES, otherwise: 'not-for-kind', refuse: unlessClosed(always) },
  // An administrator may delete a closed alarm too.
  delete: { right: 'delete-alarms', kinds: ['camera', 'smoke'], otherwise: 'not-for-kind', refuse: always },
};

/** Whether this action exists for alarms of this kind. */
export const hasAction = (kind: AlarmKind, action: AlarmAction): boolean => rules[action].kinds.includes(kind);

/** Why this action is not possible on this alarm now, regardless of rights; null: it is possible. */
export function refusalOf(action: AlarmAction, alarm: Alarm, who: Who): ActionRefusal | null {
  const { otherwise, refuse: reason } = rules[action];
  return hasAction(alarm.facts.kind, action) ? reason(alarm, who) : otherwise;
}

/** The actions this officer may take on this alarm now, in the order of `ALARM_ACTIONS`. */
export const availableActions = (alarm: Alarm, officer: ActingOfficer): AlarmAction[] =>
  ALARM_ACTIONS.filter((action) => officer.rights.has(rules[action].right) && refusalOf(action, alarm, officer) === null);

export type Decision = Result<AlarmChange, ActionRefusal>;

const decided = (action: AlarmAction, alarm: Alarm, who: Who, change: () => AlarmChange): Decision => {
  const refusal = refusalOf(action, alarm, who);
  return refusal === null ? ok(change()) : refuse(refusal);
};

/**
 * "I have it". An acknowledged alarm stays with the colleague who has it until it is explicitly taken over.
 * @param takesOver from the colleague who has it
 */
export function acknowledge(alarm: Alarm, who: Who, takesOver: boolean): Decision {
  const current = alarm.response.acknowledgement;
  if (takesOver && current !== null) {
    return decided('take-over', alarm, who, () => ({ kind: 'alarm.taken-over', payload: { from: current.by } }));
  }
  return decided('acknowledge', alarm, who, () => ({ kind: 'alarm.acknowledged', payload: {} }));
}

/**
 * An alarm that a person has judged cannot be judged again, only corrected.
 * @param isJoined the alarm's fire was already in progress, so this is not the first judgement of the fire
 */
export function judge(alarm: Alarm, who: Who, judgement: Judgement, isJoined = false): Decision {
  const typed = typeRefusal('judge', alarm, judgement);
  const payload = { judgement: withoutNeedlessType(judgement), ...(isJoined && { isJoined: true as const }) };
  return typed === null ? decided('judge', alarm, who, () => ({ kind: 'alarm.judged', payload })) : refuse(typed);
}

/** Replaces the current judgement by another. */
export function correct(alarm: Alarm, who: Who, judgement: Judgement, reason: string): Decision {
  const typed = typeRefusal('correct', alarm, judgement);
  if (typed !== null) return refuse(typed);
  const current = judgementOf(alarm.response);
  if (alarm.response.stage !== 'closed' && current !== null && isSameJudgement(current, withoutNeedlessType(judgement))) {
    return refuse('nothing-changes');
  }
  return decided('correct', alarm, who, () => {
    const { verdict, note, realFireType } = current as Judgement;
    return {
      kind: 'alarm.corrected',
      payload: { judgement: withoutNeedlessType(judgement), previous: { verdict, note, realFireType }, reason },
    };
  });
}

/** A fire reported by a person has no type. */
const typeRefusal = (action: 'judge' | 'correct', { facts }: Alarm, { realFireType }: Judgement): ActionRefusal | null => {
  if (!rules[action].kinds.includes(facts.kind)) return rules[action].otherwise;
  return facts.kind === 'report' && realFireType !== null ? 'report-has-no-type' : null;
};

/** Only a real fire has a type. */
export const withoutNeedlessType = <J extends Judgement>(judgement: J): J =>
  judgement.verdict === 'real' ? judgement : { ...judgement, realFireType: null };

const isSameJudgement = (a: Judgement, b: Judgement): boolean =>
  a.verdict === b.verdict && a.note === b.note && a.realFireType === b.realFireType;

/** Pushes to the superior's desk. An alarm pushed from a lower grid is passed on. */
export function push(alarm: Alarm, who: Who, note: string | null): Decision {
  const change = (): AlarmChange => ({ kind: 'alarm.pushed', payload: { note, fromGridNo: who.gridNo, toAlarmId: null } });
  return decided(wasPushedFromBelow(alarm, who) ? 'pass-on' : 'push', alarm, who, change);
}

export const withdrawPush = (alarm: Alarm, who: Who, note: string | null): Decision =>
  decided('withdraw-push', alarm, who, () => ({ kind: 'alarm.push-withdrawn', payload: { note } }));

/** @param toAlarmId the camera alarm it becomes */
export const pushSmoke = (alarm: Alarm, who: Who, toAlarmId: string): Decision =>
  decided('push-smoke', alarm, who, () => ({ kind: 'alarm.pushed', payload: { note: null, fromGridNo: who.gridNo, toAlarmId } }));

/** Removes the alarm from the queue without a judgement. */
export const handle = (alarm: Alarm, who: Who, note: string | null): Decision =>
  decided('handle', alarm, who, () => ({ kind: 'alarm.handled', payload: { note, isRenovated: false } }));

/** Records that the danger was removed. */
export const renovate = (alarm: Alarm, who: Who, note: string | null): Decision =>
  decided('renovate', alarm, who, () => ({ kind: 'alarm.handled', payload: { note, isRenovated: true } }));

/** Returns the alarm to the queue, unless it has been judged. */
export const reopen = (alarm: Alarm, who: Who): Decision => decided('reopen', alarm, who, () => ({ kind: 'alarm.reopened', payload: {} }));

export const dispatch = (alarm: Alarm, who: Who, sent: Extract<AlarmChange, { kind: 'alarm.dispatched' }>['payload']): Decision =>
  decided('dispatch', alarm, who, () => ({ kind: 'alarm.dispatched', payload: sent }));

/** Ends a fire in progress. */
export const close = (alarm: Alarm, who: Who, end: { readonly outcome: CloseOutcome; readonly note: string | null }): Decision =>
  decided('close', alarm, who, () => ({ kind: 'alarm.closed', payload: end }));

/** 复燃: a closed fire burns again, with the judgement that it had. */
export const rekindle = (alarm: Alarm, who: Who, reason: string): Decision =>
  decided('rekindle', alarm, who, () => ({ kind: 'alarm.rekindled', payload: { reason } }));

/** Corrects the position. */
export function move(alarm: Alarm, who: Who, to: AlarmLocation, heightMetres: number | null): Decision {
  const { position, gridNo, gridBasis, formattedAddress } = alarm;
  const isThere = position.lng === to.position.lng && position.lat === to.position.lat;
  return isThere && refusalOf('move', alarm, who) === null
    ? refuse('nothing-changes')
    : decided('move', alarm, who, () => ({
        kind: 'alarm.moved',
        payload: { from: { position, gridNo, gridBasis, formattedAddress }, to, heightMetres },
      }));
}

/** @param fields new values of the alarm's facts, and of `address`; equal values are no change */
export function edit(alarm: Alarm, who: Who, fields: Readonly<Record<string, FieldChange['to']>>): Decision {
  const facts = alarm.facts as unknown as Readonly<Record<string, FieldChange['from']>>;
  const changes = Object.entries(fields).flatMap(([field, to]): [string, FieldChange][] => {
    const from = (field === 'address' ? alarm.address : facts[field]) ?? null;
    return from === to ? [] : [[field, { from, to }]];
  });
  return changes.length === 0
    ? refuse('nothing-changes')
    : decided('edit', alarm, who, () => ({ kind: 'alarm.edited', payload: { changes: Object.fromEntries(changes) } }));
}

export const remove = (alarm: Alarm, who: Who, reason: string): Decision =>
  decided('delete', alarm, who, () => ({ kind: 'alarm.deleted', payload: { reason } }));

/** Whether this judgement equals the current one. Only the given fields are compared. */
export const isSameAsCurrent = (alarm: Alarm, given: Partial<Judgement>): boolean => {
  const current = judgementOf(alarm.response);
  return (
    verdictOf(alarm.response) === given.verdict &&
    (given.note === undefined || current?.note === given.note) &&
    (given.realFireType === undefined || current?.realFireType === given.realFireType)
  );
};

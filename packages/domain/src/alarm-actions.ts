// What may be done about an alarm, by whom and when: one table for the refusals of the server and for the buttons, keys and menus of the web.
// First judgement wins, nothing is undone: what was done is only followed by something else (contract.md, "Undo").
import type { Capability } from './access.ts';
import type { Alarm, AlarmKind, AlarmPlace } from './alarm.ts';
import { type CloseOutcome, type Judgement, judgementOf, verdictOf } from './alarm-response.ts';
import type { AlarmChange, FieldChange } from './events/alarm.ts';
import { covers, type GridNo, NATION } from './grid.ts';
import { ok, type Result, refuse } from './result.ts';

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
  'correct',
  'withdraw-push',
  'reopen',
  'move',
  'edit',
  'delete',
] as const;
export type AlarmAction = (typeof ALARM_ACTIONS)[number];

/** Why an action is refused: the alarm is of another kind, somebody was first, or it is not at the stage for it. */
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
  | 'nothing-changes';

/** Whom the rules must know: the account, its grid, and what it holds. */
export interface ActingOfficer {
  readonly accountId: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<Capability>;
}
type Who = Pick<ActingOfficer, 'accountId' | 'gridNo'>;

interface ActionRule {
  readonly right: Capability;
  readonly kinds: readonly AlarmKind[];
  /** What is said of an alarm of any other kind. */
  readonly otherwise: ActionRefusal;
  readonly refuse: (alarm: Alarm, who: Who) => ActionRefusal | null;
}

const EVERY: readonly AlarmKind[] = ['satellite', 'camera', 'report', 'smoke', 'danger'];
/** Specification §4: a smoke alarm is only pushed on, a danger check is put right; neither is judged. */
const FIRES: readonly AlarmKind[] = ['satellite', 'camera', 'report'];
const FIRES_AND_CHECKS: readonly AlarmKind[] = [...FIRES, 'danger'];

const unlessClosed =
  (rule: (alarm: Alarm, who: Who) => ActionRefusal | null) =>
  (alarm: Alarm, who: Who): ActionRefusal | null =>
    alarm.response.stage === 'closed' ? 'closed' : rule(alarm, who);
const always = () => null;

/** What came up from below may be passed on further up. */
const cameFromBelow = ({ response: { push } }: Alarm, { gridNo }: Who): boolean =>
  push !== null && push.fromGridNo !== gridNo && covers(gridNo, push.fromGridNo);

const rules: { readonly [A in AlarmAction]: ActionRule } = {
  acknowledge: {
    ...{ right: 'answer-alarms', kinds: FIRES_AND_CHECKS, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response: { stage, acknowledgement } }, { accountId }) => {
      if (stage === 'dismissed') return 'already-judged';
      if (acknowledgement === null) return null;
      return acknowledgement.accountId === accountId ? 'nothing-changes' : 'already-acknowledged';
    }),
  },
  'take-over': {
    ...{ right: 'answer-alarms', kinds: FIRES_AND_CHECKS, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response: { stage, acknowledgement } }, { accountId }) => {
      if (stage === 'dismissed') return 'already-judged';
      return acknowledgement === null || acknowledgement.accountId === accountId ? 'nothing-changes' : null;
    }),
  },
  judge: {
    ...{ right: 'answer-alarms', kinds: FIRES, otherwise: 'not-judged-kind' },
    refuse: unlessClosed(({ response }) => (judgementOf(response) === null ? null : 'already-judged')),
  },
  correct: {
    ...{ right: 'answer-alarms', kinds: FIRES, otherwise: 'not-judged-kind' },
    refuse: unlessClosed(({ response }) => (judgementOf(response) === null ? 'not-judged' : null)),
  },
  // More people may be sent to what is handled already, and to a fire in progress.
  dispatch: {
    ...{ right: 'dispatch', kinds: FIRES_AND_CHECKS, otherwise: 'smoke-not-pushed' },
    refuse: unlessClosed(({ response }) => (response.stage === 'dismissed' ? 'already-judged' : null)),
  },
  push: {
    ...{ right: 'answer-alarms', kinds: FIRES, otherwise: 'not-for-kind' },
    refuse: (alarm, who) => {
      if (who.gridNo === NATION) return 'no-superior';
      if (alarm.response.stage === 'closed') return 'closed';
      return alarm.response.push === null ? null : 'already-pushed';
    },
  },
  'pass-on': {
    ...{ right: 'answer-alarms', kinds: FIRES, otherwise: 'not-for-kind' },
    refuse: (alarm, who) => {
      if (who.gridNo === NATION) return 'no-superior';
      if (alarm.response.stage === 'closed') return 'closed';
      if (alarm.response.push === null) return 'not-pushed';
      return cameFromBelow(alarm, who) ? null : 'already-pushed';
    },
  },
  'withdraw-push': {
    ...{ right: 'answer-alarms', kinds: FIRES, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response: { push } }, { gridNo }) => {
      if (push === null) return 'not-pushed';
      return covers(gridNo, push.fromGridNo) ? null : 'pushed-further';
    }),
  },
  'push-smoke': {
    ...{ right: 'answer-alarms', kinds: ['smoke'], otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response: { push } }) => (push === null ? null : 'already-pushed')),
  },
  handle: {
    ...{ right: 'answer-alarms', kinds: EVERY, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response }) => (response.stage === 'open' ? null : 'already-handled')),
  },
  // Also after somebody was sent: the danger itself is still there.
  renovate: {
    ...{ right: 'answer-alarms', kinds: ['danger'], otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ facts }) => (facts.kind === 'danger' && facts.checkStatus === 'open' ? null : 'already-handled')),
  },
  reopen: {
    ...{ right: 'answer-alarms', kinds: EVERY, otherwise: 'not-for-kind' },
    refuse: unlessClosed(({ response }) => {
      if (response.stage === 'open') return 'not-handled';
      return response.stage === 'handled' ? null : 'already-judged';
    }),
  },
  close: {
    ...{ right: 'answer-alarms', kinds: FIRES, otherwise: 'not-in-progress' },
    refuse: unlessClosed(({ response }) => (response.stage === 'in-progress' ? null : 'not-in-progress')),
  },
  move: { right: 'answer-alarms', kinds: ['camera', 'report'], otherwise: 'not-for-kind', refuse: unlessClosed(always) },
  edit: { right: 'answer-alarms', kinds: FIRES, otherwise: 'not-for-kind', refuse: unlessClosed(always) },
  // An administrator deletes a closed one too.
  delete: { right: 'delete-alarms', kinds: ['camera', 'smoke'], otherwise: 'not-for-kind', refuse: always },
};

/** Why this action cannot be done to this alarm now, whoever holds the right; null: it can. */
export function refusalOf(action: AlarmAction, alarm: Alarm, who: Who): ActionRefusal | null {
  const { kinds, otherwise, refuse: reason } = rules[action];
  return kinds.includes(alarm.facts.kind) ? reason(alarm, who) : otherwise;
}

/** What this officer may do about this alarm now, in the order of `ALARM_ACTIONS`. */
export const availableActions = (alarm: Alarm, officer: ActingOfficer): AlarmAction[] =>
  ALARM_ACTIONS.filter((action) => officer.rights.has(rules[action].right) && refusalOf(action, alarm, officer) === null);

export type Decision = Result<AlarmChange, ActionRefusal>;

const decided = (action: AlarmAction, alarm: Alarm, who: Who, change: () => AlarmChange): Decision => {
  const refusal = refusalOf(action, alarm, who);
  return refusal === null ? ok(change()) : refuse(refusal);
};

/**
 * "I have it". What a colleague has is theirs until it is taken over expressly.
 * @param takesOver from the colleague who has it
 */
export function acknowledge(alarm: Alarm, who: Who, takesOver: boolean): Decision {
  const standing = alarm.response.acknowledgement;
  if (takesOver && standing !== null) {
    return decided('take-over', alarm, who, () => ({ kind: 'alarm.taken-over', payload: { from: standing.by } }));
  }
  return decided('acknowledge', alarm, who, () => ({ kind: 'alarm.acknowledged', payload: {} }));
}

/** First judgement wins: a judged alarm cannot be judged again, only corrected. */
export function judge(alarm: Alarm, who: Who, judgement: Judgement): Decision {
  const typed = typeRefusal('judge', alarm, judgement);
  return typed === null
    ? decided('judge', alarm, who, () => ({ kind: 'alarm.judged', payload: { judgement: withoutNeedlessType(judgement) } }))
    : refuse(typed);
}

/** A further judgement upon the one that stands. */
export function correct(alarm: Alarm, who: Who, judgement: Judgement, reason: string): Decision {
  const typed = typeRefusal('correct', alarm, judgement);
  if (typed !== null) return refuse(typed);
  const standing = judgementOf(alarm.response);
  if (alarm.response.stage !== 'closed' && standing !== null && isSameJudgement(standing, withoutNeedlessType(judgement))) {
    return refuse('nothing-changes');
  }
  return decided('correct', alarm, who, () => {
    const { verdict, note, realFireType } = standing as Judgement;
    return {
      kind: 'alarm.corrected',
      payload: { judgement: withoutNeedlessType(judgement), previous: { verdict, note, realFireType }, reason },
    };
  });
}

/** A person who reports a fire is not asked for its type. */
const typeRefusal = (action: 'judge' | 'correct', { facts }: Alarm, { realFireType }: Judgement): ActionRefusal | null => {
  if (!rules[action].kinds.includes(facts.kind)) return rules[action].otherwise;
  return facts.kind === 'report' && realFireType !== null ? 'report-has-no-type' : null;
};

const withoutNeedlessType = (judgement: Judgement): Judgement =>
  judgement.verdict === 'real' ? judgement : { ...judgement, realFireType: null };

const isSameJudgement = (a: Judgement, b: Judgement): boolean =>
  a.verdict === b.verdict && a.note === b.note && a.realFireType === b.realFireType;

/** Upwards, to the superior's desk; what came up from below is passed on further. */
export function push(alarm: Alarm, who: Who, note: string | null): Decision {
  const change = (): AlarmChange => ({ kind: 'alarm.pushed', payload: { note, fromGridNo: who.gridNo, toAlarmId: null } });
  return decided(cameFromBelow(alarm, who) ? 'pass-on' : 'push', alarm, who, change);
}

export const withdrawPush = (alarm: Alarm, who: Who, note: string | null): Decision =>
  decided('withdraw-push', alarm, who, () => ({ kind: 'alarm.push-withdrawn', payload: { note } }));

/** @param toAlarmId the camera alarm it becomes */
export const pushSmoke = (alarm: Alarm, who: Who, toAlarmId: string): Decision =>
  decided('push-smoke', alarm, who, () => ({ kind: 'alarm.pushed', payload: { note: null, fromGridNo: who.gridNo, toAlarmId } }));

/** Out of the queue without a judgement. */
export const handle = (alarm: Alarm, who: Who, note: string | null): Decision =>
  decided('handle', alarm, who, () => ({ kind: 'alarm.handled', payload: { note, isRenovated: false } }));

/** The danger was put right. */
export const renovate = (alarm: Alarm, who: Who, note: string | null): Decision =>
  decided('renovate', alarm, who, () => ({ kind: 'alarm.handled', payload: { note, isRenovated: true } }));

/** Back into the queue, as long as nobody has judged it. */
export const reopen = (alarm: Alarm, who: Who): Decision => decided('reopen', alarm, who, () => ({ kind: 'alarm.reopened', payload: {} }));

export const dispatch = (alarm: Alarm, who: Who, sent: Extract<AlarmChange, { kind: 'alarm.dispatched' }>['payload']): Decision =>
  decided('dispatch', alarm, who, () => ({ kind: 'alarm.dispatched', payload: sent }));

/** The end of a fire in progress. */
export const close = (alarm: Alarm, who: Who, end: { readonly outcome: CloseOutcome; readonly note: string | null }): Decision =>
  decided('close', alarm, who, () => ({ kind: 'alarm.closed', payload: end }));

/** To where the fire really is. */
export function move(alarm: Alarm, who: Who, to: AlarmPlace, heightMetres: number | null): Decision {
  const { position, gridNo, gridBasis, formattedAddress } = alarm;
  const isThere = position.lng === to.position.lng && position.lat === to.position.lat;
  return isThere && refusalOf('move', alarm, who) === null
    ? refuse('nothing-changes')
    : decided('move', alarm, who, () => ({
        kind: 'alarm.moved',
        payload: { from: { position, gridNo, gridBasis, formattedAddress }, to, heightMetres },
      }));
}

/** @param wished fields of the alarm's facts, and `address`, as they should be; what stands so already is no change */
export function edit(alarm: Alarm, who: Who, wished: Readonly<Record<string, FieldChange['to']>>): Decision {
  const facts = alarm.facts as unknown as Readonly<Record<string, FieldChange['from']>>;
  const changes = Object.entries(wished).flatMap(([field, to]): [string, FieldChange][] => {
    const from = (field === 'address' ? alarm.address : facts[field]) ?? null;
    return from === to ? [] : [[field, { from, to }]];
  });
  return changes.length === 0
    ? refuse('nothing-changes')
    : decided('edit', alarm, who, () => ({ kind: 'alarm.edited', payload: { changes: Object.fromEntries(changes) } }));
}

export const remove = (alarm: Alarm, who: Who, reason: string): Decision =>
  decided('delete', alarm, who, () => ({ kind: 'alarm.deleted', payload: { reason } }));

/** Does this judgement say what stands already? Only what is named is compared. */
export const saysTheSame = (alarm: Alarm, said: Partial<Judgement>): boolean => {
  const standing = judgementOf(alarm.response);
  return (
    verdictOf(alarm.response) === said.verdict &&
    (said.note === undefined || standing?.note === said.note) &&
    (said.realFireType === undefined || standing?.realFireType === said.realFireType)
  );
};

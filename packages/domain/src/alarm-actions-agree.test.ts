import { describe, expect, it } from 'vitest';
import type { Capability } from './access.ts';
import { ALARM_KINDS, type Alarm, type AlarmFacts, type AlarmKind, type AlarmPlace } from './alarm.ts';
import * as actions from './alarm-actions.ts';
import { type ActingOfficer, ALARM_ACTIONS, type AlarmAction, availableActions, type Decision, refusalOf } from './alarm-actions.ts';
import { type AlarmStage, judgementOf, UNANSWERED } from './alarm-response.ts';
import { type AlarmEvent, applyToAlarm } from './events/alarm.ts';
import { type GridNo, NATION } from './grid.ts';

const [WENCHUAN, LIXIAN, ABA, SICHUAN] = ['513221', '513222', '513200', '510000'] as GridNo[] as [GridNo, GridNo, GridNo, GridNo];
const AT = new Date('2026-11-21T00:00:00Z');

interface Person extends ActingOfficer {
  readonly name: string;
}
const ALL_RIGHTS: readonly Capability[] = ['answer-alarms', 'dispatch', 'delete-alarms'];
const person = (name: string, gridNo = WENCHUAN, rights = ALL_RIGHTS): Person => ({
  accountId: name,
  name,
  gridNo,
  rights: new Set(rights),
});
const wang = person('王');
const li = person('李');

const factsOf: { readonly [K in AlarmKind]: unknown } = {
  satellite: { kind: 'satellite', areaHectares: null },
  camera: { kind: 'camera', distanceMetres: 900, nearMetres: 800, farMetres: 1_000 },
  report: { kind: 'report', altitudeMetres: 1_200, comment: null },
  smoke: { kind: 'smoke' },
  danger: { kind: 'danger', checkStatus: 'open' },
};
const HERE: AlarmPlace = { position: { lng: 103.5, lat: 31.4 }, gridNo: WENCHUAN, gridBasis: 'boundary', formattedAddress: '汶川县' };
const THERE: AlarmPlace = { position: { lng: 103.2, lat: 31.5 }, gridNo: LIXIAN, gridBasis: 'nearest-seat', formattedAddress: '理县' };
const anAlarm = (kind: AlarmKind = 'satellite'): Alarm => ({
  ...{ id: 'a', findType: 'satellite', observedAt: AT, arrivedAt: AT, address: null, ...HERE },
  ...{ facts: factsOf[kind] as AlarmFacts, response: UNANSWERED },
});

/** The alarm after somebody did it. @throws when it is refused */
function done(alarm: Alarm, decision: Decision, by: Person = wang): Alarm {
  const after = applyToAlarm(alarm, happened(decision, by));
  if (!after) throw new Error('the alarm is gone');
  return after;
}
function happened(decision: Decision, { accountId, name, gridNo }: Person): AlarmEvent {
  if (!decision.ok) throw new Error(decision.error);
  const actor = { kind: 'officer', accountId, userName: name, fullName: name, post: null, gridNo, desk: null } as const;
  const said = { id: 'e', objectId: 'a', gridNo: WENCHUAN, leftGridNo: null, happenedAt: AT, recordedAt: AT, actor, requestId: null };
  return { ...said, ...decision.value } as AlarmEvent;
}

const real = { verdict: 'real', note: '浓烟', realFireType: 'forest' } as const;
const untrue = { verdict: 'false', note: null, realFireType: 'forest' } as const;
const SENT = { taskId: 't', members: [], priority: 2, content: '核查' } as const;
const END = { outcome: 'no-fire', note: null } as const;

/** One alarm of each kind at each stage that it can reach, before anybody has it or has pushed it. */
const atStage = (kind: AlarmKind, stage: AlarmStage['stage']): Alarm => {
  const alarm = anAlarm(kind);
  const judged = (judgement: typeof real | typeof untrue) => done(alarm, actions.judge(alarm, wang, { ...judgement, realFireType: null }));
  switch (stage) {
    case 'open':
      return alarm;
    case 'handled':
      return done(alarm, actions.handle(alarm, wang, null));
    case 'dismissed':
      return judged(untrue);
    case 'in-progress':
      return judged(real);
    case 'closed':
      return done(judged(real), actions.close(judged(real), wang, END));
  }
};

describe('what may be done and what is decided', () => {
  /** A decision that asks for one of these actions. */
  interface Asked {
    readonly actions: readonly AlarmAction[];
    readonly decide: (alarm: Alarm, who: Person) => Decision;
  }
  const untyped = { ...real, realFireType: null };
  const noteOf = ({ response }: Alarm) => judgementOf(response)?.note;
  // What is wished is never what stands.
  const asked: readonly Asked[] = [
    { actions: ['acknowledge'], decide: (alarm, who) => actions.acknowledge(alarm, who, false) },
    { actions: ['acknowledge', 'take-over'], decide: (alarm, who) => actions.acknowledge(alarm, who, true) },
    { actions: ['judge'], decide: (alarm, who) => actions.judge(alarm, who, untyped) },
    { actions: ['correct'], decide: (alarm, who) => actions.correct(alarm, who, { ...untyped, note: `又：${noteOf(alarm)}` }, '复核') },
    { actions: ['dispatch'], decide: (alarm, who) => actions.dispatch(alarm, who, SENT) },
    { actions: ['push', 'pass-on'], decide: (alarm, who) => actions.push(alarm, who, null) },
    { actions: ['push-smoke'], decide: (alarm, who) => actions.pushSmoke(alarm, who, 'b') },
    { actions: ['withdraw-push'], decide: (alarm, who) => actions.withdrawPush(alarm, who, null) },
    { actions: ['handle'], decide: (alarm, who) => actions.handle(alarm, who, null) },
    { actions: ['renovate'], decide: (alarm, who) => actions.renovate(alarm, who, null) },
    { actions: ['reopen'], decide: (alarm, who) => actions.reopen(alarm, who) },
    { actions: ['close'], decide: (alarm, who) => actions.close(alarm, who, END) },
    {
      actions: ['move'],
      decide: (alarm, who) => actions.move(alarm, who, { ...THERE, position: { ...THERE.position, lng: alarm.position.lng + 1 } }, null),
    },
    { actions: ['edit'], decide: (alarm, who) => actions.edit(alarm, who, { address: `又：${alarm.address}` }) },
    { actions: ['delete'], decide: (alarm, who) => actions.remove(alarm, who, '测试') },
  ];
  const people = [wang, li, person('理', LIXIAN), person('州', ABA), person('省', SICHUAN), person('国', NATION)];
  const [, , neighbour, , , national] = people as [Person, Person, Person, Person, Person, Person];

  it('every action is asked for', () => {
    expect(new Set(asked.flatMap((one) => one.actions))).toEqual(new Set(ALARM_ACTIONS));
  });

  it.each(ALARM_KINDS)('agree about every %s alarm that two acts or three can lead to, for everybody', (kind) => {
    const reached = new Map<string, Alarm>();
    const disagreed: string[] = [];
    const reach = (alarm: Alarm, left: number): void => {
      const state = JSON.stringify([left, alarm]);
      if (reached.has(state)) return;
      reached.set(state, alarm);
      for (const who of people) {
        const available = availableActions(alarm, who);
        for (const { actions: named, decide } of asked) {
          const decision = decide(alarm, who);
          const isAvailable = named.some((action) => available.includes(action));
          if (decision.ok !== isAvailable) disagreed.push(`${who.name} ${named.join('/')} ${JSON.stringify(alarm.response)}`);
          if (!decision.ok) {
            const reasons = named.map((action) => refusalOf(action, alarm, who));
            if (!reasons.includes(decision.error)) disagreed.push(`${who.name} ${named.join('/')} ${decision.error}, not ${reasons}`);
          } else if (left > 0) {
            const after = applyToAlarm(alarm, happened(decision, who));
            if (after) reach(after, left - 1);
          }
        }
      }
    };
    for (const stage of ['open', 'in-progress'] as const) {
      if (stage === 'open' || refusalOf('judge', anAlarm(kind), wang) === null) reach(atStage(kind, stage), 2);
    }
    expect(disagreed).toEqual([]);
    expect(reached.size).toBeGreaterThan(10);
    // Where nobody holds any right nothing is available, whatever the stage.
    const rightless = [...reached.values()].flatMap((alarm) => [
      ...availableActions(alarm, { ...national, rights: new Set() }),
      ...availableActions(alarm, { ...neighbour, rights: new Set(['watch-alarms']) }),
    ]);
    expect(rightless).toEqual([]);
  });
});

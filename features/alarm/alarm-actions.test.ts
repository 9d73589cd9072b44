import { type Capability, type GridNo, NATION } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  ALARM_KINDS,
  type Alarm,
  type AlarmFacts,
  type AlarmKind,
  type AlarmLocation,
  type AlarmStage,
  closureOf,
  INCIDENT_KEEPER_NAME,
  isHandled,
  isInProgress,
  judgementOf,
  UNANSWERED,
} from './alarm.ts';
import * as actions from './alarm-actions.ts';
import {
  type ActingOfficer,
  type ActionRefusal,
  ALARM_ACTIONS,
  type AlarmAction,
  availableActions,
  type Decision,
  refusalOf,
} from './alarm-actions.ts';
import { type AlarmEvent, applyToAlarm } from './alarm-events.ts';

const [WENCHUAN, LIXIAN, ABA, SICHUAN] = ['513221', '513222', '513200', '510000'] as GridNo[] as [GridNo, GridNo, GridNo, GridNo];
const AT = new Date('2026-11-21T00:00:00Z');

interface Person extends ActingOfficer {
  readonly name: string;
}
const ALL_RIGHTS: readonly Capability[] = ['act-on-alarms', 'dispatch', 'delete-alarms'];
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
const HERE: AlarmLocation = { position: { lng: 103.5, lat: 31.4 }, gridNo: WENCHUAN, gridBasis: 'boundary', formattedAddress: '汶川县' };
const THERE: AlarmLocation = { position: { lng: 103.2, lat: 31.5 }, gridNo: LIXIAN, gridBasis: 'nearest-seat', formattedAddress: '理县' };
const anAlarm = (kind: AlarmKind = 'satellite'): Alarm => ({
  ...HERE,
  id: 'a',
  findType: 'satellite',
  observedAt: AT,
  arrivedAt: AT,
  address: null,
  facts: factsOf[kind] as AlarmFacts,
  response: UNANSWERED,
});

/** The alarm after this decision is applied. @throws when the decision is a refusal */
function done(alarm: Alarm, decision: Decision, by: Person = wang): Alarm {
  const after = applyToAlarm(alarm, happened(decision, by));
  if (!after) throw new Error('the alarm is gone');
  return after;
}
function happened(decision: Decision, { accountId, name, gridNo }: Person): AlarmEvent {
  if (!decision.ok) throw new Error(decision.error);
  const actor = { kind: 'officer', accountId, userName: name, fullName: name, post: null, gridNo, desk: null } as const;
  const base = { id: 'e', objectId: 'a', gridNo: WENCHUAN, leftGridNo: null, happenedAt: AT, recordedAt: AT, actor, requestId: null };
  return { ...base, ...decision.value } as AlarmEvent;
}

const real = { verdict: 'real', note: '浓烟', realFireType: 'forest' } as const;
const untrue = { verdict: 'false', note: null, realFireType: 'forest' } as const;
const SENT = { taskId: 't', members: [], priority: 2, content: '核查' } as const;
const END = { outcome: 'no-fire', note: null } as const;

const open = anAlarm();
const inProgress = done(open, actions.judge(open, wang, real));
const dismissed = done(open, actions.judge(open, wang, untrue));
const closed = done(inProgress, actions.close(inProgress, li, { outcome: 'extinguished', note: '已清理余火' }), li);
const handled = done(open, actions.handle(open, wang, null));
const had = done(open, actions.acknowledge(open, wang, false));
const pushed = done(open, actions.push(open, wang, '请支援'));

describe('the response to an alarm', () => {
  // Proves §4.2
  it('an alarm judged real is a fire in progress with its type; one judged false has no type; both are handled', () => {
    const judgement = { ...real, at: AT, by: '王' };
    expect(inProgress).toEqual({ ...open, response: { ...UNANSWERED, stage: 'in-progress', judgement } });
    expect(judgementOf(dismissed.response)).toEqual({ ...untrue, realFireType: null, at: AT, by: '王' });
    expect([inProgress, dismissed].map(({ response }) => [isHandled(response), isInProgress(response)])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('a verdict taken over from the fire is not a person’s judgement: the first judgement by a person is accepted, real or false', () => {
    const inherited: Alarm = {
      ...inProgress,
      response: { ...UNANSWERED, stage: 'in-progress', judgement: { ...real, at: AT, by: INCIDENT_KEEPER_NAME } },
    };
    expect(done(inherited, actions.judge(inherited, li, untrue, true), li).response).toMatchObject({
      stage: 'dismissed',
      judgement: { by: '李' },
    });
    expect(done(inherited, actions.judge(inherited, li, real, true), li).response).toMatchObject({
      stage: 'in-progress',
      judgement: { by: '李' },
    });
    expect(actions.judge(inProgress, li, untrue)).toEqual({ ok: false, error: 'already-judged' });
  });

  it('a closed fire is no longer in progress and has its outcome and the officer who closed it', () => {
    expect(isInProgress(closed.response)).toBe(false);
    expect(closureOf(closed.response)).toEqual({ at: AT, by: '李', outcome: 'extinguished', note: '已清理余火' });
    expect(judgementOf(closed.response)).toEqual(judgementOf(inProgress.response));
  });

  it('only a closed fire that is not an exercise can rekindle; it is in progress again with its judgement', () => {
    const again = actions.rekindle(closed, wang, '余火复燃');
    expect(again).toEqual({ ok: true, value: { kind: 'alarm.rekindled', payload: { reason: '余火复燃' } } });
    expect(done(closed, again)).toEqual(inProgress);
    for (const alarm of [open, inProgress, dismissed, handled, { ...closed, exerciseId: 'e' }])
      expect(actions.rekindle(alarm, wang, '余火复燃')).toEqual({ ok: false, error: 'not-closed' });
  });

  it('an acknowledged alarm is taken over only explicitly; the event names the previous officer', () => {
    const taken = actions.acknowledge(had, li, true);
    expect(taken).toEqual({ ok: true, value: { kind: 'alarm.taken-over', payload: { from: '王' } } });
    expect(done(had, taken, li).response.acknowledgement).toEqual({ at: AT, by: '李', accountId: '李' });
    // An alarm that no officer has acknowledged cannot be taken over, only acknowledged.
    expect(actions.acknowledge(open, li, true)).toEqual({ ok: true, value: { kind: 'alarm.acknowledged', payload: {} } });
  });

  it('a fire in progress can be acknowledged too and remains in progress', () => {
    const acknowledged = done(inProgress, actions.acknowledge(inProgress, li, false), li);
    expect(acknowledged.response).toEqual({ ...inProgress.response, acknowledgement: { at: AT, by: '李', accountId: '李' } });
  });

  it('a correction changes the verdict both ways and keeps the previous judgement', () => {
    const corrected = actions.correct(dismissed, li, real, '复核');
    expect(corrected).toMatchObject({ value: { payload: { previous: { ...untrue, realFireType: null }, reason: '复核' } } });
    expect(isInProgress(done(dismissed, corrected, li).response)).toBe(true);
    const back = done(inProgress, actions.correct(inProgress, li, untrue, '复核'), li);
    expect(back.response).toMatchObject({ stage: 'dismissed', judgement: { verdict: 'false', realFireType: null, by: '李' } });
  });

  it('a judgement keeps the acknowledgement and the push', () => {
    const both = done(had, actions.push(had, wang, null));
    const { acknowledgement, push } = both.response;
    for (const judgement of [real, untrue]) {
      expect(done(both, actions.judge(both, li, judgement), li).response).toMatchObject({ acknowledgement, push });
    }
  });

  it('a withdrawn push may be pushed again', () => {
    expect(pushed.response).toEqual({ ...UNANSWERED, push: { at: AT, note: '请支援', fromGridNo: WENCHUAN } });
    const back = done(pushed, actions.withdrawPush(pushed, wang, '误推'));
    expect(back).toEqual(open);
    expect(done(back, actions.push(back, li, null), li).response.push).toEqual({ at: AT, note: null, fromGridNo: WENCHUAN });
  });

  it('a dispatch handles an open alarm and does not change the stage of a handled one', () => {
    expect(done(inProgress, actions.dispatch(inProgress, wang, SENT))).toEqual(inProgress);
    expect(done(handled, actions.dispatch(handled, wang, SENT))).toEqual(handled);
    expect(done(open, actions.dispatch(open, wang, SENT)).response.stage).toBe('handled');
  });

  it('an alarm handled without a judgement can return to the queue, and can still be judged', () => {
    expect(done(handled, actions.reopen(handled, li), li)).toEqual(open);
    expect(isInProgress(done(handled, actions.judge(handled, li, real), li).response)).toBe(true);
  });

  it('a pushed smoke alarm leaves the queue and names the alarm it became', () => {
    const smoke = anAlarm('smoke');
    const decision = actions.pushSmoke(smoke, wang, 'camera alarm');
    expect(decision).toMatchObject({ value: { payload: { toAlarmId: 'camera alarm' } } });
    expect(done(smoke, decision).response).toEqual({ ...UNANSWERED, stage: 'handled', push: { at: AT, note: null, fromGridNo: WENCHUAN } });
  });

  it('a danger can be put right only once, also after a dispatch', () => {
    const danger = anAlarm('danger');
    const visited = done(danger, actions.dispatch(danger, wang, SENT));
    for (const alarm of [danger, visited]) {
      const renovated = done(alarm, actions.renovate(alarm, wang, '已整改'));
      expect(renovated).toMatchObject({ facts: { checkStatus: 'renovated' }, response: { stage: 'handled' } });
      expect(actions.renovate(renovated, wang, null)).toEqual({ ok: false, error: 'already-handled' });
    }
    expect(done(danger, actions.handle(danger, wang, null)).facts).toEqual(danger.facts);
  });

  it('a moved camera alarm loses the distances of its ray; a moved report takes the height of the new place', () => {
    const [camera, report] = [anAlarm('camera'), anAlarm('report')];
    const decision = actions.move(camera, wang, THERE, 1_500);
    expect(decision).toMatchObject({ value: { payload: { from: HERE, to: THERE, heightMetres: 1_500 } } });
    const facts = { kind: 'camera', distanceMetres: null, nearMetres: null, farMetres: null };
    expect(done(camera, decision)).toEqual({ ...camera, ...THERE, facts });
    expect(done(report, actions.move(report, wang, THERE, 1_500)).facts).toMatchObject({ altitudeMetres: 1_500 });
    expect(done(report, actions.move(report, wang, THERE, null)).facts).toMatchObject({ altitudeMetres: 1_200 });
    expect(actions.move(camera, wang, { ...THERE, position: HERE.position }, null)).toEqual({ ok: false, error: 'nothing-changes' });
  });

  it('an edit contains only the fields that differ', () => {
    const decision = actions.edit(open, wang, { areaHectares: 2.5, address: '双河村', confidence: null });
    expect(decision).toEqual({
      ok: true,
      value: {
        kind: 'alarm.edited',
        payload: { changes: { areaHectares: { from: null, to: 2.5 }, address: { from: null, to: '双河村' } } },
      },
    });
    const edited = done(open, decision);
    expect(edited).toEqual({ ...open, address: '双河村', facts: { kind: 'satellite', areaHectares: 2.5 } });
    const restored = done(edited, actions.edit(edited, wang, { areaHectares: null }));
    expect(restored).toEqual({ ...open, address: '双河村' });
    for (const changes of [{}, { address: '双河村', areaHectares: 2.5 }]) {
      expect(actions.edit(edited, wang, changes)).toEqual({ ok: false, error: 'nothing-changes' });
    }
  });

  it('a deleted alarm is not restored by a later event', () => {
    const camera = anAlarm('camera');
    expect(applyToAlarm(camera, happened(actions.remove(camera, wang, '测试'), wang))).toBeNull();
    expect(applyToAlarm(null, happened(actions.handle(camera, wang, null), wang))).toBeNull();
  });

  it('a judgement is compared with the current one by the given fields only', () => {
    const cases: [Alarm, Parameters<typeof actions.isSameAsCurrent>[1], boolean][] = [
      [inProgress, { verdict: 'real' }, true],
      [inProgress, real, true],
      [inProgress, { ...real, note: null }, false],
      [inProgress, { ...real, realFireType: 'farm' }, false],
      [inProgress, { verdict: 'false' }, false],
      [closed, real, true],
      [dismissed, { verdict: 'false', note: null, realFireType: null }, true],
      [open, { verdict: 'real' }, false],
    ];
    for (const [alarm, given, expected] of cases) expect(actions.isSameAsCurrent(alarm, given)).toBe(expected);
  });

  const [report, smoke, danger] = [anAlarm('report'), anAlarm('smoke'), anAlarm('danger')];
  const national = person('国', NATION);
  const refusals: readonly [string, Decision, ActionRefusal][] = [
    ['judge the judged', actions.judge(inProgress, li, untrue), 'already-judged'],
    ['correct the unjudged', actions.correct(open, li, real, ''), 'not-judged'],
    ['correct the handled', actions.correct(handled, li, real, ''), 'not-judged'],
    ['correct into the same', actions.correct(inProgress, li, real, ''), 'nothing-changes'],
    ['correct a false one into the same with a type', actions.correct(dismissed, li, untrue, ''), 'nothing-changes'],
    ['acknowledge a colleague’s', actions.acknowledge(had, li, false), 'already-acknowledged'],
    ['acknowledge one’s own again', actions.acknowledge(had, wang, false), 'nothing-changes'],
    ['take over one’s own', actions.acknowledge(had, wang, true), 'nothing-changes'],
    ['acknowledge the false', actions.acknowledge(dismissed, li, false), 'already-judged'],
    ['push the pushed', actions.push(pushed, li, null), 'already-pushed'],
    ['push from the top', actions.push(open, national, null), 'no-superior'],
    ['withdraw what was not pushed', actions.withdrawPush(open, wang, null), 'not-pushed'],
    ['handle the handled', actions.handle(handled, wang, null), 'already-handled'],
    ['handle the judged', actions.handle(dismissed, wang, null), 'already-handled'],
    ['reopen the open', actions.reopen(open, wang), 'not-handled'],
    ['reopen the judged', actions.reopen(inProgress, wang), 'already-judged'],
    ['dispatch to the false', actions.dispatch(dismissed, wang, SENT), 'already-judged'],
    ['close what does not burn', actions.close(dismissed, li, END), 'not-in-progress'],
    ['close the open', actions.close(open, li, END), 'not-in-progress'],
    ['acknowledge the closed', actions.acknowledge(closed, li, true), 'closed'],
    ['judge the closed', actions.judge(closed, li, real), 'closed'],
    ['correct the closed', actions.correct(closed, li, untrue, ''), 'closed'],
    ['correct the closed into the same', actions.correct(closed, li, real, ''), 'closed'],
    ['push the closed', actions.push(closed, li, null), 'closed'],
    ['withdraw from the closed', actions.withdrawPush(closed, li, null), 'closed'],
    ['handle the closed', actions.handle(closed, li, null), 'closed'],
    ['reopen the closed', actions.reopen(closed, li), 'closed'],
    ['dispatch to the closed', actions.dispatch(closed, li, SENT), 'closed'],
    ['close the closed', actions.close(closed, li, END), 'closed'],
    ['edit the closed', actions.edit(closed, li, { address: '新' }), 'closed'],
    ['judge smoke', actions.judge(smoke, li, real), 'not-judged-kind'],
    ['correct a danger', actions.correct(danger, li, untrue, ''), 'not-judged-kind'],
    ['give a report a type', actions.judge(report, li, real), 'report-has-no-type'],
    ['send people to smoke that was not pushed on', actions.dispatch(smoke, li, SENT), 'smoke-not-pushed'],
    ['push smoke up as it is', actions.push(smoke, li, null), 'not-for-kind'],
    ['push on what is no smoke', actions.pushSmoke(open, li, 'b'), 'not-for-kind'],
    ['put right what is no danger', actions.renovate(open, li, null), 'not-for-kind'],
    ['move what a satellite saw', actions.move(open, li, THERE, null), 'not-for-kind'],
    ['delete what a satellite saw', actions.remove(open, li, ''), 'not-for-kind'],
    ['close a danger', actions.close(danger, li, END), 'not-in-progress'],
  ];
  it.each(refusals)('nobody can %s', (_name, answer, why) => expect(answer).toEqual({ ok: false, error: why }));
});

/** One alarm of each kind at each stage that it can reach, before anyone has acknowledged or pushed it. */
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

describe('available actions', () => {
  const table: readonly [AlarmKind, AlarmStage['stage'], readonly AlarmAction[]][] = [
    ['satellite', 'open', ['acknowledge', 'judge', 'dispatch', 'push', 'handle', 'edit']],
    ['satellite', 'handled', ['acknowledge', 'judge', 'dispatch', 'push', 'reopen', 'edit']],
    ['satellite', 'dismissed', ['push', 'correct', 'edit']],
    ['satellite', 'in-progress', ['acknowledge', 'dispatch', 'push', 'close', 'correct', 'edit']],
    ['satellite', 'closed', ['rekindle']],
    ['camera', 'open', ['acknowledge', 'judge', 'dispatch', 'push', 'handle', 'move', 'edit', 'delete']],
    ['camera', 'dismissed', ['push', 'correct', 'move', 'edit', 'delete']],
    ['camera', 'closed', ['rekindle', 'delete']],
    ['report', 'open', ['acknowledge', 'judge', 'dispatch', 'push', 'handle', 'move', 'edit']],
    ['report', 'closed', ['rekindle']],
    ['smoke', 'open', ['push-smoke', 'handle', 'delete']],
    ['smoke', 'handled', ['push-smoke', 'reopen', 'delete']],
    ['danger', 'open', ['acknowledge', 'dispatch', 'handle', 'renovate']],
    ['danger', 'handled', ['acknowledge', 'dispatch', 'renovate', 'reopen']],
  ];
  it.each(table)('match the table for a %s alarm that is %s', (kind, stage, expected) => {
    expect(availableActions(atStage(kind, stage), wang)).toEqual(expected);
  });

  const byRight: readonly [readonly Capability[], AlarmKind, readonly AlarmAction[]][] = [
    [[], 'camera', []],
    [['watch-alarms', 'see-rangers', 'read-audit'], 'camera', []],
    [['act-on-alarms'], 'camera', ['acknowledge', 'judge', 'push', 'handle', 'move', 'edit']],
    [['dispatch'], 'camera', ['dispatch']],
    [['delete-alarms'], 'camera', ['delete']],
    [['delete-alarms'], 'satellite', []],
    [['dispatch', 'delete-alarms'], 'smoke', ['delete']],
  ];
  it.each(byRight)('match the rights %j on an open %s alarm', (rights, kind, expected) => {
    expect(availableActions(anAlarm(kind), person('某', WENCHUAN, rights))).toEqual(expected);
  });

  it('the officer who has acknowledged an alarm cannot acknowledge it again; a colleague can take it over', () => {
    expect(availableActions(had, wang)).toEqual(['judge', 'dispatch', 'push', 'handle', 'edit']);
    expect(availableActions(had, li)).toEqual(['take-over', 'judge', 'dispatch', 'push', 'handle', 'edit']);
  });
});

describe('a push', () => {
  const upwards: readonly AlarmAction[] = ['push', 'pass-on', 'withdraw-push'];
  const may = (alarm: Alarm, gridNo: GridNo) => availableActions(alarm, person('某', gridNo)).filter((action) => upwards.includes(action));
  const passedOn = done(pushed, actions.push(pushed, person('州', ABA), '转报'), person('州', ABA));

  it('is passed on by the grids above, and withdrawn by the grid it came from or one above', () => {
    expect([may(open, WENCHUAN), may(open, ABA), may(open, NATION)]).toEqual([['push'], ['push'], []]);
    expect([may(pushed, WENCHUAN), may(pushed, LIXIAN)]).toEqual([['withdraw-push'], []]);
    expect([may(pushed, ABA), may(pushed, SICHUAN)]).toEqual([
      ['pass-on', 'withdraw-push'],
      ['pass-on', 'withdraw-push'],
    ]);
    expect(may(pushed, NATION)).toEqual(['withdraw-push']);
  });

  it('that was passed on can no longer be withdrawn by grids below the one that passed it on', () => {
    expect(passedOn.response.push).toEqual({ at: AT, note: '转报', fromGridNo: ABA });
    expect([may(passedOn, WENCHUAN), may(passedOn, ABA), may(passedOn, SICHUAN), may(passedOn, NATION)]).toEqual([
      [],
      ['withdraw-push'],
      ['pass-on', 'withdraw-push'],
      ['withdraw-push'],
    ]);
  });

  it('is refused with the reason', () => {
    const refusals: readonly [AlarmAction, Alarm, GridNo, ActionRefusal | null][] = [
      ['push', pushed, WENCHUAN, 'already-pushed'],
      ['push', pushed, ABA, 'already-pushed'],
      ['pass-on', open, ABA, 'not-pushed'],
      ['pass-on', pushed, WENCHUAN, 'already-pushed'],
      ['pass-on', pushed, LIXIAN, 'already-pushed'],
      ['pass-on', passedOn, ABA, 'already-pushed'],
      ['pass-on', pushed, NATION, 'no-superior'],
      ['pass-on', pushed, ABA, null],
      ['withdraw-push', open, WENCHUAN, 'not-pushed'],
      ['withdraw-push', pushed, LIXIAN, 'pushed-further'],
      ['withdraw-push', passedOn, WENCHUAN, 'pushed-further'],
      ['withdraw-push', passedOn, SICHUAN, null],
    ];
    for (const [action, alarm, gridNo, why] of refusals) {
      expect([action, gridNo, refusalOf(action, alarm, { accountId: '某', gridNo })]).toEqual([action, gridNo, why]);
    }
  });
});

describe('available actions and decisions', () => {
  /** A decision that asks for one of these actions. */
  interface ActionCase {
    readonly actions: readonly AlarmAction[];
    readonly decide: (alarm: Alarm, who: Person) => Decision;
  }
  const untyped = { ...real, realFireType: null };
  const noteOf = ({ response }: Alarm) => judgementOf(response)?.note;
  // A requested change always differs from the current value.
  const actionCases: readonly ActionCase[] = [
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
    { actions: ['rekindle'], decide: (alarm, who) => actions.rekindle(alarm, who, '余火') },
    {
      actions: ['move'],
      decide: (alarm, who) => actions.move(alarm, who, { ...THERE, position: { ...THERE.position, lng: alarm.position.lng + 1 } }, null),
    },
    { actions: ['edit'], decide: (alarm, who) => actions.edit(alarm, who, { address: `又：${alarm.address}` }) },
    { actions: ['delete'], decide: (alarm, who) => actions.remove(alarm, who, '测试') },
  ];
  const people = [wang, li, person('理', LIXIAN), person('州', ABA), person('省', SICHUAN), person('国', NATION)];
  const [, , neighbour, , , national] = people as [Person, Person, Person, Person, Person, Person];

  it('every action has a case', () => {
    expect(new Set(actionCases.flatMap((one) => one.actions))).toEqual(new Set(ALARM_ACTIONS));
  });

  it.each(ALARM_KINDS)('agree for every %s alarm that two or three actions can lead to, for every officer', (kind) => {
    const reached = new Map<string, Alarm>();
    const disagreed: string[] = [];
    const reach = (alarm: Alarm, left: number): void => {
      const state = JSON.stringify([left, alarm]);
      if (reached.has(state)) return;
      reached.set(state, alarm);
      for (const who of people) {
        const available = availableActions(alarm, who);
        for (const { actions: named, decide } of actionCases) {
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
    // Without the right for it no action is available, whatever the stage.
    const rightless = [...reached.values()].flatMap((alarm) => [
      ...availableActions(alarm, { ...national, rights: new Set() }),
      ...availableActions(alarm, { ...neighbour, rights: new Set(['watch-alarms']) }),
    ]);
    expect(rightless).toEqual([]);
  });
});

import type { GridNo } from '@lookout/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alarm, type AlarmFacts, type AlarmResponse, UNANSWERED } from '../alarm/alarm.ts';
import type { CalmingReason } from '../alarm/certainty.ts';
import {
  dutyReach,
  type FireMember,
  isAnswered,
  isAtLeast,
  maskedAddress,
  NOTIFICATION_LEVELS,
  NOTIFICATION_STAGES,
  type NotificationLevel,
  type NotificationStage,
  nextNotification,
  nextRepeat,
  notificationDanger,
  notificationStage,
  quietUntil,
  repeatDue,
  type StageFacts,
  subscribedGrids,
} from './notification.ts';

const WENCHUAN = '513221' as GridNo;
const LINE = ['513221', '513200', '510000', '100000'] as GridNo[];
const report: AlarmFacts = {
  kind: 'report',
  altitudeMetres: null,
  accuracyMetres: null,
  pointing: null,
  description: null,
  comment: null,
  reporterId: null,
  reporterName: null,
  reporterPhone: null,
  pictures: [],
};
const danger: AlarmFacts = {
  kind: 'danger',
  resourceName: '林区',
  resourceType: null,
  dangerType: null,
  dangerDescription: null,
  checkStatus: 'open',
  renovationPictures: [],
};
const judged = (stage: 'in-progress' | 'dismissed' | 'closed'): AlarmResponse =>
  ({
    ...UNANSWERED,
    stage,
    judgement: { verdict: stage === 'dismissed' ? 'false' : 'real', note: null, realFireType: null, at: new Date(0), by: '某' },
    ...(stage === 'closed' && { closure: { at: new Date(0), by: '某', outcome: 'extinguished', note: null } }),
  }) as AlarmResponse;

interface Given {
  readonly id?: string;
  readonly response?: AlarmResponse;
  readonly facts?: AlarmFacts;
  readonly calmedBy?: readonly CalmingReason[];
  readonly exerciseId?: string;
}
const aMember = ({ id = 'a', response = UNANSWERED, facts = report, calmedBy = [], exerciseId }: Given = {}): FireMember => ({
  alarm: {
    id,
    findType: 'person',
    position: { lng: 103.6, lat: 31.5 },
    gridNo: WENCHUAN,
    gridBasis: 'boundary',
    formattedAddress: '汶川县',
    observedAt: new Date(0),
    arrivedAt: new Date(0),
    address: null,
    facts,
    response,
    ...(exerciseId !== undefined && { exerciseId }),
  } as Alarm,
  evidence: { look: id, probability: 0.9, calmedBy, threatens: { inhabitants: 2_000, dangerSources: 0 } },
});
const FACTS: StageFacts = { levelOf: () => null, hasResponse: () => false };
const stageOf = (members: readonly FireMember[], facts: Partial<StageFacts> = {}) => notificationStage(members, { ...FACTS, ...facts });

describe('a fire reaches', () => {
  it('待核实 when it is new, 高危 when it is as dangerous as an alarm of high priority', () => {
    expect(stageOf([aMember()], { levelOf: () => 1 })).toBe('unjudged');
    expect(stageOf([aMember()], { levelOf: () => 5 })).toBe('dangerous');
  });

  it('确认真火 when one of its alarms was judged real, and 启动响应 when a plan runs for one', () => {
    const members = [aMember({ response: judged('in-progress') }), aMember({ id: 'b' })];
    expect(stageOf(members)).toBe('confirmed');
    expect(stageOf(members, { hasResponse: (id) => id === 'b' })).toBe('response');
  });

  it('解除 only when all of its alarms are false or closed', () => {
    expect(stageOf([aMember({ response: judged('dismissed') }), aMember({ id: 'b', response: judged('closed') })])).toBe('over');
    expect(stageOf([aMember({ response: judged('dismissed') }), aMember({ id: 'b' })], { levelOf: () => 1 })).toBe('unjudged');
  });

  it('no level when it is in a mask or at known heat, an exercise or a danger check; an alarm judged real is notified regardless', () => {
    for (const calmedBy of ['known-heat', 'mask', 'burning'] as const) {
      expect(stageOf([aMember({ calmedBy: [calmedBy] })])).toBeNull();
      expect(stageOf([aMember({ calmedBy: [calmedBy], response: judged('in-progress') })])).toBe('confirmed');
    }
    expect(stageOf([aMember({ exerciseId: 'x', response: judged('in-progress') })])).toBeNull();
    expect(stageOf([aMember({ facts: danger })])).toBeNull();
    expect(stageOf([])).toBeNull();
    // One alarm without `calmedBy` is sufficient.
    expect(stageOf([aMember({ calmedBy: ['mask'] }), aMember({ id: 'b' })], { levelOf: () => 1 })).toBe('unjudged');
  });
});

it('a fire is as dangerous as the most dangerous of its alarms that burn or are open and have no `calmedBy`', () => {
  const dangerOf = (members: readonly FireMember[], level: 1 | 5 = 1) => notificationDanger(members, { levelOf: () => level });
  const open = dangerOf([aMember()]) ?? 0;
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThanOrEqual(1);
  expect(dangerOf([aMember()], 5)).toBeGreaterThan(open);
  expect(dangerOf([aMember({ response: judged('in-progress') }), aMember({ id: 'b' })])).toBeGreaterThan(1);
  expect(dangerOf([aMember(), aMember({ id: 'b', response: judged('dismissed') })])).toBe(open);
  expect(dangerOf([aMember({ calmedBy: ['mask'] })])).toBeNull();
  expect(dangerOf([aMember({ response: judged('closed') })])).toBeNull();
});

describe('a user is notified of a fire', () => {
  const of = (
    stage: NotificationStage | null,
    sent: readonly NotificationStage[],
    least: NotificationLevel = 'unjudged',
    tellsEnd = true,
  ) => nextNotification(stage, { least, tellsEnd }, sent);

  it('when it first reaches the chosen level, and again only when it reaches a higher one', () => {
    expect(of('unjudged', [])).toEqual({ stage: 'unjudged', round: 0 });
    expect(of('unjudged', ['unjudged'])).toBeNull();
    expect(of('dangerous', ['unjudged'])).toEqual({ stage: 'dangerous', round: 0 });
    expect(of('unjudged', ['unjudged', 'dangerous'])).toBeNull();
    expect(of('dangerous', [], 'confirmed')).toBeNull();
    expect(of('confirmed', [], 'confirmed')).toEqual({ stage: 'confirmed', round: 0 });
    expect(of(null, [])).toBeNull();
  });

  it('of its end once, if the user was notified of the fire and chose this', () => {
    expect(of('over', [])).toBeNull();
    expect(of('over', ['unjudged'])).toEqual({ stage: 'over', round: 0 });
    expect(of('over', ['unjudged'], 'unjudged', false)).toBeNull();
    expect(of('over', ['unjudged', 'over'])).toBeNull();
  });

  it('again when it turns out to burn after all', () => {
    expect(of('confirmed', ['confirmed', 'over'])).toEqual({ stage: 'confirmed', round: 1 });
    expect(of('confirmed', ['confirmed', 'over', 'confirmed'])).toBeNull();
  });

  it('never twice of one level in one round, whatever happens to the fire', () => {
    const stages = fc.array(fc.constantFrom(...NOTIFICATION_STAGES), { maxLength: 30 });
    fc.assert(
      fc.property(stages, fc.constantFrom(...NOTIFICATION_LEVELS), (course, least) => {
        const sent: NotificationStage[] = [];
        const keys: string[] = [];
        for (const stage of course) {
          const next = nextNotification(stage, { least, tellsEnd: true }, sent);
          if (next === null) continue;
          sent.push(next.stage);
          keys.push(`${next.round}/${next.stage}`);
          expect(next.stage === 'over' || isAtLeast(next.stage, least)).toBe(true);
        }
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe('quiet hours', () => {
  const night = { begin: 22 * 60, end: 7 * 60, except: 'confirmed' } as const;
  const at = (beijing: string) => new Date(`2026-11-27T${beijing}:30+08:00`);
  const until = (text: string | null, day = '27') => (text === null ? null : new Date(`2026-11-${day}T${text}:00+08:00`));

  it('across midnight end on the next day or on the same one', () => {
    expect(quietUntil(night, 'unjudged', at('23:00'))).toEqual(until('07:00', '28'));
    expect(quietUntil(night, 'unjudged', at('06:59'))).toEqual(until('07:00'));
    expect(quietUntil(night, 'unjudged', at('22:00'))).toEqual(until('07:00', '28'));
    expect(quietUntil(night, 'unjudged', at('07:00'))).toBeNull();
    expect(quietUntil(night, 'unjudged', at('21:59'))).toBeNull();
  });

  it('within a day', () => {
    const noon = { begin: 12 * 60, end: 14 * 60, except: null };
    expect(quietUntil(noon, 'response', at('13:00'))).toEqual(until('14:00'));
    expect(quietUntil(noon, 'response', at('14:00'))).toBeNull();
  });

  it('do not hold back messages at or above the exception level, nor anything if no quiet hours are set', () => {
    expect(quietUntil(night, 'confirmed', at('23:00'))).toBeNull();
    expect(quietUntil(night, 'dangerous', at('23:00'))).not.toBeNull();
    expect(quietUntil(night, 'over', at('23:00'))).not.toBeNull();
    expect(quietUntil(null, 'unjudged', at('23:00'))).toBeNull();
  });
});

describe('an officer on duty is notified again', () => {
  const policy = { repeatMinutes: 5, repeats: 2 };
  const after = (minutes: number) => repeatDue(new Date(0), policy, LINE, new Date(minutes * 60_000));

  it('every few minutes, then the desk above, up to the province and no further', () => {
    expect([0, 4].map(after)).toEqual([null, null]);
    expect([5, 10, 15, 20, 25, 30].map(after)).toEqual(
      ['513221', '513221', '513200', '513200', '510000', '510000'].map((gridNo, n) => ({ gridNo, number: n + 1 })),
    );
    expect(after(35)).toBeNull();
  });

  it('and the next reminder is known: its time and its desk', () => {
    const next = (minutes: number) => {
      const found = nextRepeat(new Date(0), policy, LINE, new Date(minutes * 60_000));
      return found && [found.at.getTime() / 60_000, found.gridNo, found.number];
    };
    // The reminder that is due is the one that was next just before.
    expect([-1, 0, 4.9, 5, 12, 29, 30].map(next)).toEqual([
      [5, '513221', 1],
      [5, '513221', 1],
      [5, '513221', 1],
      [10, '513221', 2],
      [15, '513200', 3],
      [30, '510000', 6],
      null,
    ]);
    expect(nextRepeat(new Date(0), { repeatMinutes: 5, repeats: 0 }, LINE, new Date(0))).toBeNull();
  });

  it('not at all if the policy has no repeats', () => {
    expect(repeatDue(new Date(0), { repeatMinutes: 5, repeats: 0 }, LINE, new Date(3_600_000))).toBeNull();
  });

  it('until an officer has acknowledged or judged one of its alarms', () => {
    const acknowledged = { ...UNANSWERED, acknowledgement: { at: new Date(0), by: '某', accountId: 'x' } };
    expect(isAnswered([aMember(), aMember({ id: 'b' })])).toBe(false);
    expect(isAnswered([aMember(), aMember({ id: 'b', response: acknowledged })])).toBe(true);
    expect(isAnswered([aMember(), aMember({ id: 'b', response: judged('in-progress') })])).toBe(true);
  });
});

describe('a duty list', () => {
  const reach = (list: Parameters<typeof dutyReach>[0], ...setUp: readonly string[]) =>
    dutyReach(list, (channel) => setUp.includes(channel));

  it('reaches users who chose a channel that this server can send by, from their lowest level on', () => {
    const list = [
      [],
      [['sms', 'confirmed']],
      [
        ['email', 'dangerous'],
        ['push', 'response'],
      ],
    ] as const;
    expect(reach(list, 'sms', 'push', 'email')).toEqual({ onList: 3, reached: 2, from: 'dangerous', gap: null });
    expect(reach(list, 'sms')).toEqual({ onList: 3, reached: 1, from: 'confirmed', gap: null });
  });

  it('that reaches nobody states why', () => {
    expect(reach([], 'sms')).toEqual({ onList: 0, reached: 0, from: null, gap: 'nobody-on-list' });
    expect(reach([[], []], 'sms')).toEqual({ onList: 2, reached: 0, from: null, gap: 'no-channel' });
    expect(reach([[['sms', 'unjudged']]], 'push')).toEqual({ onList: 1, reached: 0, from: null, gap: 'not-set-up' });
  });
});

describe('the grids of a choice', () => {
  it('are the own grid if none was chosen, and never lie outside it', () => {
    expect(subscribedGrids({ grids: [] }, '513200' as GridNo)).toEqual(['513200']);
    expect(subscribedGrids({ grids: ['513221', '513222'] as GridNo[] }, '513200' as GridNo)).toEqual(['513221', '513222']);
    // The account has been moved to another prefecture since.
    expect(subscribedGrids({ grids: ['513221'] as GridNo[] }, '410700' as GridNo)).toEqual(['410700']);
  });
});

it('an address is shown with its middle masked', () => {
  expect(maskedAddress('13800000001')).toBe('138****01');
  expect(maskedAddress('zhang.san@example.cn')).toBe('z****@example.cn');
});

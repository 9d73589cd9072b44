import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { type Alarm, type AlarmFacts, type AlarmResponse, UNANSWERED } from '../../alarm/alarm.ts';
import { NO_NOTIFICATIONS, type NotificationChoice, USUAL_POLICY } from '../notification.ts';
import type { Recipient } from '../notification-settings.store.ts';
import type { MemberOfFire, SentNotification } from '../notifications.store.ts';
import {
  type Audience,
  type FireToNotify,
  firstNotifications,
  type NotificationFacts,
  repeatedNotifications,
} from './fire-notifications.ts';

const NOW = new Date('2026-11-27T02:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const [WENCHUAN, LIXIAN, ABA] = ['513221', '513222', '513200'] as GridNo[] as [GridNo, GridNo, GridNo];
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
const REAL: AlarmResponse = {
  ...UNANSWERED,
  stage: 'in-progress',
  judgement: { verdict: 'real', note: null, realFireType: null, at: minutesAgo(1), by: '某' },
};
const aMember = (
  id: string,
  { gridNo = WENCHUAN, response = UNANSWERED, observedAt = minutesAgo(5) }: Partial<Alarm> = {},
): MemberOfFire => ({
  fireId: 'fire',
  isJoined: true,
  evidence: null,
  alarm: {
    id,
    findType: 'person',
    position: { lng: 103.6, lat: 31.5 },
    gridNo,
    gridBasis: 'boundary',
    formattedAddress: '威州镇',
    observedAt,
    arrivedAt: NOW,
    address: null,
    facts: report,
    response,
  },
});
const aFire = (members: readonly MemberOfFire[], sent: readonly SentNotification[] = []): FireToNotify => ({
  fireId: 'fire',
  members,
  told: sent,
});
const aPerson = (accountId: string, gridNo: GridNo, over: Partial<Recipient> = {}): Recipient => ({
  accountId,
  fullName: accountId,
  gridNo,
  phone: '13800000001',
  choice: null,
  ...over,
});
const chooses = (channels: NotificationChoice['channels']) => ({
  choice: { ...NO_NOTIFICATIONS, channels, email: 'a@example.cn' },
});
const sent = (over: Partial<SentNotification>): SentNotification => ({
  fireId: 'fire',
  alarmId: 'a',
  accountId: 'aba',
  webhookId: null,
  channel: 'sms',
  stage: 'unjudged',
  repeat: 0,
  isDuty: false,
  createdAt: minutesAgo(5),
  ...over,
});
const nobody: Audience = { choosers: [], webhooks: [], dutyListOf: () => [], presentAt: () => null, policyOf: () => USUAL_POLICY };
const FACTS: NotificationFacts = {
  levelOf: () => 1,
  hasResponse: () => false,
  nameOf: (gridNo) => gridNo,
  isSetUp: (channel) => channel !== 'email',
  now: NOW,
};
const first = (fire: FireToNotify, audience: Partial<Audience>) =>
  firstNotifications(fire, { ...nobody, ...audience }, FACTS).map(({ accountId, channel, stage, isDuty, state, gridNo }) =>
    [accountId, channel, stage, isDuty ? 'duty' : '', state, gridNo].join(' ').replace('  ', ' '),
  );

describe('a fire of two counties', () => {
  const members = [aMember('a'), aMember('b', { gridNo: LIXIAN, response: REAL })];

  it("is notified to each user by the alarms in the user's own grid", () => {
    const choosers = [
      aPerson('wenchuan', WENCHUAN, chooses({ sms: 'unjudged' })),
      aPerson('lixian', LIXIAN, chooses({ sms: 'unjudged' })),
      aPerson('aba', ABA, chooses({ sms: 'unjudged' })),
      aPerson('weihui', '410781' as GridNo, chooses({ sms: 'unjudged' })),
    ];
    expect(first(aFire(members), { choosers })).toEqual([
      'wenchuan sms unjudged waiting 513221',
      'lixian sms confirmed waiting 513222',
      'aba sms confirmed waiting 513200',
    ]);
  });

  it('that resulted from merging two is not notified again if one of them was before', () => {
    const choosers = [aPerson('aba', ABA, chooses({ sms: 'unjudged' }))];
    const before = [sent({ fireId: 'another', alarmId: 'b', stage: 'confirmed' })];
    expect(first(aFire(members, before), { choosers })).toEqual([]);
    // Notified under this name about an alarm that has been deleted since.
    expect(first(aFire(members, [sent({ alarmId: 'gone', stage: 'confirmed' })]), { choosers })).toEqual([]);
  });
});

describe('a message', () => {
  it('of a channel that is not configured is stored; without an address there is no message', () => {
    const choosers = [
      aPerson('a', ABA, chooses({ email: 'unjudged', push: 'unjudged' })),
      aPerson('b', ABA, { phone: 'none', ...chooses({ sms: 'unjudged' }) }),
    ];
    expect(first(aFire([aMember('a')]), { choosers })).toEqual(['a push unjudged waiting 513221', 'a email unjudged kept 513221']);
  });

  it('is not created for alarms observed more than a day ago, unless a user judges them now', () => {
    const choosers = [aPerson('aba', ABA, chooses({ sms: 'unjudged' }))];
    const old = { observedAt: minutesAgo(25 * 60) };
    expect(first(aFire([aMember('a', old)]), { choosers })).toEqual([]);
    expect(first(aFire([aMember('a', { ...old, response: REAL })]), { choosers })).toEqual(['aba sms confirmed waiting 513221']);
  });
});

describe('the duty list', () => {
  const list = [aPerson('one', WENCHUAN), aPerson('two', WENCHUAN, chooses({ push: 'confirmed', sms: 'confirmed' }))];
  const duty = (gridNo: GridNo) => (gridNo === WENCHUAN ? list : gridNo === ABA ? [aPerson('aba', ABA)] : []);

  it("is notified by short message from the policy's level on, whatever was chosen; without a policy level only users who chose it", () => {
    const policyOf = () => ({ ...USUAL_POLICY, dutyLevel: 'unjudged' as const });
    expect(first(aFire([aMember('a')]), { dutyListOf: duty, choosers: [list[1] as Recipient], policyOf })).toEqual([
      'two sms unjudged duty waiting 513221',
      'one sms unjudged duty waiting 513221',
    ]);
    expect(first(aFire([aMember('a', { response: REAL })]), { dutyListOf: duty })).toEqual([
      'two sms confirmed duty waiting 513221',
      'two push confirmed duty waiting 513221',
    ]);
  });

  const again = (minutes: number, more: { readonly present?: string; readonly response?: AlarmResponse; readonly over?: boolean } = {}) => {
    const before = [
      sent({ accountId: 'one', isDuty: true, createdAt: minutesAgo(minutes) }),
      ...(more.over ? [sent({ accountId: 'one', isDuty: true, stage: 'over', createdAt: minutesAgo(1) })] : []),
    ];
    const audience: Audience = {
      ...nobody,
      dutyListOf: duty,
      presentAt: () => more.present ?? null,
      policyOf: () => ({ dutyLevel: 'unjudged', repeatMinutes: 5, repeats: 2 }),
    };
    const response = more.response ?? UNANSWERED;
    return repeatedNotifications(aFire([aMember('a', { response })], before), audience, FACTS).map(
      ({ accountId, repeat }) => `${accountId} ${repeat}`,
    );
  };

  it('is reminded: the officer on duty, or everyone if none is; then the desk above', () => {
    expect(again(4)).toEqual([]);
    expect(again(5)).toEqual(['one 1', 'two 1']);
    expect(again(6, { present: 'two' })).toEqual(['two 1']);
    expect(again(15)).toEqual(['aba 3']);
    // The province's list is empty.
    expect(again(25)).toEqual([]);
  });

  it('is not reminded after an officer has handled the fire, or when the fire is over', () => {
    expect(again(5, { response: { ...UNANSWERED, acknowledgement: { at: NOW, by: '某', accountId: 'x' } } })).toEqual([]);
    expect(again(5, { response: REAL })).toEqual([]);
    expect(again(5, { over: true })).toEqual([]);
  });
});

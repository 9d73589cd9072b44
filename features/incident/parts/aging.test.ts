import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { anAlarm, HANDLED } from '../../testing/builders.ts';
import { ageBy, dutyOfficerOf } from './aging.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const WENCHUAN = '513221' as GridNo;
const ago = (minutes: number) => new Date(NOW - minutes * 60_000);
const waiting = (minutes: number, over: object = {}): NamedAlarm =>
  ({ ...anAlarm('camera', { id: crypto.randomUUID(), gridNo: WENCHUAN, arrivedAt: ago(minutes) }), ...over }) as NamedAlarm;

const facts = (over: Partial<Parameters<typeof ageBy>[0]> = {}) =>
  ageBy({ policies: new Map(), isOfBurning: () => false, evidenceOf: () => undefined, now: NOW, ...over });

it("a fire's age counts from its first alarm, by the policy of its grid or the nearest grid above", () => {
  expect(facts()([waiting(3), waiting(12)])).toEqual({ since: ago(12), step: 'due' });
  const policies = new Map([
    ['513200' as GridNo, { repeatMinutes: 2, repeats: 3 }],
    ['513222' as GridNo, { repeatMinutes: 60, repeats: 1 }],
  ]);
  expect(facts({ policies })([waiting(12)])?.step).toBe('late');
  expect(facts({ policies })([waiting(12, { gridNo: '513222' })])?.step).toBe('fresh');
});

it('a fire that an officer has taken on, or that calls no officer, has no age', () => {
  const taken = waiting(12, { response: { ...waiting(0).response, acknowledgement: { by: '甲', accountId: 'a', at: ago(1) } } });
  const check = anAlarm('danger', { id: 'check', arrivedAt: ago(12) });
  for (const alarms of [
    [taken],
    [taken, waiting(12)],
    [waiting(12, { response: HANDLED })],
    [waiting(12, { exerciseId: 'x' })],
    [check],
    [],
  ])
    expect(facts()(alarms)).toBeNull();
  expect(facts({ isOfBurning: () => true })([waiting(12)])).toBeNull();
  expect(facts({ evidenceOf: () => ({ calmedBy: ['known-heat'] }) })([waiting(12)])).toBeNull();
});

it("the duty officer is that of the county's desk", () => {
  const desks = new Map([[WENCHUAN, '甲']]);
  expect(['513221', '513221100', '513222', '513200'].map((grid) => dutyOfficerOf({ desks }, grid as GridNo))).toEqual([
    '甲',
    '甲',
    null,
    null,
  ]);
});

import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { type Alarm, type AlarmResponse, type CloseOutcome, UNANSWERED } from '../../alarm/alarm.ts';
import { firePartsOf } from './fire-facts.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 2, minute));

/** The fields of an alarm that the parts use; `minute` is the time of its judgement. */
const anAlarm = (id: string, gridNo: string, response: AlarmResponse = UNANSWERED, kind: Alarm['facts']['kind'] = 'camera') =>
  ({ id, gridNo: gridNo as GridNo, observedAt: at(0), arrivedAt: at(0), response, facts: { kind, deviceId: id } }) as unknown as Alarm;
const answered = { acknowledgement: null, push: null } as const;
const judgement = (verdict: 'real' | 'false', minute: number) =>
  ({ verdict, note: null, realFireType: null, at: at(minute), by: '甲' }) as const;
const real = (minute: number): AlarmResponse => ({ ...answered, stage: 'in-progress', judgement: judgement('real', minute) });
const dismissed: AlarmResponse = { ...answered, stage: 'dismissed', judgement: judgement('false', 1) };
const closed = (outcome: CloseOutcome): AlarmResponse => ({
  ...answered,
  stage: 'closed',
  judgement: judgement('real', 1),
  closure: { at: at(30), by: '甲', outcome, note: null },
});
const partsOf = (alarms: readonly Alarm[]) =>
  firePartsOf(alarms.map((alarm) => ({ alarm, fireId: 'fire' }))).map(({ gridNo, alarms: all, real: judged }) => ({
    gridNo,
    alarms: all.map(({ id }) => id),
    real: judged.map(({ id }) => id),
  }));

it('a fire in two counties has one part for each; a town’s alarm belongs to its county, one known only by its prefecture to the prefecture', () => {
  const alarms = [
    anAlarm('a', '513221', real(5)),
    anAlarm('b', '513222'),
    anAlarm('c', '513221100', real(2)),
    anAlarm('d', '513200', real(9)),
  ];
  expect(partsOf(alarms)).toEqual([
    { gridNo: '513221', alarms: ['a', 'c'], real: ['c', 'a'] },
    { gridNo: '513222', alarms: ['b'], real: [] },
    { gridNo: '513200', alarms: ['d'], real: ['d'] },
  ]);
});

it('an alarm judged false, or a danger check, is not part of a fire; one closed as no fire is not real', () => {
  const alarms = [
    anAlarm('a', '513221', dismissed),
    anAlarm('b', '513221', closed('no-fire')),
    anAlarm('c', '513221', closed('extinguished')),
    anAlarm('d', '513221', real(3), 'danger'),
  ];
  expect(partsOf(alarms)).toEqual([{ gridNo: '513221', alarms: ['b', 'c'], real: ['c'] }]);
});

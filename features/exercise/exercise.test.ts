import { expect, it } from 'vitest';
import { isDrill } from './drill.ts';
import { DRILL_KINDS, drillFacts, drillTimes, medianOf } from './exercise.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 4, 0, seconds));
const event = (objectId: string, kind: string, seconds: number) => ({ objectId, kind, recordedAt: at(seconds) });

it('the times of an exercise run from the arrival to the first of each step', () => {
  const times = drillTimes([
    event('a', 'alarm.recorded', 0),
    event('b', 'alarm.recorded', 10),
    event('a', 'alarm.acknowledged', 4),
    event('a', 'alarm.taken-over', 6),
    event('a', 'alarm.judged', 30),
    event('a', 'alarm.dispatched', 50),
    event('a', 'alarm.dispatched', 70),
    event('b', 'alarm.judged', 45),
    event('task', 'task.dispatched', 50),
  ]);
  expect(times).toEqual([
    { alarmId: 'a', arrivedAt: at(0), seconds: { acknowledged: 4, judged: 30, dispatched: 50 } },
    { alarmId: 'b', arrivedAt: at(10), seconds: { acknowledged: null, judged: 35, dispatched: null } },
  ]);
});

it('the median counts only the steps that were done', () => {
  expect(medianOf([30, null, 10, 20])).toBe(20);
  expect(medianOf([10, 40])).toBe(25);
  expect(medianOf([null])).toBeNull();
  expect(medianOf([100, 9])).toBe(54.5);
});

it('an imitated source reports no more than the script', () => {
  for (const kind of DRILL_KINDS) {
    const facts = drillFacts(kind, { id: 'x', description: '山脊冒烟' }, '春季演练');
    expect(facts.kind).toBe(kind);
  }
  expect(drillFacts('report', { id: 'x', description: '山脊冒烟' }, '春季演练')).toMatchObject({
    description: '山脊冒烟',
    reporterName: null,
  });
  expect([isDrill({ exerciseId: 'x' }), isDrill({})]).toEqual([true, false]);
});

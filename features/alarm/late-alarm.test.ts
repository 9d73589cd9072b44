import { expect, it } from 'vitest';
import type { Alarm, AlarmFacts } from './alarm.ts';
import { hoursLate } from './late-alarm.ts';

const arrivedAt = new Date('2026-11-21T12:00:00Z');
const late = (kind: AlarmFacts['kind'], hours: number) =>
  hoursLate({ observedAt: new Date(arrivedAt.getTime() - hours * 3_600_000), arrivedAt, facts: { kind } as Alarm['facts'] });

it('an alarm states how late it is only where it is later than its source usually is', () => {
  expect([3, 5.9, 6, 20.5].map((hours) => late('satellite', hours))).toEqual([null, null, 6, 20]);
  for (const kind of ['camera', 'report', 'smoke', 'danger'] as const)
    expect([-0.1, 0.1, 0.99, 1, 26.7].map((hours) => late(kind, hours))).toEqual([null, null, null, 1, 26]);
});

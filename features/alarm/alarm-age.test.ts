import { describe, expect, it } from 'vitest';
import type { Alarm } from './alarm.ts';
import { ageStep, lateAfterMinutes, MOST_RISEN, risenFires, waitsSince } from './alarm-age.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000);
const policy = { repeatMinutes: 5, repeats: 6 };
type Waiting = Pick<Alarm, 'arrivedAt' | 'response'>;
const open = (minutes: number): Waiting => ({
  arrivedAt: ago(minutes),
  response: { stage: 'open', acknowledgement: null } as Alarm['response'],
});

describe('a fire that no officer has taken on', () => {
  it('is due from the first reminder and late when the desk above is notified, by the times of the policy', () => {
    const steps = (minutes: readonly number[], by = policy) => minutes.map((wait) => ageStep(ago(wait), by, NOW));
    expect(steps([0, 4.9, 5, 34.9, 35, 600])).toEqual(['fresh', 'fresh', 'due', 'due', 'late', 'late']);
    expect(steps([9, 10, 29, 30], { repeatMinutes: 10, repeats: 2 })).toEqual(['fresh', 'due', 'due', 'late']);
    // Without reminders a fire still becomes late.
    expect(lateAfterMinutes({ repeatMinutes: 5, repeats: 0 })).toBe(35);
    // The clock may be behind the arrival time.
    expect(ageStep(ago(-2), policy, NOW)).toBe('fresh');
  });

  it('waits since its first alarm, until one of its alarms is acknowledged or answered', () => {
    expect(waitsSince([open(3), open(12), open(7)])).toEqual(ago(12));
    expect(waitsSince([])).toBeNull();
    const taken = { ...open(1), response: { stage: 'open', acknowledgement: { by: '甲' } } as Alarm['response'] };
    const handled = { ...open(1), response: { stage: 'handled', acknowledgement: null } as Alarm['response'] };
    for (const one of [taken, handled]) expect(waitsSince([open(12), one])).toBeNull();
  });

  it('moves to the top when it is late: longest wait first, a few at most, and none that has waited for a day', () => {
    const waits = [50, 3, 20, 40, 25 * 60, 90, 60, 36];
    const risen = risenFires(waits, (minutes) => ({ since: ago(minutes), step: ageStep(ago(minutes), policy, NOW) }), NOW);
    expect(risen).toEqual([90, 60, 50]);
    expect(risen).toHaveLength(MOST_RISEN);
    expect(risenFires(waits, () => null, NOW)).toEqual([]);
  });
});

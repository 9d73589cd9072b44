import { expect, it, vi } from 'vitest';
import { startAttendanceCounts } from './attendance.ts';

it('reading just after a count causes one recount ten seconds after it; reading later causes a count at once', async () => {
  vi.useFakeTimers();
  try {
    const take = vi.fn(async () => 0);
    const counter = startAttendanceCounts({ patrolDays: { take }, transaction: async () => 0 } as never, vi.fn());
    const countsAfter = async (milliseconds: number) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      return take.mock.calls.length;
    };
    expect(await countsAfter(0)).toBe(1);
    counter.wake();
    counter.wake();
    expect([await countsAfter(9_999), await countsAfter(1), await countsAfter(60_000)]).toEqual([1, 2, 2]);
    counter.wake();
    expect(await countsAfter(0)).toBe(3);
    counter.wake();
    await counter.stop();
    expect(await countsAfter(600_000)).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

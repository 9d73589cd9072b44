import { describe, expect, it } from 'vitest';
import { beijing, createServerClock, daypartOf } from './server-clock.ts';

describe('the server clock', () => {
  it('measures the offset once and advances by the local clock', async () => {
    let here = 1_000_000;
    const clock = createServerClock(
      async () => {
        here += 200;
        return [{ datetime: '2026-11-21 16:30:00' }];
      },
      () => here,
    );
    await clock.measure();
    const at = Date.parse('2026-11-21T16:30:00+08:00');
    expect(clock.now()).toBe(at + 500 + 100);
    here += 5_000;
    expect(clock.now()).toBe(at + 5_600);
  });

  it('a reply without a time leaves the offset unchanged', async () => {
    const clock = createServerClock(
      async () => [],
      () => 42,
    );
    await clock.measure();
    expect(clock.now()).toBe(42);
  });

  it('shows Beijing time whatever the desk’s own time zone', () => {
    expect(beijing(Date.parse('2026-11-20T16:00:01Z'))).toEqual({ date: '2026-11-21', time: '00:00:01', weekday: 6, hour: 0 });
  });

  it('greets by the hour', () => {
    expect([0, 4, 5, 10, 11, 12, 13, 17, 18, 22, 23].map(daypartOf)).toEqual([
      'night',
      'night',
      'morning',
      'morning',
      'noon',
      'noon',
      'afternoon',
      'afternoon',
      'evening',
      'evening',
      'night',
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSteeringWatchdog } from './watchdog.ts';

describe('the steering watchdog', () => {
  let stops: string[];
  const stop = (name: string) => async () => void stops.push(name);
  beforeEach(() => {
    stops = [];
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('stops a movement whose operator is silent, within 2 s and once', async () => {
    const watchdog = createSteeringWatchdog();
    watchdog.hold('c1', 'pan', 's1', stop('c1 pan'));
    await vi.advanceTimersByTimeAsync(1_400);
    expect(stops).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    expect(stops).toEqual(['c1 pan']);
    expect(watchdog.keepAlive('c1', 'pan', 's1')).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stops).toEqual(['c1 pan']);
  });

  it('a word every second keeps it moving; another session’s word does not', async () => {
    const watchdog = createSteeringWatchdog();
    watchdog.hold('c1', 'pan', 's1', stop('c1 pan'));
    for (let i = 0; i < 20; i += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(watchdog.keepAlive('c1', 'pan', 's1')).toBe(true);
    }
    expect(watchdog.keepAlive('c1', 'pan', 's2')).toBe(false);
    expect(stops).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(stops).toEqual(['c1 pan']);
  });

  it('who let go has stopped it himself', async () => {
    const watchdog = createSteeringWatchdog();
    watchdog.hold('c1', 'pan', 's1', stop('c1 pan'));
    watchdog.letGo('c1', 'pan');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stops).toEqual([]);
  });

  it('a lost line stops all that the session holds, at once; other sessions’ movements go on', async () => {
    const watchdog = createSteeringWatchdog();
    watchdog.hold('c1', 'pan', 's1', stop('c1 pan'));
    watchdog.hold('c1', 'zoom', 's1', stop('c1 zoom'));
    watchdog.hold('c2', 'pan', 's2', stop('c2 pan'));
    watchdog.lost('s1');
    await vi.advanceTimersByTimeAsync(0);
    expect(stops).toEqual(['c1 pan', 'c1 zoom']);
    await watchdog.close();
    expect(stops).toEqual(['c1 pan', 'c1 zoom', 'c2 pan']);
  });

  it('a failed stop is reported and sent again, until somebody steers again', async () => {
    const failures: string[] = [];
    const watchdog = createSteeringWatchdog({ onFailure: (camera, motion) => failures.push(`${camera} ${motion}`) });
    let left = 2;
    watchdog.hold('c1', 'pan', 's1', async () => {
      left -= 1;
      if (left >= 0) throw new Error('no line');
      stops.push('at last');
    });
    await vi.advanceTimersByTimeAsync(1_500 + 2 * 500);
    expect([failures, stops]).toEqual([['c1 pan', 'c1 pan'], ['at last']]);
    await watchdog.close();
  });
});

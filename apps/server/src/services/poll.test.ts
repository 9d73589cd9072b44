import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { poll } from './poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('Runs, and runs again a fixed time after each run has ended; not after it was stopped', async () => {
  const runs: number[] = [];
  const run = async () => {
    runs.push(Date.now());
    await new Promise((wake) => setTimeout(wake, 30));
  };
  const begun = Date.now();
  const polling = poll({ run, everyMs: 100, firstMs: 50, failed: () => undefined });
  await vi.advanceTimersByTimeAsync(320);
  expect(runs.map((at) => at - begun)).toEqual([50, 180, 310]);
  let isStopped = false;
  const stopped = polling.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await stopped;
  expect(runs).toHaveLength(3);
});

it('A failing run is reported once until a run succeeds, and is retried', async () => {
  const errors: unknown[] = [];
  const answers = ['bad', 'bad', 'good', 'bad'];
  const run = async () => {
    if (answers.shift() !== 'good') throw new Error(`${answers.length} left`);
  };
  const polling = poll({ run, everyMs: 100, failed: (error) => errors.push(String(error)) });
  await vi.advanceTimersByTimeAsync(350);
  expect(errors).toEqual(['Error: 3 left', 'Error: 0 left']);
  await polling.stop();
});

it('When woken it runs at once; when woken during a run, it runs once more after that, however often it was woken', async () => {
  const runs: number[] = [];
  const begun = Date.now();
  const run = async () => {
    runs.push(Date.now() - begun);
    await new Promise((wake) => setTimeout(wake, 30));
  };
  const polling = poll({ run, everyMs: 1_000, firstMs: 1_000, failed: () => undefined });
  await vi.advanceTimersByTimeAsync(10);
  const first = polling.wake();
  await vi.advanceTimersByTimeAsync(10);
  const ended: string[] = [];
  void first.then(() => ended.push('first'));
  void polling.wake().then(() => ended.push('second'));
  void polling.wake().then(() => ended.push('third'));
  await vi.advanceTimersByTimeAsync(20);
  expect([runs, ended]).toEqual([[10, 40], ['first']]);
  await vi.advanceTimersByTimeAsync(30);
  expect(ended).toEqual(['first', 'second', 'third']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toEqual([10, 40, 1_070]);
  await vi.advanceTimersByTimeAsync(50);
  await polling.stop();
  await polling.wake();
  expect(runs).toHaveLength(3);
});

it('Pauses for as long as the last run requests', async () => {
  const runs: number[] = [];
  const begun = Date.now();
  const run = async () => {
    runs.push(Date.now() - begun);
    await new Promise((wake) => setTimeout(wake, 50));
  };
  const polling = poll({ run, everyMs: ({ tookMs }) => 4 * tookMs, failed: () => undefined });
  await vi.advanceTimersByTimeAsync(600);
  expect(runs).toEqual([0, 250, 500]);
  await vi.advanceTimersByTimeAsync(50);
  await polling.stop();
});

it('Without an interval it runs only when woken, and retries by itself after a run that failed', async () => {
  const runs: number[] = [];
  const begun = Date.now();
  const run = async () => {
    runs.push(Date.now() - begun);
    if (runs.length === 2) throw new Error('away');
  };
  const polling = poll({ run, firstMs: null, everyMs: ({ hasFailed }) => (hasFailed ? 100 : null), failed: () => undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  void polling.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  void polling.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toEqual([1_000, 2_000, 2_100]);
  await polling.stop();
});

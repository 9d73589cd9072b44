import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { expect, it } from 'vitest';
import type { WorkerOrder } from './right-of-way.fixture.ts';
import { createRightOfWay, createStandAside } from './right-of-way.ts';

const sharedNumber = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

it('a thread pauses while an alarm is being published, and continues afterwards', async () => {
  const host = createWorkerHost<WorkerOrder, number>(new URL('./right-of-way.fixture.ts', import.meta.url));
  const { flag, during } = createRightOfWay();
  const checks = sharedNumber();
  const stored = Promise.withResolvers<void>();
  try {
    expect(await host.ask({ flag, checks })).toBe(0);
    const pending = during(() => stored.promise);
    const waited = host.ask({ flag, checks });
    await expect.poll(() => Atomics.load(checks, 0)).toBe(1);
    stored.resolve();
    await pending;
    expect(await waited).toBeGreaterThan(0);
    expect(await host.ask({ flag, checks })).toBe(0);
  } finally {
    await host.stop();
  }
});

it('the flag is set until the last of several works has ended, also if one fails', async () => {
  const way = createRightOfWay();
  const last = Promise.withResolvers<string>();
  const pending = way.during(() => last.promise);
  await expect(way.during(() => Promise.reject(new Error('not stored')))).rejects.toThrow('not stored');
  await expect.poll(() => Atomics.load(way.flag, 0)).toBe(1);
  last.resolve('stored');
  expect(await pending).toBe('stored');
  await expect.poll(() => Atomics.load(way.flag, 0)).toBe(0);
});

it('a thread computes at least as long as it paused: a flood of alarms makes it half as fast', () => {
  const flag = sharedNumber().fill(1);
  const readings = [0, 50, 99, 100, 130];
  const standAside = createStandAside({ now: () => readings.shift() as number, longestWaitMs: 0 });
  expect([standAside(flag), standAside(flag), standAside(flag)]).toEqual([50, 0, 30]);
  flag[0] = 0;
  expect(standAside(flag)).toBe(0);
});

it('a job on the main thread waits for the chunks of a file, but not for a single alarm', async () => {
  const way = createRightOfWay();
  const [alarm, piece] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const single = way.during(() => alarm.promise);
  await way.untilFilesAreIn();
  const stored = way.duringPiece(() => piece.promise).then(() => order.push('piece'));
  const step = way.untilFilesAreIn().then(() => order.push('step'));
  piece.resolve();
  await Promise.all([stored, step]);
  expect(order).toEqual(['piece', 'step']);
  alarm.resolve();
  await single;
});

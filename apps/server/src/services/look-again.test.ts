import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookAgain } from './look-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks, and again so long after each look has ended; not after it was stopped', async () => {
  const looks: number[] = [];
  const look = async () => {
    looks.push(Date.now());
    await new Promise((wake) => setTimeout(wake, 30));
  };
  const begun = Date.now();
  const looking = lookAgain({ look, everyMs: 100, firstMs: 50, failed: () => undefined });
  await vi.advanceTimersByTimeAsync(320);
  expect(looks.map((at) => at - begun)).toEqual([50, 180, 310]);
  let isStopped = false;
  const stopped = looking.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await stopped;
  expect(looks).toHaveLength(3);
});

it('a look that fails is told once until one goes well, and looked again', async () => {
  const told: unknown[] = [];
  const answers = ['bad', 'bad', 'good', 'bad'];
  const look = async () => {
    if (answers.shift() !== 'good') throw new Error(`${answers.length} left`);
  };
  const looking = lookAgain({ look, everyMs: 100, failed: (error) => told.push(String(error)) });
  await vi.advanceTimersByTimeAsync(350);
  expect(told).toEqual(['Error: 3 left', 'Error: 0 left']);
  await looking.stop();
});

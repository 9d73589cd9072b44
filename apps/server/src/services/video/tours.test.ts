import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTours } from './tours.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const world = () => {
  const visited: number[] = [];
  const tours = createTours(() => new Date(), log);
  const start = () =>
    tours.start(
      'c',
      [1, 2].map((preset) => ({ preset, seconds: 10 })),
      async (preset) => {
        visited.push(preset);
        return true;
      },
    );
  return { visited, tours, start };
};

it('goes round its presets, each for its time, until it is paused', async () => {
  const { visited, tours, start } = world();
  start();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(visited).toEqual([1, 2, 1]);
  tours.pause('c');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([visited.length, tours.of('c').isRunning]).toEqual([3, false]);
});

it('waits while somebody steers, and goes on after the pause of the service', async () => {
  const { visited, tours, start } = world();
  tours.service('c', 120);
  start();
  await vi.advanceTimersByTimeAsync(1_000);
  tours.steered('c');
  expect(tours.of('c')).toEqual({ isRunning: true, pausedUntil: Date.now() + 120_000 });
  await vi.advanceTimersByTimeAsync(119_000);
  expect(visited).toEqual([1]);
  tours.steered('c');
  await vi.advanceTimersByTimeAsync(119_999);
  expect(visited).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(visited).toEqual([1, 2]);
});

it('a camera that fails is tried at its next stop; nothing goes on after the end', async () => {
  const tours = createTours(() => new Date(), log);
  let tries = 0;
  tours.start('c', [{ preset: 1, seconds: 5 }], async () => {
    tries += 1;
    throw new Error('gone');
  });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(tries).toBe(3);
  await tours.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(3);
});

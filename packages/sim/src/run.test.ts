import { HOUR_MS, MINUTE_MS } from '@lookout/domain';
import { expect, test } from 'vitest';
import { createWorldClock } from './clock.ts';
import { runWorld } from './run.ts';
import { demoGround } from './testing/demo-ground.ts';
import type { Queue } from './wire/queue.ts';
import { type Arrival, createWorld } from './world.ts';

const START = Date.parse('2026-11-21T09:00:00+08:00');
const world = createWorld({ seed: 1, surface: demoGround });

/** Runs for the given time on a clock that only pauses advance. */
const runFor = async (ms: number, waiting: (elapsedMs: number) => number = () => 0) => {
  let wall = START;
  const ending = new AbortController();
  const posted: { arrival: Arrival; afterMs: number }[] = [];
  const queue: Queue = {
    add: () => undefined,
    waiting: () => waiting(wall - START),
    idle: async () => undefined,
    stop: async () => undefined,
  };
  await runWorld({
    world,
    clock: createWorldClock(() => wall, 1),
    queue,
    signal: ending.signal,
    post: (arrival) => posted.push({ arrival, afterMs: wall - START }),
    pause: async (pauseMs) => {
      wall += pauseMs;
      if (wall - START >= ms) ending.abort();
    },
  });
  return posted;
};

test('the recent past is posted within the first minute, one arrival at a time', async () => {
  const posted = await runFor(MINUTE_MS);
  const past = world.recent(START);
  const early = posted.filter(({ arrival }) => arrival.atMs < START);
  expect(early.map(({ arrival }) => arrival)).toEqual(past);
  expect(new Set(early.map(({ afterMs }) => afterMs)).size).toBe(past.length);
});

test('afterwards each arrival is posted once, within 4 s', async () => {
  const posted = (await runFor(2 * HOUR_MS)).filter(({ arrival }) => arrival.atMs >= START);
  const until = START + 2 * HOUR_MS - 4_000;
  expect(posted.map(({ arrival }) => arrival)).toEqual(world.arrivals(START, until));
  for (const { arrival, afterMs } of posted) {
    expect(START + afterMs - arrival.atMs).toBeGreaterThan(0);
    expect(START + afterMs - arrival.atMs).toBeLessThanOrEqual(4_000);
  }
});

test('While many parcels wait for the server nothing is posted, and nothing is lost', async () => {
  const posted = await runFor(2 * HOUR_MS, (elapsed) => (elapsed > 10 * MINUTE_MS && elapsed < HOUR_MS ? 10_000 : 0));
  expect(posted.some(({ afterMs }) => afterMs > 10 * MINUTE_MS && afterMs < HOUR_MS)).toBe(false);
  expect(posted.filter(({ arrival }) => arrival.atMs >= START).map(({ arrival }) => arrival)).toEqual(
    world.arrivals(START, START + 2 * HOUR_MS - 4_000),
  );
});

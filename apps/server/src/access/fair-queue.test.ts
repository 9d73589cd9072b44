import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Work that goes on until it is let go. */
function held() {
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { until, letGo };
}

const BOUNDS = { atOnce: 1, mostWaiting: 6, mostWaitingOfOne: 4 };

it('who waits alone is next after the one whose turn it is, however many of another wait', async () => {
  const queued = createFairQueue(BOUNDS);
  const order: string[] = [];
  const first = held();
  const all = [queued('a', () => first.until)];
  for (const [owner, name] of [
    ['a', 'a1'],
    ['a', 'a2'],
    ['a', 'a3'],
    ['b', 'b1'],
    ['b', 'b2'],
  ] as const)
    all.push(queued(owner, async () => void order.push(name)));
  first.letGo();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('refuses more than may wait of one, and of all, and goes on when there is room', async () => {
  const queued = createFairQueue(BOUNDS);
  const first = held();
  const running = [queued('a', () => first.until)];
  for (let n = 0; n < BOUNDS.mostWaitingOfOne; n++) running.push(queued('a', async () => {}));
  const refusal = { code: 'logins-too-many' };
  await expect(queued('a', async () => {})).rejects.toMatchObject(refusal);
  running.push(
    queued('b', async () => {}),
    queued('c', async () => {}),
  );
  await expect(queued('d', async () => {})).rejects.toMatchObject(refusal);
  first.letGo();
  await Promise.all(running);
  expect(await queued('d', async () => 'in')).toBe('in');
});

it('work that fails gives its place on', async () => {
  const queued = createFairQueue(BOUNDS);
  const failing = queued('a', () => Promise.reject(new Error('no')));
  const after = queued('a', async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('next');
});

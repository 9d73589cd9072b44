import { expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

it('so many run at a time, the next when one ends, well or not', async () => {
  const turns = createTurns({ atOnce: 2, mostWaiting: 1 });
  const began: number[] = [];
  const works = [0, 1, 2].map((n) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const answer = turns.take('one', () => {
      began.push(n);
      return promise;
    });
    return { answer, end: () => resolve(n), fail: () => reject(new Error('no')) };
  });
  const [first, second, third] = works;
  expect(began).toEqual([0, 1]);
  await expect(turns.take('another', async () => 3)).rejects.toMatchObject({ code: 'server-busy' });
  first?.fail();
  await expect(first?.answer).rejects.toThrow('no');
  await vi.waitFor(() => expect(began).toEqual([0, 1, 2]));
  second?.end();
  third?.end();
  expect(await Promise.all([second?.answer, third?.answer])).toEqual([1, 2]);
  expect(await turns.take('one', async () => 4)).toBe(4);
});

const BOUNDS = { atOnce: 1, mostWaiting: 6, mostWaitingOfOne: 4 };

it('who waits alone is next after the one whose turn it is, however many of another wait', async () => {
  const turns = createTurns(BOUNDS);
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = [turns.take('a', () => first.promise)];
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) all.push(turns.take(name.charAt(0), async () => void order.push(name)));
  first.resolve();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('refuses more than may wait of one, and of all, and goes on when there is room', async () => {
  const turns = createTurns(BOUNDS);
  const first = Promise.withResolvers<void>();
  const running = [turns.take('a', () => first.promise)];
  for (let n = 0; n < BOUNDS.mostWaitingOfOne; n++) running.push(turns.take('a', async () => {}));
  await expect(turns.take('a', async () => {})).rejects.toMatchObject({ code: 'server-busy' });
  running.push(
    turns.take('b', async () => {}),
    turns.take('c', async () => {}),
  );
  await expect(turns.take('d', async () => {})).rejects.toMatchObject({ code: 'server-busy' });
  first.resolve();
  await Promise.all(running);
  expect(await turns.take('d', async () => 'in')).toBe('in');
});

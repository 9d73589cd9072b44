import { expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

it('so many run at a time, the next when one ends, well or not, and beyond those that may wait it is refused', async () => {
  const turns = createTurns(2, 1);
  const began: number[] = [];
  const works = [0, 1, 2].map((n) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const answer = turns.take(() => {
      began.push(n);
      return promise;
    });
    return { answer, end: () => resolve(n), fail: () => reject(new Error('no')) };
  });
  const [first, second, third] = works;
  expect(began).toEqual([0, 1]);
  await expect(turns.take(async () => 3)).rejects.toMatchObject({ code: 'server-busy' });
  first?.fail();
  await expect(first?.answer).rejects.toThrow('no');
  await vi.waitFor(() => expect(began).toEqual([0, 1, 2]));
  second?.end();
  third?.end();
  expect(await Promise.all([second?.answer, third?.answer])).toEqual([1, 2]);
  expect(await turns.take(async () => 4)).toBe(4);
});

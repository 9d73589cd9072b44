import { expect, it, vi } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

it('An answer is created once for all callers within its time, and again after a failure', async () => {
  const shared = createSharedAnswers<{ n: number }>();
  let n = 0;
  const make = vi.fn(async () => {
    n += 1;
    if (n === 3) throw new Error('no database');
    return { n };
  });
  const [one, other, third] = await Promise.all([shared('a', make), shared('a', make), shared('b', make)]);
  expect([one === other, third?.n, n]).toEqual([true, 2, 2]);
  await expect(shared('c', make)).rejects.toThrow('no database');
  expect((await shared('c', make)).n).toBe(4);
  expect((await shared('a', make)).n).toBe(1);
});

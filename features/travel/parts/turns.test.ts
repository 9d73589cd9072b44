import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const wanted = new AbortController().signal;

it('the second call is sent when the first is answered, even by a failure', async () => {
  const turn = createTurns();
  const requested: string[] = [];
  const first = Promise.withResolvers<string>();
  const one = turn(wanted, () => {
    requested.push('one');
    return first.promise;
  });
  const two = turn(wanted, async () => {
    requested.push('two');
    return 'two';
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(requested).toEqual(['one']);
  first.reject(new Error('no'));
  await expect(one).rejects.toThrow('no');
  expect(await two).toBe('two');
});

it('a call that is no longer wanted when its turn comes is never sent', async () => {
  const turn = createTurns();
  const leaving = new AbortController();
  const first = Promise.withResolvers<void>();
  void turn(wanted, () => first.promise);
  let isRequested = false;
  const left = turn(leaving.signal, async () => {
    isRequested = true;
  });
  leaving.abort();
  first.resolve();
  await expect(left).rejects.toThrow(/abort/i);
  expect(isRequested).toBe(false);
});

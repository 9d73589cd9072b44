import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBatches } from './batches.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const queries: PromiseWithResolvers<(key: number) => string>[] = [];
  const load = vi.fn((_keys: readonly number[]) => {
    queries.push(Promise.withResolvers());
    return (queries.at(-1) as (typeof queries)[0]).promise;
  });
  return { queries, sizes: () => load.mock.calls.map(([keys]) => keys.length), find: createBatches(load) };
}

it('A key is looked up at once and keys requested just after it are looked up together; if a query fails, only its keys fail', async () => {
  const { queries, sizes, find } = setUp();
  const answers = Array.from({ length: 300 }, (_, key) => find(key).catch((error: Error) => error.message));
  expect(sizes()).toEqual([1]);
  queries[0]?.resolve((key) => `value ${key}`);
  expect(await answers[0]).toBe('value 0');
  await vi.advanceTimersByTimeAsync(8);
  expect(sizes()).toEqual([1, 200]);
  queries[1]?.reject(new Error('no database'));
  expect(await answers[1]).toBe('no database');
  await vi.advanceTimersByTimeAsync(8);
  expect(sizes()).toEqual([1, 200, 99]);
  queries[2]?.resolve((key) => `value ${key}`);
  expect(await answers[299]).toBe('value 299');
});

it('At most two queries run at the same time; waiting keys are queried when one ends', async () => {
  const { queries, sizes, find } = setUp();
  const ask = async (key: number) => {
    void find(key);
    await vi.advanceTimersByTimeAsync(8);
  };
  await ask(0);
  await ask(1);
  await ask(2);
  await ask(3);
  expect(sizes()).toEqual([1, 1]);
  queries[0]?.resolve(String);
  await vi.advanceTimersByTimeAsync(0);
  expect(sizes()).toEqual([1, 1, 2]);
});

import type { LiveSession } from '@lookout/store';
import { expect, it, vi } from 'vitest';
import { createSessionFinder } from './authenticate.ts';

it('looks one session up at once, many that come together in few queries, and fails for those alone whose query failed', async () => {
  const queries: PromiseWithResolvers<ReadonlyMap<string, LiveSession>>[] = [];
  const findMany = vi.fn((_hashes: readonly Buffer[]) => {
    queries.push(Promise.withResolvers());
    return (queries.at(-1) as (typeof queries)[0]).promise;
  });
  const find = createSessionFinder({ sessions: { findMany } } as never);
  const hashes = Array.from({ length: 300 }, (_, n) => Buffer.from([n >> 8, n & 255]));
  const answers = hashes.map((hash) => find(hash).catch((error: Error) => error.message));
  expect(findMany.mock.calls.map(([asked]) => asked.length)).toEqual([1, 1]);
  const session = { session: {} } as LiveSession;
  queries[0]?.resolve(new Map([[(hashes[0] as Buffer).toString('hex'), session]]));
  expect(await answers[0]).toBe(session);
  await vi.waitFor(() => expect(findMany.mock.calls.at(-1)?.[0].length).toBe(200));
  queries[1]?.reject(new Error('no database'));
  expect(await answers[1]).toBe('no database');
  await vi.waitFor(() => expect(findMany.mock.calls.at(-1)?.[0].length).toBe(98));
  for (const query of queries) query.resolve(new Map());
  expect((await Promise.all(answers.slice(2))).every((answer) => answer === null)).toBe(true);
});

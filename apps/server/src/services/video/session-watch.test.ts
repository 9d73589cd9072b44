import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSessions } from './session-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends a dead session once, and keeps one that began to watch while the query ran', async () => {
  const queries: { readonly asked: readonly string[]; answer(alive: readonly string[]): void }[] = [];
  const ended: string[] = [];
  const watch = watchSessions({
    sessions: {
      aliveOf: (hashes) =>
        new Promise((resolve) =>
          queries.push({ asked: hashes.map((hash) => hash.toString('hex')), answer: (alive) => resolve(new Set(alive)) }),
        ),
    },
    holds: () => true,
    ended: (session) => ended.push(session),
    log: { error: (fault) => expect.fail(String(fault)) },
  });
  watch.note('aa');
  watch.note('bb');
  await vi.advanceTimersByTimeAsync(500);
  watch.note('cc');
  expect(queries.at(-1)?.asked).toEqual(['aa', 'bb']);
  queries.at(-1)?.answer(['aa']);
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual(['bb']);
  expect(queries.at(-1)?.asked).toEqual(['aa', 'cc']);
  queries.at(-1)?.answer(['aa', 'cc']);
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual(['bb']);
  queries.at(-1)?.answer(['aa']);
  await watch.stop();
  expect(ended).toEqual(['bb', 'cc']);
});

import type { GridNo } from '@lookout/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Grant, watchSessions } from './session-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ABA = '513200' as GridNo;
const WENCHUAN = '513221' as GridNo;
const playsIn = (gridNo: GridNo): Grant => ({ gridNo, right: 'watch-video' });

it('ends a dead session once, and keeps one that was registered while the query ran', async () => {
  const queries: { readonly queried: readonly string[]; answer(alive: readonly string[]): void }[] = [];
  const ended: string[] = [];
  const watch = watchSessions({
    sessions: {
      aliveOf: (hashes) =>
        new Promise((resolve) =>
          queries.push({
            queried: hashes.map((hash) => hash.toString('hex')),
            answer: (alive) => resolve(new Map(alive.map((session) => [session, { gridNo: ABA, rights: ['watch-video'] }]))),
          }),
        ),
    },
    holds: () => true,
    ended: async (session) => void ended.push(session),
    log: { error: (fault) => expect.fail(String(fault)) },
  });
  watch.note('aa', playsIn(ABA));
  watch.note('bb', playsIn(ABA));
  await vi.advanceTimersByTimeAsync(500);
  watch.note('cc', playsIn(ABA));
  expect(queries.at(-1)?.queried).toEqual(['aa', 'bb']);
  queries.at(-1)?.answer(['aa']);
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual(['bb']);
  expect(queries.at(-1)?.queried).toEqual(['aa', 'cc']);
  queries.at(-1)?.answer(['aa', 'cc']);
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual(['bb']);
  queries.at(-1)?.answer(['aa']);
  await watch.stop();
  expect(ended).toEqual(['bb', 'cc']);
});

it('ends what a session holds after it switches to another grid, also when a stale reply starts it after the switch', async () => {
  const ended: string[] = [];
  let actsFor = ABA;
  const watch = watchSessions({
    sessions: {
      aliveOf: async (hashes) => new Map(hashes.map((hash) => [hash.toString('hex'), { gridNo: actsFor, rights: ['watch-video'] }])),
    },
    holds: () => true,
    ended: async (session) => void ended.push(session),
    log: { error: (fault) => expect.fail(String(fault)) },
  });
  watch.note('aa', playsIn(ABA));
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual([]);
  actsFor = WENCHUAN;
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual(['aa']);
  watch.note('aa', playsIn(WENCHUAN));
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual(['aa']);
  watch.note('aa', playsIn(ABA));
  await vi.advanceTimersByTimeAsync(500);
  await watch.stop();
  expect(ended).toEqual(['aa', 'aa']);
});

it('a session that loses the right to what it holds is cut off; a session that never had an unrelated right is not', async () => {
  const ended: string[] = [];
  const rights = new Map<string, Grant['right'][]>([
    ['aa', ['watch-alarms']],
    ['bb', ['watch-alarms', 'watch-video']],
  ]);
  const watch = watchSessions({
    sessions: {
      aliveOf: async (hashes, queried = []) =>
        new Map(
          hashes.map((hash) => {
            const session = hash.toString('hex');
            return [session, { gridNo: ABA, rights: queried.filter((right) => rights.get(session)?.includes(right)) }];
          }),
        ),
    },
    holds: () => true,
    ended: async (session) => void ended.push(session),
    log: { error: (fault) => expect.fail(String(fault)) },
  });
  watch.note('aa', { gridNo: ABA, right: 'watch-alarms' });
  watch.note('bb', playsIn(ABA));
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual([]);
  rights.set('bb', ['watch-alarms']);
  await vi.advanceTimersByTimeAsync(500);
  await watch.stop();
  expect(ended).toEqual(['bb']);
});

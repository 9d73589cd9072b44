import type { GridNo } from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { isReceivedIn, type LogReader } from './journal.ts';
import { createRecentLog } from './recent-log.ts';

const GRIDS = ['513221', '513222', '410781'] as GridNo[];
const SCOPES = ['100000', '513200', ...GRIDS] as GridNo[];

const messageAt = (seq: number): NumberedMessage =>
  ({ seq, at: '', kind: 'newFire', gridNo: GRIDS[seq % 3] as GridNo, data: {} }) as unknown as NumberedMessage;

/** A log whose committed part is ahead of what was delivered. */
function world(begins = 1) {
  const log: NumberedMessage[] = [];
  let delivered = 0;
  const since = vi.fn<LogReader['since']>(async (scope, after, limit) => {
    if (after + 1 < begins) throw new Error('begins later');
    const found = log.filter((message) => message.seq > after && isReceivedIn(scope, message));
    const messages = found.slice(0, limit);
    const more = found.length > limit;
    return { last: log.length, next: more ? (messages.at(-1)?.seq ?? 0) : Math.max(after, log.length), more, messages };
  });
  const readAfter = vi.fn<LogReader['readAfter']>(async (after, limit) => {
    if (after + 1 < begins) throw new Error('begins later');
    return log.filter(({ seq }) => seq > after).slice(0, limit);
  });
  const recent = createRecentLog(
    { since, readAfter },
    () => delivered,
    async () => log.length,
    50,
  );
  return {
    recent,
    since,
    readAfter,
    commit: () => log.push(messageAt(log.length + 1)),
    deliver() {
      if (delivered === log.length) return;
      delivered += 1;
      recent.delivered(messageAt(delivered));
    },
    delivered: () => delivered,
  };
}

it('Answers equal those of the log, up to what was delivered, whatever happened before', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant('commit' as const) },
    { weight: 4, arbitrary: fc.constant('deliver' as const) },
    { weight: 1, arbitrary: fc.constant('forget' as const) },
    fc.record({ scope: fc.constantFrom(...SCOPES), back: fc.nat(80), limit: fc.integer({ min: 1, max: 30 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 150 }), async (steps) => {
      const { recent, since, commit, deliver, delivered } = world();
      for (const one of steps) {
        if (one === 'commit') commit();
        else if (one === 'deliver') deliver();
        else if (one === 'forget') recent.forget();
        else {
          const after = Math.max(0, delivered() - one.back);
          const got = await recent.since(one.scope, after, one.limit);
          const wanted = (await since(one.scope, after, one.limit)).messages.filter(({ seq }) => got.last >= seq);
          expect(got.messages).toEqual(wanted);
          expect(got.next).toBe(got.more ? got.messages.at(-1)?.seq : Math.max(after, got.last));
          if (!got.more) expect(got.last).toBeGreaterThanOrEqual(delivered());
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('The log is read once for all desks that reconnect together', async () => {
  const { recent, since, readAfter, commit, deliver } = world();
  for (let n = 0; n < 40; n += 1) commit();
  for (let n = 0; n < 40; n += 1) deliver();
  const answers = await Promise.all(SCOPES.flatMap((scope) => [30, 35, 40].map((after) => recent.since(scope, after, 500))));
  expect([readAfter.mock.calls.length, since.mock.calls.length]).toEqual([1, 0]);
  expect(answers[0]?.messages.map(({ seq }) => seq)).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40]);
  commit();
  deliver();
  expect((await recent.since('100000' as GridNo, 40, 500)).messages.map(({ seq }) => seq)).toEqual([41]);
  expect(readAfter).toHaveBeenCalledTimes(1);
});

it('The log itself answers what is not in memory: numbers too far back, beyond its end, and before its beginning', async () => {
  const { recent, since, commit, deliver } = world(5);
  for (let n = 0; n < 200; n += 1) commit();
  for (let n = 0; n < 200; n += 1) deliver();
  await recent.since('100000' as GridNo, 20, 10);
  await recent.since('100000' as GridNo, 10_000, 1);
  expect(since).toHaveBeenCalledTimes(2);
  await expect(recent.since('100000' as GridNo, 0, 10)).rejects.toThrow('begins later');
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from './context.ts';
import { answerWeight, type ChargedCall, createShares, SHARES, type ShareLimits, type Turn } from './shares.ts';

const officer = (accountId: string, right: 'act-on-alarms' | 'report-as-ranger' = 'act-on-alarms') =>
  ({ kind: 'account', accountId, tokenHash: Buffer.from(accountId), rights: new Set([right]) }) as unknown as Caller;
const FEED: Caller = { kind: 'feed' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Records calls in the order in which they begin. Each ends at once unless it is held. */
function room(limits: ShareLimits = SHARES) {
  const shares = createShares(() => performance.now(), limits);
  const began: string[] = [];
  const call = (
    name: string,
    caller: Caller,
    weight = 1,
    work: (turn: Turn) => Promise<unknown> = async () => undefined,
    more: Pick<ChargedCall, 'isGone' | 'isFile'> = {},
  ) =>
    shares.during({ weight, caller, address: '', ...more }, (turn) => {
      began.push(name);
      return work(turn);
    });
  return { began, call };
}

const many = (count: number, call: (n: number) => Promise<unknown>) => Array.from({ length: count }, (_, n) => call(n));

describe('the share of a caller', () => {
  it('lets the burst of a page pass within a few turns, and then 200 light calls a second', async () => {
    const { began, call } = room();
    many(SHARES.light.burst + 300, () => call('a', officer('a')));
    await vi.advanceTimersByTimeAsync(100);
    const first = began.length;
    expect(first).toBeGreaterThanOrEqual(SHARES.light.burst);
    expect(first).toBeLessThan(SHARES.light.burst + 30);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(began.length - first).toBeGreaterThan(190);
    expect(began.length - first).toBeLessThan(210);
  });

  it('delays no other caller, least of all machines and logins', async () => {
    const { began, call } = room();
    many(600, () => call('a', officer('a')));
    await vi.advanceTimersByTimeAsync(100);
    const beginsNow = async (name: string, caller: Caller) => {
      const begun = call(name, caller);
      await vi.advanceTimersByTimeAsync(1);
      await begun;
    };
    await beginsNow('another', officer('b'));
    await beginsNow('feed', FEED);
    await beginsNow('login', { kind: 'nobody' });
    expect(began).toEqual(expect.arrayContaining(['another', 'feed', 'login']));
  });

  it('is separate for light and large calls: an officer who has requested much may still acknowledge an alarm', async () => {
    const { began, call } = room();
    many(19, () => call('large', officer('a'), 9, async ({ costsMore }) => costsMore(1_000)));
    await vi.advanceTimersByTimeAsync(50);
    const large = began.length;
    expect(large).toBeLessThan(19);
    await call('acknowledge', officer('a'));
    expect(began.length).toBe(large + 1);
  });

  it('is separate for tiles and pictures: an officer who moves over the map may still acknowledge an alarm', async () => {
    const { began, call } = room();
    many(SHARES.file.burst + 100, () => call('tile', officer('a'), 1, undefined, { isFile: true }));
    await vi.advanceTimersByTimeAsync(200);
    const tiles = began.length;
    expect(tiles).toBeLessThan(SHARES.file.burst + 60);
    await call('acknowledge', officer('a'));
    expect(began.at(-1)).toBe('acknowledge');
  });

  it('is charged by the actual size of the answer', async () => {
    const { began, call } = room();
    await call('long', officer('a'), 2, async ({ costsMore }) => costsMore(SHARES.large.burst + SHARES.large.perSecond));
    void call('next', officer('a'), 2);
    await vi.advanceTimersByTimeAsync(900);
    expect(began).toEqual(['long']);
    await vi.advanceTimersByTimeAsync(200);
    expect(began).toEqual(['long', 'next']);
  });

  it('is not used by calls whose senders have left', async () => {
    const { began, call } = room();
    await call('long', officer('a'), 2, async ({ costsMore }) => costsMore(SHARES.large.burst + SHARES.large.perSecond));
    let hasGone = false;
    const waiting = many(SHARES.large.mostWaiting, () =>
      call('gone', officer('a'), 2, undefined, { isGone: () => hasGone }).catch(({ code }) => code),
    );
    await vi.advanceTimersByTimeAsync(100);
    hasGone = true;
    void call('next', officer('a'), 2);
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'server-busy'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(began).toEqual(['long', 'next']);
  });

  it('has a limit on waiting calls', async () => {
    const { call } = room();
    many(SHARES.atOneTurn + SHARES.light.mostWaiting, () => call('a', officer('a')));
    await expect(call('one more', officer('a'))).rejects.toMatchObject({ code: 'too-many-calls' });
  });
});

it('Callers who arrive together take turns, and little begins in one turn of the event loop', async () => {
  const { began, call } = room();
  const calls = ['a', 'b', 'c'].flatMap((who) => many(20, () => call(who, officer(who))));
  // These are microtasks: the event loop has not turned yet.
  for (let n = 0; n < 5; n += 1) await Promise.resolve();
  expect(began.length).toBe(SHARES.atOneTurn);
  await vi.advanceTimersByTimeAsync(1);
  const after = began.slice(SHARES.atOneTurn, SHARES.atOneTurn + 9);
  for (const who of ['a', 'b', 'c']) expect(after.filter((one) => one === who).length).toBe(3);
  await vi.advanceTimersByTimeAsync(50);
  await Promise.all(calls);
  expect(began.length).toBe(60);
});

describe('heavy calls', () => {
  const hold = (atOnce = 3) => {
    const { began, call } = room({ ...SHARES, atOneTurn: 1_000, heavy: { atOnce, forDesks: 1, ofOne: 2 } });
    return {
      began,
      held(name: string, caller: Caller, weight = 10) {
        const { promise, resolve } = Promise.withResolvers<void>();
        return { answer: call(name, caller, weight, () => promise), end: resolve };
      },
    };
  };

  it('wait for heavy calls of the same account; smaller calls and other accounts do not', async () => {
    // One place more than an account may use, and one for desks.
    const { began, held } = hold(4);
    const ranger = officer('r', 'report-as-ranger');
    const [first] = [held('r1', ranger), held('r2', ranger), held('r3', ranger), held('smaller', ranger, 9)];
    held('o1', officer('o', 'report-as-ranger'));
    await vi.advanceTimersByTimeAsync(20);
    expect(began.toSorted()).toEqual(['o1', 'r1', 'r2', 'smaller']);
    first?.end();
    await first?.answer;
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toContain('r3');
  });

  it('leave room for desks', async () => {
    const { began, held } = hold();
    for (const name of ['a', 'b', 'c']) held(name, officer(name, 'report-as-ranger'));
    const desk = held('desk', officer('d'));
    await vi.advanceTimersByTimeAsync(20);
    expect(began).toEqual(['a', 'b', 'desk']);
    desk.end();
    await desk.answer;
    expect(began).not.toContain('c');
  });

  it('of one account are refused beyond a number of waiting ones', async () => {
    const { held } = hold();
    many(2 + SHARES.large.mostWaiting, async (n) => held(`${n}`, officer('r')));
    await expect(held('one more', officer('r')).answer).rejects.toMatchObject({ code: 'server-busy' });
  });
});

it('When thousands of desks connect at the same time, a few are let in at each turn of the event loop, with calls between them', async () => {
  const shares = createShares(() => performance.now());
  const began: string[] = [];
  for (let n = 0; n < 4_000; n += 1) void shares.openTurn(`10.0.0.${n % 250}`, () => false, 'live').then(() => began.push('desk'));
  void shares.during({ weight: 1, caller: officer('a'), address: '' }, async () => began.push('call'));
  await vi.advanceTimersByTimeAsync(0);
  expect(began.length).toBeLessThanOrEqual(SHARES.atOneTurn);
  while (began.length < 600) await vi.advanceTimersByTimeAsync(1);
  expect(began.indexOf('call')).toBeLessThan(300);
});

it('An answer weighs by its size, and less if it was serialized before', () => {
  expect(answerWeight('x'.repeat(1_000))).toBeLessThan(1.1);
  expect(answerWeight(Buffer.alloc(1_600_000))).toBeGreaterThan(90);
  expect(answerWeight(Buffer.alloc(1_600_000), true)).toBeLessThan(10);
});

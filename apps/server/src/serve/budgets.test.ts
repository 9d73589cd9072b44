import { describe, expect, it, vi } from 'vitest';
import { createDailyCounts, createRateLimiter, RATES, requireRate } from './budgets.ts';
import type { Caller } from './context.ts';

describe('the limit of calls', () => {
  it('lets 200 calls a second of one session through indefinitely, and a burst in addition', () => {
    let now = 0;
    const { mayPass } = createRateLimiter(() => now);
    for (let second = 0; second < 60; second += 1, now += 1000)
      for (let call = 0; call < 200; call += 1) expect(mayPass('s', RATES.session)).toBe(true);
  });

  it('slows down only the session that floods', () => {
    let now = 0;
    const { mayPass } = createRateLimiter(() => now);
    const passed = Array.from({ length: 3_000 }, () => mayPass('flood', RATES.session)).filter(Boolean).length;
    expect(passed).toBe(RATES.session.burst);
    expect(mayPass('another', RATES.session)).toBe(true);
    now += 1000;
    expect(Array.from({ length: 3_000 }, () => mayPass('flood', RATES.session)).filter(Boolean).length).toBe(RATES.session.perSecond);
  });

  it('holds across servers: calls spent at one are drained at the others, and the budget refills with time', () => {
    let now = 0;
    const [a, b] = [createRateLimiter(() => now), createRateLimiter(() => now)];
    const passes = (one: typeof a, calls: number) =>
      Array.from({ length: calls }, () => one.mayPass('s', RATES.session)).filter(Boolean).length;
    const exchange = (from: typeof a, to: typeof a) => {
      for (const [key, amount] of from.takeSpent()) to.drain(key, amount);
    };
    a.mayPass('calm', RATES.session);
    expect(passes(a, 600)).toBe(600);
    expect([...a.takeSpent()]).toEqual([['s', 600]]);
    expect([...a.takeSpent()]).toEqual([]);
    b.drain('s', 600);
    expect(passes(b, 600)).toBe(RATES.session.burst - 600);
    exchange(b, a);
    expect(passes(a, 600)).toBe(0);
    now += 1_000;
    expect([passes(a, 1_000), passes(b, 1_000)]).toEqual([RATES.session.perSecond, RATES.session.perSecond]);
    // Twice the rate is spent for at most a second, until both servers know of it.
    exchange(a, b);
    exchange(b, a);
    now += 500;
    expect([passes(a, 1_000), passes(b, 1_000)]).toEqual([200, 200]);
  });
});

const officer = (accountId: string, session: string, right: 'act-on-alarms' | 'report-as-ranger') =>
  ({ kind: 'account', accountId, tokenHash: Buffer.from(session), rights: new Set([right]) }) as unknown as Caller;

describe('the budget of a caller', () => {
  const passedOf = (calls: readonly (readonly [Caller, string])[], weight?: number) => {
    const rates = createRateLimiter(() => 0);
    let passed = 0;
    for (const [caller, address] of calls) {
      try {
        requireRate(caller, address, rates, weight);
        passed += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'too-many-calls' });
      }
    }
    return passed;
  };

  it('is shared by all sessions of an account, and by all accounts of an address', () => {
    const sessions = Array.from({ length: 10_000 }, (_, n) => [officer('a', `${n}`, 'act-on-alarms'), `${n}`] as const);
    expect(passedOf(sessions)).toBe(RATES.account.burst);
    const accounts = Array.from({ length: 10_000 }, (_, n) => [officer(`${n}`, `${n}`, 'act-on-alarms'), 'one'] as const);
    expect(passedOf(accounts)).toBe(RATES.address.burst);
  });

  it('is spent faster by heavy calls', () => {
    const calls = Array.from({ length: 1_000 }, () => [officer('a', 's', 'act-on-alarms'), 'one'] as const);
    expect(passedOf(calls, 20)).toBe(RATES.session.burst / 20);
  });
});

describe('the budget of a day', () => {
  const row = { daily: { budget: 'messages', of: (phones: readonly string[]) => phones.length } } as const;
  const ranger = officer('r', 'r', 'report-as-ranger');
  const MOST = { reports: 1, 'ranger-messages': 3, messages: 3, photos: 1 };
  /** The store's arithmetic, which is tested in packages/store. */
  const spending = (giveBack?: () => Promise<void>) => {
    const spent = new Map<string, number>();
    const add = (key: object, amount: number) => spent.set(JSON.stringify(key), (spent.get(JSON.stringify(key)) ?? 0) + amount);
    return {
      dailyBudgets: {
        async take(key: object, amount: number, most: number) {
          const isLeft = (spent.get(JSON.stringify(key)) ?? 0) + amount <= most;
          if (isLeft) add(key, amount);
          return isLeft;
        },
        giveBack: giveBack ?? (async (key: object, amount: number) => void add(key, -amount)),
      },
    };
  };

  it('belongs to the account, resets at midnight in Beijing, and is not spent by failed calls', async () => {
    let now = new Date('2026-11-25T15:59:00Z');
    const daily = createDailyCounts({ store: spending(), most: MOST, clock: () => now, log: { warn: () => undefined } });
    const send = (caller: Caller, count: number) => daily.during(row, caller, Array(count).fill('1'), async () => count);
    await expect(daily.during(row, ranger, ['1', '2'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await send(ranger, 3)).toBe(3);
    await expect(send(ranger, 1)).rejects.toMatchObject({ code: 'daily-budget-spent', params: { budget: 'messages', most: 3 } });
    expect(await send(officer('other', 'o', 'report-as-ranger'), 3)).toBe(3);
    expect(await send({ kind: 'feed' }, 100)).toBe(100);
    now = new Date('2026-11-25T16:00:00Z');
    expect(await send(ranger, 3)).toBe(3);
  });

  it('stays spent and is logged if it cannot be given back, and the work’s own error is still reported', async () => {
    const warn = vi.fn();
    const store = spending(() => Promise.reject(new Error('no database')));
    const daily = createDailyCounts({ store, most: MOST, clock: () => new Date('2026-11-25T16:00:00Z'), log: { warn } });
    await expect(daily.during(row, ranger, ['1', '2', '3'], () => Promise.reject(new Error('no gateway')))).rejects.toThrow('no gateway');
    expect(warn.mock.calls).toMatchObject([[{ day: '2026-11-26', budget: 'messages', accountId: 'r', amount: 3 }, expect.any(String)]]);
    await expect(daily.during(row, ranger, ['1'], async () => 1)).rejects.toMatchObject({ code: 'daily-budget-spent' });
  });
});

// Limits how many calls a session, an account and an address may make, so that no caller takes the capacity of the others (decision 0045).
// Within these limits each has his share of the server (shares.ts).
import type { DailyBudget, Row } from '@lookout/contract';
import { beijingDay } from '@lookout/features/task/patrol.ts';
import { BROKER_LIMITS } from '@lookout/live';
import type { DailyBudgets } from '@lookout/store';
import { LRUCache } from 'lru-cache';
import { refused } from '../acting/refusal.ts';
import type { Caller } from './context.ts';
import type { FaultLog } from './envelope.ts';

// A token bucket for each session, account, machine and address. Bursts pass, floods do not.

interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Budgets in light calls. A session may make at least 200 a second (docs/interface.md "Login"). An account may be shared by a few people,
 * and an address by many: a duty hall behind one router. Without a session an address may be shared by many people.
 */
export const RATES = {
  session: { perSecond: 400, burst: 800 },
  account: { perSecond: 800, burst: 1_600 },
  address: { perSecond: 4_000, burst: 8_000 },
  embed: { perSecond: 200, burst: 800 },
  feed: { perSecond: 2_000, burst: 4_000 },
  nobody: { perSecond: 200, burst: 800 },
  /**
   * New live connections of one address. The burst covers all connections of an address that reconnect at once after a server has failed.
   */
  connecting: { perSecond: 200, burst: BROKER_LIMITS.maxPerAddress },
} as const satisfies Record<string, Rate>;

const MOST_KEYS = 20_000;

export interface RateLimiter {
  /** Returns true when a call of this weight may pass. */
  mayPass(key: string, rate: Rate, weight?: number): boolean;
  /** Returns what was spent since the last query, for keys that spent much; it is sent to the other servers. */
  takeSpent(): ReadonlyMap<string, number>;
  /** Subtracts what was spent at another server. */
  drain(key: string, amount: number): void;
}

/**
 * The least amount that is sent to the other servers, in light calls. A caller that spends less between two queries reaches no limit,
 * whatever the number of servers.
 */
const MUCH = 20;

/** @param now a monotonic clock in milliseconds */
export function createRateLimiter(now: () => number): RateLimiter {
  const buckets = new LRUCache<string, { used: number; at: number }>({ max: MOST_KEYS });
  let spent = new Map<string, number>();
  return {
    mayPass(key, { perSecond, burst }, weight = 1) {
      const at = now();
      const bucket = buckets.get(key) ?? { used: 0, at };
      const used = Math.max(0, Math.min(burst, bucket.used) - ((at - bucket.at) / 1000) * perSecond);
      const passes = used + weight <= burst;
      buckets.set(key, { used: passes ? used + weight : used, at });
      if (passes && (spent.has(key) || spent.size < MOST_KEYS)) spent.set(key, (spent.get(key) ?? 0) + weight);
      return passes;
    },
    takeSpent() {
      const much = new Map([...spent].filter(([, amount]) => amount >= MUCH));
      spent = new Map();
      return much;
    },
    drain(key, amount) {
      const bucket = buckets.get(key) ?? { used: 0, at: now() };
      buckets.set(key, { ...bucket, used: bucket.used + amount });
    },
  };
}

/**
 * Returns the buckets that a call is charged to. The token of an embedded map is shared by all visitors of its page, so each address is
 * counted separately.
 */
function bucketsOf(caller: Caller, address: string): readonly (readonly [key: string, rate: Rate])[] {
  if (caller.kind === 'account')
    return [
      [`s:${Buffer.from(caller.tokenHash).toString('base64')}`, RATES.session],
      [`a:${caller.accountId}`, RATES.account],
      [`@${address}`, RATES.address],
    ];
  return caller.kind === 'embed' ? [[`e:${caller.embedId}:${address}`, RATES.embed]] : [[`${caller.kind}:${address}`, RATES[caller.kind]]];
}

/** @throws Refusal 429 */
export function requireRate(caller: Caller, address: string, rates: Pick<RateLimiter, 'mayPass'>, weight = 1): void {
  if (weight <= 0) return;
  for (const [key, rate] of bucketsOf(caller, address)) if (!rates.mayPass(key, rate, weight)) throw refused('too-many-calls');
}

// Budgets of an account for one Beijing day, on all servers together.

export interface DailyCounts {
  /**
   * Charges the caller's budget of today, and gives the amount back when the work fails.
   * @throws Refusal 429 when there is not enough left
   */
  during<T>(row: Pick<Row, 'daily'>, caller: Caller, input: unknown, work: () => Promise<T>): Promise<T>;
}

interface DailyDeps {
  readonly store: { readonly dailyBudgets: Pick<DailyBudgets, 'take' | 'giveBack'> };
  readonly most: Readonly<Record<DailyBudget, number>>;
  readonly clock: () => Date;
  readonly log: Pick<FaultLog, 'warn'>;
}

export const createDailyCounts = ({ store, most, clock, log }: DailyDeps): DailyCounts => ({
  async during({ daily }, caller, input, work) {
    if (daily === undefined || caller.kind !== 'account') return work();
    const { budget, of = () => 1 } = daily;
    const amount = (of as (input: unknown) => number)(input);
    const spending = { day: beijingDay(clock()), budget, accountId: caller.accountId };
    if (!(await store.dailyBudgets.take(spending, amount, most[budget])))
      throw refused('daily-budget-spent', { budget, most: most[budget] });
    try {
      return await work();
    } catch (error) {
      // An amount that cannot be given back stays spent. The caller gets the error of the work itself.
      await store.dailyBudgets.giveBack(spending, amount).catch((fault: unknown) => {
        log.warn({ err: fault, ...spending, amount }, 'what failed could not be given back to its daily budget');
      });
      throw error;
    }
  },
});

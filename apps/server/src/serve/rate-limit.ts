// How many calls a second one session, one machine or one address may make. A bucket that fills steadily: bursts pass, floods do not.
import { LRUCache } from 'lru-cache';

interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A session may make at least 200 calls a second (contract.md "Login"); addresses without a session share one among many people. */
export const RATES = {
  account: { perSecond: 400, burst: 800 },
  feed: { perSecond: 2_000, burst: 4_000 },
  nobody: { perSecond: 200, burst: 800 },
} as const satisfies Record<string, Rate>;

const MOST_KEYS = 20_000;

/** @param now milliseconds of a clock that never goes back */
export function createRateLimiter(now: () => number) {
  const buckets = new LRUCache<string, { level: number; at: number }>({ max: MOST_KEYS });
  /** true when the call may pass. */
  return (key: string, { perSecond, burst }: Rate): boolean => {
    const at = now();
    const bucket = buckets.get(key) ?? { level: burst, at };
    const level = Math.min(burst, bucket.level + ((at - bucket.at) / 1000) * perSecond);
    const passes = level >= 1;
    buckets.set(key, { level: passes ? level - 1 : level, at });
    return passes;
  };
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;

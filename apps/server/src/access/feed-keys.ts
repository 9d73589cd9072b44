// The key of the machines that push alarms. Who tries out keys is written down and then refused without a comparison; an address from which the right
// one came lately is never refused, so that nobody keeps his neighbour's alarms out.
import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface FeedKeys {
  /**
   * @param tell told of the first wrong key of an address within a quarter of an hour, and of the last that is compared
   * @returns `locked`: not compared
   */
  check(key: string, address: string, tell: (failures: number) => Promise<void>): Promise<'right' | 'wrong' | 'locked'>;
}

/** A sender with an old key tries a few times; more within the window is a search. */
const MOST_WRONG = 20;
const WINDOW_MS = 15 * 60_000;
const KNOWN_FOR_MS = 24 * 3_600_000;
const MOST_ADDRESSES = 10_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @param now milliseconds of a clock that never goes back */
export function createFeedKeys(feedKey: string, now: () => number): FeedKeys {
  const wanted = digest(feedKey);
  const known = new LRUCache<string, number>({ max: MOST_ADDRESSES });
  const failing = new LRUCache<string, { since: number; failures: number }>({ max: MOST_ADDRESSES });

  return {
    async check(key, address, tell) {
      const at = now();
      const isKnown = at - (known.get(address) ?? Number.NEGATIVE_INFINITY) < KNOWN_FOR_MS;
      const before = failing.get(address);
      const tally = before && at - before.since < WINDOW_MS ? before : { since: at, failures: 0 };
      if (tally.failures >= MOST_WRONG && !isKnown) return 'locked';
      // In constant time; digests have equal lengths.
      if (timingSafeEqual(digest(key), wanted)) {
        known.set(address, at);
        return 'right';
      }
      tally.failures += 1;
      failing.set(address, tally);
      if (tally.failures === 1 || tally.failures === MOST_WRONG) await tell(tally.failures);
      return 'wrong';
    },
  };
}

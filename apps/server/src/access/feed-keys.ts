// Checks the key of the machines that push alarms. Guessing keys is recorded and then refused without a comparison. An address that
// recently sent the right key is never refused, so that no sender can lock out another one behind the same address.
import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface FeedKeys {
  /**
   * @param report called for the first wrong key of an address within a quarter of an hour, and for the last wrong key that is still compared
   * @returns `locked` if the key was not compared
   */
  check(key: string, address: string, report: (failures: number) => Promise<void>): Promise<'right' | 'wrong' | 'locked'>;
}

/** A sender with an outdated key tries a few times. More attempts within the window count as guessing. */
const MOST_WRONG = 20;
const WINDOW_MS = 15 * 60_000;
const KNOWN_FOR_MS = 24 * 3_600_000;
const MOST_ADDRESSES = 10_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @param now a monotonic clock in milliseconds */
export function createFeedKeys(feedKey: string, now: () => number): FeedKeys {
  const wanted = digest(feedKey);
  const known = new LRUCache<string, number>({ max: MOST_ADDRESSES });
  const failing = new LRUCache<string, { since: number; failures: number }>({ max: MOST_ADDRESSES });

  return {
    async check(key, address, report) {
      const at = now();
      const isKnown = at - (known.get(address) ?? Number.NEGATIVE_INFINITY) < KNOWN_FOR_MS;
      const before = failing.get(address);
      const tally = before && at - before.since < WINDOW_MS ? before : { since: at, failures: 0 };
      if (tally.failures >= MOST_WRONG && !isKnown) return 'locked';
      // The comparison takes constant time; digests have equal lengths.
      if (timingSafeEqual(digest(key), wanted)) {
        known.set(address, at);
        return 'right';
      }
      tally.failures += 1;
      failing.set(address, tally);
      if (tally.failures === 1 || tally.failures === MOST_WRONG) await report(tally.failures);
      return 'wrong';
    },
  };
}

// The log for desks that come back together: those of one grid that missed the same read it once.
import { LRUCache } from 'lru-cache';
import type { LogReader } from './journal.ts';

const MOST_KEPT = 100;
const KEPT_MS = 1_000;

/**
 * The same reader, whose answers of a second ago are given again while nothing has been delivered to live connections since they were read. A desk takes
 * its topics first and then reads the log: what is in neither the answer nor its live messages would be missing until it looks again.
 * @param delivered the newest number of the log that this server has delivered
 */
export function shareLog(reader: LogReader, delivered: () => number): LogReader {
  const kept = new LRUCache<string, { readonly at: number; readonly answer: ReturnType<LogReader['since']> }>({ max: MOST_KEPT, ttl: KEPT_MS });
  return {
    ...reader,
    since(scope, after, limit) {
      const key = `${scope} ${after} ${limit}`;
      const at = delivered();
      const known = kept.get(key);
      if (known?.at === at) return known.answer;
      const answer = reader.since(scope, after, limit);
      const entry = { at, answer };
      kept.set(key, entry);
      answer.catch(() => {
        if (kept.peek(key) === entry) kept.delete(key);
      });
      return answer;
    },
  };
}

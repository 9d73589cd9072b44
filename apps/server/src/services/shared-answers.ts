// Caches answers that are the same for all permitted callers: each is created once for the callers within a second of each other. A map
// embedded in a county's page is open in thousands of browsers, which all send a request when a new alarm arrives.
import { LRUCache } from 'lru-cache';

const SHARED_MS = 1_000;
const MOST_CACHED = 100;

/**
 * @returns a reader of answers, keyed by what they depend on (grid, window); a failed answer is not cached
 * @param sharedMs how long an answer is reused after it was first requested
 */
export function createSharedAnswers<T extends object>(sharedMs = SHARED_MS): (key: string, make: () => Promise<T>) => Promise<T> {
  const answers = new LRUCache<string, Promise<T>>({ max: MOST_CACHED, ttl: sharedMs });
  return (key, make) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = make();
    answers.set(key, answer);
    answer.catch(() => {
      if (answers.peek(key) === answer) answers.delete(key);
    });
    return answer;
  };
}

// Answers that are the same for all who may have them: made once for those who ask within a second of each other. A map on the page of a county is open at
// thousands of people's, who all ask when there is a new alarm.
import { LRUCache } from 'lru-cache';

const SHARED_MS = 1_000;
const MOST_KEPT = 100;

/**
 * @returns a reader of answers by what they depend on (grid, window); a failed one is forgotten
 * @param sharedMs how long an answer is given again after it was asked for first
 */
export function createSharedAnswers<T extends object>(sharedMs = SHARED_MS): (key: string, make: () => Promise<T>) => Promise<T> {
  const answers = new LRUCache<string, Promise<T>>({ max: MOST_KEPT, ttl: sharedMs });
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

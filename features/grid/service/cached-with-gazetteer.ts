/**
 * Caches answers until the gazetteer is reloaded. Each answer is computed once: concurrent calls share it, and a failure is not cached.
 * @param gazetteer the current one, or a part of it: another object after each import (gazetteer-watch.ts)
 * @param most the most answers cached; beyond it the least recently used are dropped
 */
export function cachedWithGazetteer<Key, Answer>(
  gazetteer: () => object,
  make: (key: Key) => Promise<Answer>,
  most = Number.POSITIVE_INFINITY,
): (key: Key) => Promise<Answer> {
  let cachedFor = gazetteer();
  let cache = new Map<Key, Promise<Answer>>();

  return (key) => {
    if (cachedFor !== gazetteer()) {
      cachedFor = gazetteer();
      cache = new Map();
    }
    const all = cache;
    const answer = all.get(key) ?? make(key);
    all.delete(key);
    all.set(key, answer);
    answer.catch(() => {
      if (all.get(key) === answer) all.delete(key);
    });
    for (const oldest of all.keys()) {
      if (all.size <= most) break;
      all.delete(oldest);
    }
    return answer;
  };
}

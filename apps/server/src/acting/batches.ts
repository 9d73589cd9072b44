// Single questions to the database are asked together when many come at once: thousands of desks that come back in the same second need some dozen queries.

/** Between the beginnings of two queries. A query costs the main thread half a millisecond, however many it asks for. */
const GAP_MS = 8;
/** Queries that run at the same time. */
const MOST_QUERIES = 2;
const MOST_OF_A_QUERY = 200;

interface Waiting<K, V> {
  readonly key: K;
  readonly answer: PromiseWithResolvers<V>;
}

/**
 * A key is looked up at once when no other was just before; those that come within `GAP_MS`, or while `MOST_QUERIES` run, are looked up together. A query
 * always begins after its keys were asked for, so that an answer is never older than its question.
 * @param load of at most `MOST_OF_A_QUERY` keys; when it fails, those alone fail that were in it
 * @returns the value of a key
 */
export function createBatches<K, V>(load: (keys: readonly K[]) => Promise<(key: K) => V>): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = [];
  let running = 0;
  let began = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  const next = (): void => {
    if (timer !== null || running >= MOST_QUERIES || waiting.length === 0) return;
    const pause = began + GAP_MS - performance.now();
    if (pause <= 0) return void query();
    timer = setTimeout(() => {
      timer = null;
      void query();
    }, pause);
  };

  const query = async (): Promise<void> => {
    const asked = waiting.slice(0, MOST_OF_A_QUERY);
    waiting = waiting.slice(MOST_OF_A_QUERY);
    running += 1;
    began = performance.now();
    try {
      const found = await load(asked.map(({ key }) => key));
      for (const { key, answer } of asked) answer.resolve(found(key));
    } catch (error) {
      for (const { answer } of asked) answer.reject(error);
    } finally {
      running -= 1;
      next();
    }
  };

  return (key) => {
    const answer = Promise.withResolvers<V>();
    waiting.push({ key, answer });
    next();
    return answer.promise;
  };
}

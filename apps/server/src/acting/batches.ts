// Combines lookups of single keys into shared queries when many are requested at once: thousands of desks that reconnect in the same second
// cause only some dozen queries.

/** The shortest time between the starts of two queries. A query costs the main thread half a millisecond, however many keys it has. */
const GAP_MS = 8;
/** Queries that run at the same time. */
const MOST_QUERIES = 2;
const MOST_OF_A_QUERY = 200;

interface Waiting<K, V> {
  readonly key: K;
  readonly answer: PromiseWithResolvers<V>;
}

/**
 * Looks a key up at once if no query began within the last `GAP_MS`; keys that are requested sooner, or while `MOST_QUERIES` run, are looked up together. A
 * query always begins after its keys were requested, so that a value is never older than its request.
 * @param load queries at most `MOST_OF_A_QUERY` keys; if it fails, only the lookups of these keys fail
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
    const batch = waiting.slice(0, MOST_OF_A_QUERY);
    waiting = waiting.slice(MOST_OF_A_QUERY);
    running += 1;
    began = performance.now();
    try {
      const found = await load(batch.map(({ key }) => key));
      for (const { key, answer } of batch) answer.resolve(found(key));
    } catch (error) {
      for (const { answer } of batch) answer.reject(error);
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

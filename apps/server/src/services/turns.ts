// Work of which only so much may run at a time: the rest waits for its turn, and what would wait too long is refused.
import { refused } from '../acting/refusal.ts';

export interface Turns {
  /** @throws Refusal 503 when too many wait already */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurns(atOnce: number, mostWaiting: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async take(work) {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw refused('server-busy');
        const turn = Promise.withResolvers<void>();
        waiting.push(turn.resolve);
        // Who ends hands the place on.
        await turn.promise;
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

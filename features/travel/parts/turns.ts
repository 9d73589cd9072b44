// One call at a time. A search takes a slot among the server's heavy calls, and one browser must not occupy them all.
import { perSession } from '@lookout/web/shared/services.ts';

/** Runs the call when all earlier ones are answered. A call aborted by then never runs. */
export type Turn = <T>(signal: AbortSignal, run: () => Promise<T>) => Promise<T>;

export function createTurns(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (signal, run) => {
    const mine = last.then(() => {
      signal.throwIfAborted();
      return run();
    });
    // The caller receives the failure. The next call must not fail because of it.
    last = mine.catch(() => undefined);
    return mine;
  };
}

export const turnsOf = perSession(createTurns);

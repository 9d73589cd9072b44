// One call at a time: a search takes a turn among the server's heavy calls, and a desk must not fill them with its own.
import { perSession } from '@lookout/web/shared/services.ts';

/** Runs it when what was asked before is answered; never, when it is not wanted any more by then. */
export type Turn = <T>(signal: AbortSignal, run: () => Promise<T>) => Promise<T>;

export function createTurns(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (signal, run) => {
    const mine = last.then(() => {
      signal.throwIfAborted();
      return run();
    });
    // Whoever asked hears of a failure; the next one has nothing to do with it.
    last = mine.catch(() => undefined);
    return mine;
  };
}

export const turnsOf = perSession(createTurns);

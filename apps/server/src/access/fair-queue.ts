// A queue in which those who wait take turns by whom they belong to, so that many of one keep no other waiting (round robin, RFC 970).
import { refused } from '../acting/refusal.ts';

interface Bounds {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** Of one owner. */
  readonly mostWaitingOfOne: number;
}

/** At most `atOnce` running; beyond what may wait, of all or of one owner, calls are refused with `logins-too-many`. */
export function createFairQueue({ atOnce, mostWaiting, mostWaitingOfOne }: Bounds) {
  let working = 0;
  let waiting = 0;
  /** In the order of their turns: whose turn it was goes to the end. */
  const lines = new Map<string, (() => void)[]>();

  const join = (owner: string): Promise<void> => {
    const line = lines.get(owner) ?? [];
    if (waiting >= mostWaiting || line.length >= mostWaitingOfOne) throw refused('logins-too-many');
    waiting += 1;
    return new Promise((resolve) => {
      line.push(resolve);
      lines.set(owner, line);
    });
  };

  const next = (): (() => void) | undefined => {
    for (const [owner, line] of lines) {
      const first = line.shift();
      lines.delete(owner);
      if (line.length > 0) lines.set(owner, line);
      waiting -= 1;
      return first;
    }
    return undefined;
  };

  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (working >= atOnce) await join(owner);
    else working += 1;
    try {
      return await work();
    } finally {
      const begin = next();
      // The slot is handed over directly, so that no later call can overtake who waits.
      if (begin) begin();
      else working -= 1;
    }
  };
}

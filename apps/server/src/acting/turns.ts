// Work of which only so much may run at a time. Those who wait take turns by whom they belong to, so that many of one keep no other waiting (round
// robin, RFC 970); what would wait too long is refused.
import { type Refusal, refused } from './refusal.ts';

export interface Turns {
  /**
   * @param owner whose work it is: an address, an account
   * @throws Refusal when too many wait already
   */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

interface Bounds {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** Of one owner; default: all that may wait. */
  readonly mostWaitingOfOne?: number;
  /** Default: `server-busy`. */
  readonly refusal?: () => Refusal;
}

export function createTurns({
  atOnce,
  mostWaiting,
  mostWaitingOfOne = mostWaiting,
  refusal = () => refused('server-busy'),
}: Bounds): Turns {
  let running = 0;
  let waiting = 0;
  /** In the order of their turns: whose turn it was goes to the end. */
  const lines = new Map<string, (() => void)[]>();

  const join = (owner: string): Promise<void> => {
    const line = lines.get(owner) ?? [];
    if (waiting >= mostWaiting || line.length >= mostWaitingOfOne) throw refusal();
    waiting += 1;
    lines.set(owner, line);
    const turn = Promise.withResolvers<void>();
    line.push(turn.resolve);
    return turn.promise;
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

  return {
    async take(owner, work) {
      if (running >= atOnce) await join(owner);
      else running += 1;
      try {
        return await work();
      } finally {
        const begin = next();
        // The place is handed on directly, so that no later work can overtake who waits.
        if (begin) begin();
        else running -= 1;
      }
    },
  };
}

// A circuit breaker for each receiver: after some failures in a row the receiver is paused, then tried with one message at a time. Each
// failed trial doubles the pause, and the first successful one ends it. Messages to other receivers do not wait.

export interface Breakers {
  /** null: the receiver may be tried now. If it was paused, this is its trial. */
  pausedUntil(receiver: string): Date | null;
  /** All receivers that are paused now. */
  paused(): readonly string[];
  answered(receiver: string): void;
  failed(receiver: string): void;
}

const FAILURES = 3;
const FIRST_PAUSE_MS = 5_000;
/** A gateway that works again must not be paused for long, because calls for help wait for it. */
const LONGEST_PAUSE_MS = 60_000;
/** Longer than any channel waits for an answer. If the result of a trial is never reported, another trial follows. */
const TRIAL_MS = 30_000;
/** Maximum number of failed receivers stored; above that of any installation. */
const MOST_KNOWN = 20_000;

interface Failing {
  readonly failures: number;
  /** null: it is not paused. */
  readonly until: number | null;
}

export function createBreakers(clock: () => Date): Breakers {
  const failing = new Map<string, Failing>();
  const keep = (receiver: string, state: Failing): void => {
    failing.delete(receiver);
    failing.set(receiver, state);
    const [oldest] = failing.keys();
    if (failing.size > MOST_KNOWN && oldest !== undefined) failing.delete(oldest);
  };
  return {
    pausedUntil(receiver) {
      const state = failing.get(receiver);
      if (state === undefined || state.until === null) return null;
      const now = clock().getTime();
      if (now < state.until) return new Date(state.until);
      keep(receiver, { ...state, until: now + TRIAL_MS });
      return null;
    },
    paused() {
      const now = clock().getTime();
      return [...failing].flatMap(([receiver, { until }]) => (until !== null && now < until ? [receiver] : []));
    },
    answered: (receiver) => void failing.delete(receiver),
    failed(receiver) {
      const failures = (failing.get(receiver)?.failures ?? 0) + 1;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - FAILURES));
      keep(receiver, { failures, until: failures < FAILURES ? null : clock().getTime() + pause });
    },
  };
}

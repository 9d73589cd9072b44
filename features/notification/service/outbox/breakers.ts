// A receiver that fails is slowed down by itself (circuit breaker): after some failures in a row it is left alone for a while, then tried by one message at
// a time; each trial that fails doubles the pause, the first that does not ends it. Nobody else's messages wait for it.

export interface Breakers {
  /** null: it may be tried now, and if it was left alone this is its trial. */
  pausedUntil(receiver: string): Date | null;
  /** All that are left alone now. */
  paused(): readonly string[];
  answered(receiver: string): void;
  failed(receiver: string): void;
}

const FAILURES = 3;
const FIRST_PAUSE_MS = 5_000;
/** A gateway that is back must not be left alone for long: calls for help wait for it. */
const LONGEST_PAUSE_MS = 60_000;
/** Longer than any channel waits for an answer; a trial whose end nobody reports is followed by another. */
const TRIAL_MS = 10_000;
/** Receivers that failed; more than any installation has. */
const MOST_KNOWN = 20_000;

interface Failing {
  readonly failures: number;
  /** null: it is not left alone. */
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

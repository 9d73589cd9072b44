// Runs the world: every few seconds it takes the arrivals since the last tick and posts them to the queue.
import type { WorldClock } from './clock.ts';
import type { Queue } from './wire/queue.ts';

/** `recent`: the arrivals that a newly opened command centre should show; `arrivals`: all with from ≤ at < to. */
export interface ArrivalSource<A> {
  recent(atMs: number): A[];
  arrivals(fromMs: number, toMs: number): A[];
}

export interface RunOptions<A> {
  readonly world: ArrivalSource<A>;
  readonly clock: WorldClock;
  readonly queue: Queue;
  readonly post: (arrival: A) => void;
  /** Resolves after the given time, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Short enough that arrivals are not late, long enough to spread the recent past over about the first half minute. */
const TICK_MS = 4_000;
/** With this many waiting parcels nothing is posted until the server catches up: the queue stays small, and nothing is skipped. */
const MOST_WAITING = 200;

/** Runs until the signal is aborted. Each tick posts all new arrivals, and at first also one of the recent past. */
export async function runWorld<A>({ world, clock, queue, post, pause, signal }: RunOptions<A>): Promise<void> {
  let until = clock.now();
  const past = world.recent(until);
  while (!signal.aborted) {
    if (queue.waiting() < MOST_WAITING) {
      const now = clock.now();
      for (const arrival of [...past.splice(0, 1), ...world.arrivals(until, now)]) post(arrival);
      until = now;
    }
    await pause(TICK_MS, signal);
  }
}

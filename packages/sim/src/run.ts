// Lets the world happen: now and then asks what has reached the outside since, and hands it to the queue.
import type { WorldClock } from './clock.ts';
import type { Queue } from './wire/queue.ts';
/** What happens by itself: what a desk that was just opened should find, and all that reaches the outside in from ≤ at < to. */
export interface Happening<A> {
  recent(atMs: number): A[];
  arrivals(fromMs: number, toMs: number): A[];
}

export interface RunOptions<A> {
  readonly world: Happening<A>;
  readonly clock: WorldClock;
  readonly queue: Queue;
  readonly post: (arrival: A) => void;
  /** Resolves after so long, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Short enough that nothing seems late, long enough that the recent past comes in one by one over the first half minute or so. */
const TICK_MS = 4_000;
/** While the server is away the world waits here, and catches up afterwards: what waits stays small, and nothing is skipped. */
const MOST_WAITING = 200;

/** Runs until the signal; first the recent past, one arrival a tick, beside everything new. */
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

// The bucket queue of the searches for arrival times: each bucket covers a fixed width of time, and a state is in at most one bucket, so
// putting, moving and taking a state cost the same for any number of states (R. B. Dial, Algorithm 360, Communications of the ACM 12, 1969;
// for fronts L. Yatziv, A. Bartesaghi and G. Sapiro, O(N) implementation of the fast marching algorithm, Journal of Computational Physics
// 212, 2006). Within a bucket the order is arbitrary. A caller that improves a state of the current bucket puts it back, so times over
// links are exact whatever the width.
import { moved } from './more-room.ts';

export interface BucketQueue {
  /**
   * Adds a state, or moves it to an earlier bucket. @param time a time before the current bucket counts as now; a time after the horizon is
   * ignored
   */
  put(state: number, time: number): void;
  /** Takes a state from the earliest bucket; −1 if the queue is empty. */
  take(): number;
  /** Lower bound of the times of all states still to be taken. */
  low(): number;
}

/**
 * @param states number of states
 * @param horizon later times are ignored; the same unit of time as the width
 */
export function createBucketQueue(states: number, horizon: number, width: number): BucketQueue {
  const last = Math.floor(horizon / width);
  const heads = new Int32Array(last + 1).fill(-1);
  const [next, before] = [new Int32Array(states), new Int32Array(states)];
  // Index of the state's bucket plus one; 0 if the state is in none. The array is not filled explicitly, so memory of states that are never
  // put is never touched.
  const placeOf = new Int32Array(states);
  let current = 0;
  let size = 0;

  const remove = (state: number, bucket: number): void => {
    const [ahead, behind] = [next[state] as number, before[state] as number];
    if (behind === -1) heads[bucket] = ahead;
    else next[behind] = ahead;
    if (ahead !== -1) before[ahead] = behind;
    placeOf[state] = 0;
    size -= 1;
  };

  return {
    put(state, time) {
      if (time > horizon) return;
      const bucket = Math.max(Math.floor(time / width), current);
      const old = (placeOf[state] as number) - 1;
      if (old === bucket) return;
      if (old !== -1) remove(state, old);
      const head = heads[bucket] as number;
      next[state] = head;
      before[state] = -1;
      if (head !== -1) before[head] = state;
      heads[bucket] = state;
      placeOf[state] = bucket + 1;
      size += 1;
    },
    take() {
      if (size === 0) return -1;
      while (heads[current] === -1) current += 1;
      const state = heads[current] as number;
      remove(state, current);
      return state;
    },
    low: () => current * width,
  };
}

const FEWEST_WAITING = 1024;

/**
 * The same queue for searches in which only few states wait at a time: it allocates memory for these only, close together. Unlike the other
 * queue, it leaves the old entry in place when a state is put again. It is a class so that all runs share the same functions: closures
 * created for each run would be compiled again by the engine.
 */
export class FrontQueue implements BucketQueue {
  readonly #horizon: number;
  readonly #width: number;
  readonly #heads: Int32Array;
  #states = new Int32Array(FEWEST_WAITING);
  #next = new Int32Array(FEWEST_WAITING);
  #times = new Float32Array(FEWEST_WAITING);
  /** Head of the free list, linked by `#next`: slots that were taken are reused before unused ones. */
  #free = -1;
  #used = 0;
  #current = 0;
  #waiting = 0;
  #taken = Number.NaN;

  /** @param horizon later times are ignored; the same unit of time as the width */
  constructor(horizon: number, width: number) {
    this.#horizon = horizon;
    this.#width = width;
    this.#heads = new Int32Array(Math.floor(horizon / width) + 1).fill(-1);
  }

  put(state: number, time: number): void {
    if (time > this.#horizon) return;
    const bucket = Math.max(Math.floor(time / this.#width), this.#current);
    let at = this.#free;
    if (at === -1) {
      if (this.#used === this.#states.length) this.#makeRoom();
      at = this.#used;
      this.#used += 1;
    } else this.#free = this.#next[at] as number;
    this.#states[at] = state;
    this.#times[at] = time;
    this.#next[at] = this.#heads[bucket] as number;
    this.#heads[bucket] = at;
    this.#waiting += 1;
  }

  take(): number {
    if (this.#waiting === 0) return -1;
    const heads = this.#heads;
    let current = this.#current;
    while (heads[current] === -1) current += 1;
    this.#current = current;
    const at = heads[current] as number;
    heads[current] = this.#next[at] as number;
    this.#next[at] = this.#free;
    this.#free = at;
    this.#waiting -= 1;
    this.#taken = this.#times[at] as number;
    return this.#states[at] as number;
  }

  low(): number {
    return this.#current * this.#width;
  }

  /**
   * The time with which the state taken last was put, to 24 bits. If the caller has an earlier time for that state by now, it has taken the
   * state already.
   */
  time(): number {
    return this.#taken;
  }

  #makeRoom(): void {
    const room = 2 * this.#used;
    this.#states = moved(this.#states, new Int32Array(room));
    this.#next = moved(this.#next, new Int32Array(room));
    this.#times = moved(this.#times, new Float32Array(room));
  }
}

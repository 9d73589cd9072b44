// The queue of the searches for times: states in buckets of a width of time, each in at most one, so that putting, moving and taking cost the same for any number
// of them (R. B. Dial, Algorithm 360, Communications of the ACM 12, 1969; for fronts L. Yatziv, A. Bartesaghi and G. Sapiro, O(N) implementation of the fast
// marching algorithm, Journal of Computational Physics 212, 2006). Within a bucket the order is free: who improves a state of the bucket in hand puts it back, so
// times over links are exact whatever the width.

export interface BucketQueue {
  /** Puts a state in, or moves it to an earlier place. @param time before the bucket in hand: now; after the horizon: left out */
  put(state: number, time: number): void;
  /** Takes a state of the earliest bucket; −1: none is left. */
  take(): number;
  /** No state taken from now on is earlier. */
  low(): number;
}

/**
 * @param states how many there are
 * @param horizon what is later is not looked at; it and the width in one unit of time
 */
export function createBucketQueue(states: number, horizon: number, width: number): BucketQueue {
  const last = Math.floor(horizon / width);
  const heads = new Int32Array(last + 1).fill(-1);
  const [next, before] = [new Int32Array(states), new Int32Array(states)];
  // One more than its bucket; 0: in none. Not filled, so that the memory of states that are never put is never touched.
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

/** The same for states of which only few wait at a time: room for these only, near together. A state that is put again stays where it was as well. */
export interface FrontQueue extends BucketQueue {
  /** When the state that was taken last was put in for, to 24 bits: who has an earlier time for it by now has taken it already. */
  time(): number;
}

const FEWEST_WAITING = 1024;

/** @param horizon what is later is not looked at; it and the width in one unit of time */
export function createFrontQueue(horizon: number, width: number): FrontQueue {
  const heads = new Int32Array(Math.floor(horizon / width) + 1).fill(-1);
  let [states, next] = [new Int32Array(FEWEST_WAITING), new Int32Array(FEWEST_WAITING)];
  let times = new Float32Array(FEWEST_WAITING);
  // What was taken is given out again first, linked by `next`; then what was never used.
  let free = -1;
  let used = 0;
  let current = 0;
  let waiting = 0;
  let taken = Number.NaN;

  const makeRoom = (): void => {
    const room = 2 * used;
    const moved = <T extends Int32Array | Float32Array>(from: T, into: T): T => {
      into.set(from);
      return into;
    };
    states = moved(states, new Int32Array(room));
    next = moved(next, new Int32Array(room));
    times = moved(times, new Float32Array(room));
  };

  return {
    put(state, time) {
      if (time > horizon) return;
      const bucket = Math.max(Math.floor(time / width), current);
      let at = free;
      if (at === -1) {
        if (used === states.length) makeRoom();
        at = used;
        used += 1;
      } else free = next[at] as number;
      states[at] = state;
      times[at] = time;
      next[at] = heads[bucket] as number;
      heads[bucket] = at;
      waiting += 1;
    },
    take() {
      if (waiting === 0) return -1;
      while (heads[current] === -1) current += 1;
      const at = heads[current] as number;
      heads[current] = next[at] as number;
      next[at] = free;
      free = at;
      waiting -= 1;
      taken = times[at] as number;
      return states[at] as number;
    },
    low: () => current * width,
    time: () => taken,
  };
}

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

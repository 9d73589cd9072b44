// The queue of the shortest-path searches: states in buckets of a width of time, each in at most one (R. B. Dial, Algorithm 360, Communications of the ACM 12,
// 1969). Within a bucket the order is free: who improves a state of the bucket in hand puts it back, so the times are exact whatever the width.

export interface BucketQueue {
  /** Puts a state in, or moves it to an earlier place. @param seconds not before the bucket in hand; after the horizon: left out */
  put(state: number, seconds: number): void;
  /** Takes a state of the earliest bucket; −1: none is left. */
  take(): number;
  /** No state taken from now on is earlier, seconds. */
  low(): number;
}

/**
 * @param states how many there are
 * @param horizonSeconds what is later is not looked at
 */
export function createBucketQueue(states: number, horizonSeconds: number, widthSeconds: number): BucketQueue {
  const last = Math.floor(horizonSeconds / widthSeconds);
  const heads = new Int32Array(last + 1).fill(-1);
  const [next, before, bucketOf] = [new Int32Array(states), new Int32Array(states), new Int32Array(states).fill(-1)];
  let current = 0;
  let size = 0;

  const remove = (state: number, bucket: number): void => {
    const [ahead, behind] = [next[state] as number, before[state] as number];
    if (behind === -1) heads[bucket] = ahead;
    else next[behind] = ahead;
    if (ahead !== -1) before[ahead] = behind;
    bucketOf[state] = -1;
    size -= 1;
  };

  return {
    put(state, seconds) {
      if (seconds > horizonSeconds) return;
      const bucket = Math.max(Math.floor(seconds / widthSeconds), current);
      const old = bucketOf[state] as number;
      if (old === bucket) return;
      if (old !== -1) remove(state, old);
      const head = heads[bucket] as number;
      next[state] = head;
      before[state] = -1;
      if (head !== -1) before[head] = state;
      heads[bucket] = state;
      bucketOf[state] = bucket;
      size += 1;
    },
    take() {
      if (size === 0) return -1;
      while (heads[current] === -1) current += 1;
      const state = heads[current] as number;
      remove(state, current);
      return state;
    },
    low: () => current * widthSeconds,
  };
}

// Alarms go first. While one is on its way to the desks, threads that compute for seconds stand still. A lower priority alone (thread-priority.ts) is not enough: it
// says who gets a core, but two hardware threads of one core also share its units, its caches and the way to memory.

export interface RightOfWay {
  /** What the threads read: not 0 while something has the right of way. */
  readonly flag: Int32Array;
  /** @param work what the others stand aside for, and a moment longer */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** An alarm is not at the desks when it is handed to their connections: those are written to and read from. */
const CLEARED_AFTER_MS = 25;
/** A thread does not wait longer for one alarm, whatever becomes of it. */
const LONGEST_WAIT_MS = 100;

export function createRightOfWay(): RightOfWay {
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const clear = (): void => {
    if (Atomics.sub(flag, 0, 1) === 1) Atomics.notify(flag, 0);
  };
  return {
    flag,
    async during(work) {
      Atomics.add(flag, 0, 1);
      try {
        return await work();
      } finally {
        setTimeout(clear, CLEARED_AFTER_MS).unref();
      }
    },
  };
}

/**
 * For a thread that computes: called every millisecond or so, it waits there while something has the right of way. It then computes for at least as long as it
 * waited: a flood of alarms makes it half as fast, and does not stop it.
 * @returns how many milliseconds it waited
 */
export function createStandAside({ now = () => performance.now(), longestWaitMs = LONGEST_WAIT_MS } = {}): (flag: Int32Array) => number {
  let computesUntil = Number.NEGATIVE_INFINITY;
  return (flag) => {
    const held = Atomics.load(flag, 0);
    if (held === 0) return 0;
    const from = now();
    if (from < computesUntil) return 0;
    Atomics.wait(flag, 0, held, longestWaitMs);
    const waited = now() - from;
    computesUntil = from + 2 * waited;
    return waited;
  };
}

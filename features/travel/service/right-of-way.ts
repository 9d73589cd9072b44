// Alarms take precedence. While one is being published, threads that compute for seconds pause. A lower priority (thread-priority.ts) is
// not enough: it decides which thread gets a core, but two hardware threads of one core also share its execution units, its caches and its
// memory bandwidth.

import { setTimeout as delay } from 'node:timers/promises';

export interface RightOfWay {
  /** The flag that the threads read: not 0 while they must pause. */
  readonly flag: Int32Array;
  /** @param work threads pause during this work and shortly after it */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** The same for a chunk of a file. Jobs on the server's main thread wait for it too. */
  duringPiece<T>(work: () => Promise<T>): Promise<T>;
  /** For such a job, called before each of its steps: waits until no further chunk follows, but no longer than two seconds. */
  untilFilesAreIn(): Promise<void>;
}

/** Writing an alarm to the clients' connections does not complete its delivery: the data must still be sent and read. */
const CLEARED_AFTER_MS = 25;
/** A thread does not pause longer than this for one alarm, whatever happens to it. */
const LONGEST_WAIT_MS = 100;

/** The next chunk of a file is read while one is stored, and follows within this time. */
const NEXT_PIECE_WITHIN_MS = 100;
/** After this time a job takes a step, however long the file is. */
const LONGEST_STEP_WAIT_MS = 2_000;
const LOOKS_EVERY_MS = 25;

export function createRightOfWay(): RightOfWay {
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const clear = (): void => {
    if (Atomics.sub(flag, 0, 1) === 1) Atomics.notify(flag, 0);
  };
  const during: RightOfWay['during'] = async (work) => {
    Atomics.add(flag, 0, 1);
    try {
      return await work();
    } finally {
      setTimeout(clear, CLEARED_AFTER_MS).unref();
    }
  };
  let pieces = 0;
  let lastPieceAt = Number.NEGATIVE_INFINITY;
  const isFileComing = (): boolean => pieces > 0 || performance.now() - lastPieceAt < NEXT_PIECE_WITHIN_MS;
  return {
    flag,
    during,
    async duringPiece(work) {
      pieces += 1;
      try {
        return await during(work);
      } finally {
        pieces -= 1;
        lastPieceAt = performance.now();
      }
    },
    async untilFilesAreIn() {
      const until = performance.now() + LONGEST_STEP_WAIT_MS;
      while (isFileComing() && performance.now() < until) await delay(LOOKS_EVERY_MS, undefined, { ref: false });
    },
  };
}

/**
 * For a thread that computes. The thread calls it every millisecond or so, and it waits while the flag is set. Afterwards, the thread
 * computes at least as long as it waited, so that a flood of alarms makes it half as fast but does not stop it.
 * @returns how many milliseconds it waited
 */
export function createStandAside({ now = () => performance.now(), longestWaitMs = LONGEST_WAIT_MS } = {}): (flag: Int32Array) => number {
  let computesUntil = Number.NEGATIVE_INFINITY;
  return (flag) => {
    const taken = Atomics.load(flag, 0);
    if (taken === 0) return 0;
    const from = now();
    if (from < computesUntil) return 0;
    Atomics.wait(flag, 0, taken, longestWaitMs);
    const waited = now() - from;
    computesUntil = from + 2 * waited;
    return waited;
  };
}

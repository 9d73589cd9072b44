// Alarms go first. While one is on its way to the desks, threads that compute for seconds stand still. A lower priority alone (thread-priority.ts) is not enough: it
// says who gets a core, but two hardware threads of one core also share its units, its caches and the way to memory.

import { setTimeout as delay } from 'node:timers/promises';

export interface RightOfWay {
  /** What the threads read: not 0 while something has the right of way. */
  readonly flag: Int32Array;
  /** @param work what the others stand aside for, and a moment longer */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** The same for a piece of a file, which jobs on the server's own thread stand aside for too. */
  duringPiece<T>(work: () => Promise<T>): Promise<T>;
  /** For such a job, before each of its steps: until no further piece follows, and no longer than two seconds. */
  untilFilesAreIn(): Promise<void>;
}

/** An alarm is not at the desks when it is handed to their connections: those are written to and read from. */
const CLEARED_AFTER_MS = 25;
/** A thread does not wait longer for one alarm, whatever becomes of it. */
const LONGEST_WAIT_MS = 100;

/** The next piece of a file is read while one is stored, and follows it within this time. */
const NEXT_PIECE_WITHIN_MS = 100;
/** A job then takes a step, however long the file is. */
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

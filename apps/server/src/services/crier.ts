// Tells the live side of new alarms. One is told at once; a flood is told slice by slice, each made into words only then, so that no turn of
// the event loop is long and the file that brought it is read on meanwhile.
import type { StoredEvent } from '@lookout/store';

/** New alarms that were committed together: their events' numbers follow each other. */
export interface Flood {
  /** The number of the first. */
  readonly first: number;
  readonly count: number;
  /** Makes the event of the n-th, from 0. */
  event(n: number): StoredEvent;
}

export interface Crier {
  /** To be called after the commit, in the order of the numbers. */
  cry(alarms: Flood): void;
}

/** Who brings it to the desks. */
export interface CrierEars {
  /** Given the events in the order of their seq. */
  announce(events: readonly StoredEvent[]): void;
  /** Told which numbers will be announced, but not yet; `hurry` ends their waiting. */
  expect(first: number, last: number, hurry: () => void): void;
}

export interface CrierTimers {
  setTimeout(run: () => void, ms: number): void;
  setImmediate(run: () => void): void;
}

/** So many are told in the same turn as their commit; what is more is a flood. */
const AT_ONCE = 20;
/** Events of one turn: about two milliseconds. */
const SLICE = 200;
/** A flood waits for the rest of its file, but no longer than this: an alarm is on the globe within a second. */
const FLOOD_WAITS_MS = 400;

export function createCrier({ announce, expect }: CrierEars, timers: CrierTimers = globalThis): Crier {
  const waiting: Flood[] = [];
  /** How far the first of them has been told. */
  let told = 0;
  let isCrying = false;
  let isTimed = false;

  const crySlice = (): void => {
    const events: StoredEvent[] = [];
    for (let [flood] = waiting; flood !== undefined && events.length < SLICE; [flood] = waiting) {
      for (; told < flood.count && events.length < SLICE; told += 1) events.push(flood.event(told));
      if (told < flood.count) break;
      waiting.shift();
      told = 0;
    }
    isCrying = waiting.length > 0;
    if (isCrying) timers.setImmediate(crySlice);
    announce(events);
  };
  const begin = (): void => {
    if (isCrying || waiting.length === 0) return;
    isCrying = true;
    crySlice();
  };

  return {
    cry(alarms) {
      if (alarms.count === 0) return;
      // Whoever comes behind a flood is told after it, as its seq says, and does not let it wait any longer.
      waiting.push(alarms);
      if (alarms.count <= AT_ONCE) return begin();
      expect(alarms.first, alarms.first + alarms.count - 1, begin);
      if (isTimed) return;
      isTimed = true;
      timers.setTimeout(() => {
        isTimed = false;
        begin();
      }, FLOOD_WAITS_MS);
    },
  };
}

// Publishes new alarms to the live side. One is told at once; a flood is told slice by slice, each made into words only then, so that no tick of
// the event loop is long and the file that brought it is read on meanwhile.
import type { NumberedMessage } from '@lookout/live';

/** New alarms that were committed together: their numbers follow each other. */
interface RecordedRun {
  /** The number of the first. */
  readonly first: number;
  readonly count: number;
  /** Makes the message of the n-th, from 0. */
  message(n: number): NumberedMessage;
}

interface AlarmPublisher {
  /** To be called after the commit, in the order of the numbers. */
  publish(run: RecordedRun): void;
}

/** The live side: who brings it to the desks. */
export interface LiveSide {
  /** Given the messages in the order of their seq. */
  committed(messages: readonly NumberedMessage[]): void;
  /** Told which numbers will be given to `committed`, but not yet; `hurry` ends their waiting. */
  expect(first: number, last: number, hurry: () => void): void;
}

interface PublisherTimers {
  setTimeout(run: () => void, ms: number): void;
  setImmediate(run: () => void): void;
}

/** So many are told in the same tick as their commit; what is more is a flood. */
const AT_ONCE = 20;
/** Messages of one tick: about two milliseconds. */
const SLICE = 200;
/** A flood waits for the rest of its file, but no longer than this: an alarm is on the globe within a second. */
const FLOOD_WAITS_MS = 400;

export function createAlarmPublisher({ committed, expect }: LiveSide, timers: PublisherTimers = globalThis): AlarmPublisher {
  const waiting: RecordedRun[] = [];
  /** How far the first of them has been told. */
  let told = 0;
  let isPublishing = false;
  let isTimed = false;

  const publishSlice = (): void => {
    const messages: NumberedMessage[] = [];
    for (let [run] = waiting; run !== undefined && messages.length < SLICE; [run] = waiting) {
      for (; told < run.count && messages.length < SLICE; told += 1) messages.push(run.message(told));
      if (told < run.count) break;
      waiting.shift();
      told = 0;
    }
    isPublishing = waiting.length > 0;
    if (isPublishing) timers.setImmediate(publishSlice);
    committed(messages);
  };
  const begin = (): void => {
    if (isPublishing || waiting.length === 0) return;
    isPublishing = true;
    publishSlice();
  };

  return {
    publish(run) {
      if (run.count === 0) return;
      // Whoever comes behind a flood is told after it, as its seq says, and does not let it wait any longer.
      waiting.push(run);
      if (run.count <= AT_ONCE) return begin();
      expect(run.first, run.first + run.count - 1, begin);
      if (isTimed) return;
      isTimed = true;
      timers.setTimeout(() => {
        isTimed = false;
        begin();
      }, FLOOD_WAITS_MS);
    },
  };
}

// Caches the end of the event log in memory: thousands of desks that reconnect in the same second read what they missed without the
// database (decision 0094).
import type { GridNo } from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import { createBatches } from '../acting/batches.ts';
import { isReceivedIn, type LogReader, type MessagesSince } from './journal.ts';

/** Some ten megabytes. This covers hours of a quiet country, or minutes during a major fire. */
const MOST_CACHED = 3_000;
/** The fraction of the cache that is read further back than requested: the next callers have missed a little more. */
const FURTHER_BACK = 0.1;

export interface RecentLog extends LogReader {
  /** Called for every message, in the order of the log, before it is published. */
  delivered(message: NumberedMessage): void;
  /** Called when the log was not followed without a gap. */
  forget(): void;
}

/**
 * `since` from memory where it reaches back far enough, otherwise from the log. A desk subscribes to its topics first and then reads the
 * log: what this server has not delivered yet arrives live.
 * @param reader the log itself
 * @param last the newest number that was delivered on this server
 * @param head the newest number of the log: where this server has not delivered it yet, the log itself answers
 */
export function createRecentLog(reader: LogReader, last: () => number, head: () => Promise<number>, mostCached = MOST_CACHED): RecentLog {
  const headNow = createBatches<null, number>(async () => {
    const newest = await head();
    return () => newest;
  });
  /** All messages after number `from`, in all grids. */
  let recent: NumberedMessage[] = [];
  let from: number | null = null;
  let reading: Promise<void> | null = null;
  const furtherBack = Math.floor(mostCached * FURTHER_BACK);

  /** Reads the messages between a number and the cached ones, once for all concurrent callers. */
  const reachBack = async (after: number): Promise<void> => {
    const until = from ?? last();
    from ??= until;
    const begin = Math.max(0, after - furtherBack);
    const older = (await reader.readAfter(begin, until - begin)).filter(({ seq }) => seq <= until);
    // Meanwhile the cache was cleared or its oldest messages were dropped.
    if (from !== until || recent.length + older.length > mostCached) return;
    recent = [...older, ...recent];
    from = begin;
  };

  const fromMemory = (scope: GridNo, after: number, limit: number): MessagesSince => {
    const messages: NumberedMessage[] = [];
    for (const message of tailAfter(recent, after)) {
      if (!isReceivedIn(scope, message)) continue;
      if (messages.length === limit) return { last: last(), next: messages.at(-1)?.seq ?? after, more: true, messages };
      messages.push(message);
    }
    return { last: last(), next: last(), more: false, messages };
  };

  return {
    readAfter: reader.readAfter,
    async since(scope, after, limit) {
      if ((await headNow(null)) > last()) return reader.since(scope, after, limit);
      const isCached = () => from !== null && after >= from && after <= last();
      if (!isCached() && after <= last() && last() - after + furtherBack <= mostCached) {
        reading ??= reachBack(after).finally(() => {
          reading = null;
        });
        // If reading failed, the log itself answers below and reports the reason.
        await reading.catch(() => undefined);
      }
      return isCached() ? fromMemory(scope, after, limit) : reader.since(scope, after, limit);
    },
    delivered(message) {
      if (from === null) return;
      recent.push(message);
      if (recent.length <= mostCached) return;
      // Messages are dropped in blocks, because each removal moves the rest.
      recent = recent.slice(Math.ceil(mostCached / 10));
      from = (recent[0]?.seq ?? last() + 1) - 1;
    },
    forget() {
      recent = [];
      from = null;
    },
  };
}

/** Returns the messages after a number, from messages in the order of their numbers. */
function tailAfter(messages: readonly NumberedMessage[], after: number): readonly NumberedMessage[] {
  let [low, high] = [0, messages.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((messages[middle]?.seq ?? 0) > after) high = middle;
    else low = middle + 1;
  }
  return messages.slice(low);
}

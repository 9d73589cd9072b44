// The event log as messages: what the relay delivers and what `since` gives to who missed something. A late reader of an event gets that event, with
// the object as it stood right after it.
import { type LiveDraft, tell } from '@lookout/contract';
import { covers, type GridNo, type LoggedEvent } from '@lookout/domain';
import { INTERNAL, type InternalNews, type NumberedMessage } from '@lookout/live';
import type { LogEntry, Store } from '@lookout/store';

/** An event takes a number for each message that is made of it, and one when there is none. */
export const numbersOf = (drafts: readonly LiveDraft[]): number => Math.max(1, drafts.length);

/** The messages of an event under its numbers, the last of which is its `seq`; of one that tells the desks nothing, news for servers only. */
export function numbered(event: LoggedEvent, drafts: readonly LiveDraft[]): NumberedMessage[] {
  const at = event.recordedAt.toISOString();
  const shared = { at, ...(event.requestId !== null && { requestId: event.requestId }) };
  if (drafts.length === 0) {
    const data: InternalNews = { event: event.kind, objectId: event.objectId };
    return [{ seq: event.seq, kind: INTERNAL, gridNo: event.gridNo, ...shared, data }];
  }
  return drafts.map((draft, index) => ({ ...draft, ...shared, seq: event.seq - drafts.length + 1 + index }));
}

interface MessagesSince {
  /** The newest number of the whole log. */
  readonly last: number;
  /** Where to go on. */
  readonly next: number;
  /** Ask again from `next` at once. */
  readonly more: boolean;
  readonly messages: readonly NumberedMessage[];
}

export interface LogReader {
  /** For the relay: every number after `after`, in all grids; of about `limit` events. */
  readAfter(after: number, limit: number): Promise<NumberedMessage[]>;
  /** What desks of this grid were told after `after`, at most `limit`. */
  since(scope: GridNo, after: number, limit: number): Promise<MessagesSince>;
}

export function createLogReader(store: Pick<Store, 'events'>, nameOf: (no: GridNo) => string | null): LogReader {
  const messagesOf = async (entries: readonly LogEntry[], after: number): Promise<NumberedMessage[]> => {
    const events = entries.map(({ event }) => event);
    const states = await store.events.statesAfter(events);
    return events.flatMap((event, index) => numbered(event, tell(event, states[index] ?? null, nameOf))).filter(({ seq }) => seq > after);
  };

  return {
    readAfter: async (after, limit) => messagesOf(await store.events.readRange(after, limit), after),
    async since(scope, after, limit) {
      const { entries, ...slice } = await store.events.since(scope, after, limit);
      const messages = (await messagesOf(entries, after)).filter(({ kind, gridNo }) => kind !== INTERNAL && covers(scope, gridNo));
      if (messages.length <= limit) return { ...slice, messages };
      const page = messages.slice(0, limit);
      return { last: slice.last, next: page.at(-1)?.seq ?? after, more: true, messages: page };
    },
  };
}

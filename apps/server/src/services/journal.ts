// The event log, written and read. An event, its audit row and the change of state are one transaction; history, audit and live messages are derived
// from the event. Messages are published after the commit.
import { randomUUID } from 'node:crypto';
import {
  type ChangesOf,
  type DomainEvent,
  type EventPayloads,
  type GridNo,
  type LoggedEvent,
  type ObjectKind,
  type ObjectStates,
  type Origin,
  objectKindOf,
} from '@lookout/domain';
import { summaryOf } from '@lookout/features/events.ts';
import { liveMessagesOf, type WrittenContent } from '@lookout/features/live-of-event.ts';
import { type EventTopic, isForDesk } from '@lookout/features/live-topics.ts';
import type { Repositories, Store } from '@lookout/features/store.ts';
import { INTERNAL, type InternalMessage, type NumberedMessage } from '@lookout/live';
import { type LogEntry, mapInSlices, Unreadable } from '@lookout/store';
import { type Act, originOf } from '../acting/act.ts';
import type { Log } from '../log-lines/log.ts';

/** An event with the object's state after it; null: deleted. */
export interface Happened {
  readonly event: DomainEvent;
  readonly after: ObjectStates[ObjectKind] | null;
}

/** The object and grid of an event; `leftGridNo` is set when the object left another grid. */
interface EventPlace {
  readonly objectId: string;
  readonly gridNo: GridNo;
  readonly leftGridNo?: GridNo | null;
  /** Default: now. */
  readonly happenedAt?: Date;
}

/** The event of a change. */
export function eventBy({ actor, requestId }: Origin, now: Date, change: ChangesOf<EventPayloads>, where: EventPlace): DomainEvent {
  const { objectId, gridNo, leftGridNo = null, happenedAt = now } = where;
  const header = { id: randomUUID(), objectId, gridNo, leftGridNo, happenedAt, recordedAt: now, actor, requestId };
  // The change pairs a kind with its own payload, and so does the event.
  return { ...header, ...change } as DomainEvent;
}

/** The event of a change made by this act. */
export const eventOf = (act: Act, change: ChangesOf<EventPayloads>, where: EventPlace): DomainEvent =>
  eventBy(originOf(act), act.now, change, where);

export interface Journal {
  /**
   * Writes the audit row and the events; called last in the transaction of the change. The audit names the object of the first event.
   * @returns the messages to publish after the commit
   */
  record(tx: Repositories, act: Act, happened: readonly Happened[]): Promise<readonly NumberedMessage[]>;
  /** The same without an audit row, for events that the row of another one covers (cameras of a monitoring point) and for feeds. */
  append(tx: Repositories, happened: readonly Happened[]): Promise<readonly NumberedMessage[]>;
  /** Publishes messages, after the commit. */
  publish(messages: readonly NumberedMessage[]): void;
  /** Runs `work` in a transaction, records its events and publishes their messages. Without events nothing is recorded or published. */
  transact<T>(act: Act, work: (tx: Repositories) => Promise<{ readonly value: T; readonly happened: readonly Happened[] }>): Promise<T>;
}

interface JournalDeps {
  readonly store: Pick<Store, 'transaction'>;
  readonly nameOf: (no: GridNo) => string | null;
  readonly publish: (messages: readonly NumberedMessage[]) => void;
}

export function createJournal({ store, nameOf, publish }: JournalDeps): Journal {
  const append: Journal['append'] = async (tx, happened) => {
    const written = happened.map(({ event, after }) => ({ event, contents: liveMessagesOf(event, after, nameOf) }));
    const lasts = await tx.events.append(written.map(({ event, contents }) => ({ event, numbers: numbersOf(contents) })));
    return written.flatMap(({ event, contents }, index) => numbered({ ...event, seq: lasts[index] as number }, contents));
  };

  const record: Journal['record'] = async (tx, { audit }, happened) => {
    const [first] = happened;
    if (first === undefined) return [];
    const { kind, objectId, gridNo, leftGridNo } = first.event;
    audit.target(objectKindOf(kind), objectId, leftGridNo ?? gridNo);
    audit.detail({ events: happened.map(({ event }) => summaryOf(event)) });
    await tx.audit.append([audit.take()]);
    return append(tx, happened);
  };

  return {
    record,
    append,
    publish,
    async transact(act, work) {
      const { value, messages } = await store.transaction(async (tx) => {
        const { value, happened } = await work(tx);
        return { value, messages: await record(tx, act, happened) };
      });
      publish(messages);
      return value;
    },
  };
}

// Reads the log as messages, for the relay and for `since`. A late reader gets an event with the object's state right after it.

/** An event takes one number for each of its messages, and one when it has none. */
const numbersOf = (contents: readonly WrittenContent[]): number => Math.max(1, contents.length);

/**
 * Returns the messages of an event under its numbers, the last of which is its `seq`. For an event without messages it returns an internal
 * message for servers.
 */
function numbered(event: LoggedEvent, contents: readonly WrittenContent[]): NumberedMessage[] {
  const at = event.recordedAt.toISOString();
  const shared = { at, ...(event.requestId !== null && { requestId: event.requestId }) };
  if (contents.length === 0) {
    const data: InternalMessage = { event: event.kind, objectId: event.objectId };
    return [{ seq: event.seq, kind: INTERNAL, gridNo: event.gridNo, ...shared, data }];
  }
  return contents.map((content, index) => ({ ...content, ...shared, seq: event.seq - contents.length + 1 + index }));
}

export interface MessagesSince {
  /** The newest number of the whole log. */
  readonly last: number;
  /** The number to continue from. */
  readonly next: number;
  /** Whether messages follow after `next`. */
  readonly more: boolean;
  readonly messages: readonly NumberedMessage[];
}

/** Whether a message is for desks of this grid. Their rights are checked separately. */
export const isReceivedIn = (scope: GridNo, { kind, gridNo }: NumberedMessage): boolean =>
  kind !== INTERNAL && isForDesk(kind as EventTopic, scope, gridNo);

export interface LogReader {
  /** Returns all messages after number `after`, in all grids, of about `limit` events. The relay uses it. */
  readAfter(after: number, limit: number): Promise<NumberedMessage[]>;
  /** Returns the messages of this grid after `after`, at most `limit`. */
  since(scope: GridNo, after: number, limit: number): Promise<MessagesSince>;
}

export function createLogReader(store: Pick<Store, 'events'>, nameOf: (no: GridNo) => string | null, log: Pick<Log, 'error'>): LogReader {
  // An unreadable event must not withhold all others from the desks: servers get an internal message for it, under the same numbers.
  const messagesOfEntry = ({ event, numbers }: LogEntry, after: Awaited<ReturnType<Repositories['events']['statesAfter']>>[number]) => {
    try {
      if (after instanceof Unreadable) throw after.cause;
      return numbered(event, liveMessagesOf(event, after, nameOf));
    } catch (error) {
      const { seq, kind, objectId } = event;
      log.error({ err: error, seq, kind, objectId }, 'an event of the log cannot be read: it is not published');
      return Array.from({ length: numbers }, (_, n) => numbered({ ...event, seq: seq - numbers + 1 + n }, [])).flat();
    }
  };

  const messagesOf = async (entries: readonly LogEntry[], after: number): Promise<NumberedMessage[]> => {
    const states = await store.events.statesAfter(entries.map(({ event }) => event));
    let next = 0;
    const messages = await mapInSlices(entries, (entry) => messagesOfEntry(entry, states[next++] ?? null));
    return messages.flat().filter(({ seq }) => seq > after);
  };

  return {
    readAfter: async (after, limit) => messagesOf(await store.events.readRange(after, limit), after),
    async since(scope, after, limit) {
      const { entries, ...slice } = await store.events.since(scope, after, limit);
      const messages = (await messagesOf(entries, after)).filter((message) => isReceivedIn(scope, message));
      if (messages.length <= limit) return { ...slice, messages };
      const page = messages.slice(0, limit);
      return { last: slice.last, next: page.at(-1)?.seq ?? after, more: true, messages: page };
    },
  };
}

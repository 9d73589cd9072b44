// The one way in which something that happened is written: its audit row is made of the events, the live messages are made of the events, and all
// of it is one transaction with the change of what stands. The desks are told after the commit.
import { randomUUID } from 'node:crypto';
import { tell } from '@lookout/contract';
import {
  type ChangesOf,
  type DomainEvent,
  type EventPayloads,
  type GridNo,
  type ObjectKind,
  type ObjectStates,
  type Origin,
  objectKindOf,
  summaryOf,
} from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import type { Repositories, Store } from '@lookout/store';
import { type Act, originOf } from '../acting/act.ts';
import { numbered, numbersOf } from './log-reader.ts';

/** An event with the object as it stands after it; null: it is gone. */
export interface Happened {
  readonly event: DomainEvent;
  readonly after: ObjectStates[ObjectKind] | null;
}

/** Where something happened; `leftGridNo` when the object left a grid by it. */
interface Whereabouts {
  readonly objectId: string;
  readonly gridNo: GridNo;
  readonly leftGridNo?: GridNo | null;
  /** Default: now. */
  readonly happenedAt?: Date;
}

/** The event of a change. */
export function eventBy({ actor, requestId }: Origin, now: Date, change: ChangesOf<EventPayloads>, where: Whereabouts): DomainEvent {
  const { objectId, gridNo, leftGridNo = null, happenedAt = now } = where;
  const header = { id: randomUUID(), objectId, gridNo, leftGridNo, happenedAt, recordedAt: now, actor, requestId };
  // A change pairs a kind with its own payload, and so does the event made of it.
  return { ...header, ...change } as DomainEvent;
}

/** The event of a change made by this act. */
export const eventOf = (act: Act, change: ChangesOf<EventPayloads>, where: Whereabouts): DomainEvent =>
  eventBy(originOf(act), act.now, change, where);

export interface Journal {
  /**
   * In the transaction of the change, last of all: the audit row and the events. The audit names the object of the first one.
   * @returns what the desks are to be told after the commit
   */
  record(tx: Repositories, act: Act, happened: readonly Happened[]): Promise<readonly NumberedMessage[]>;
  /** The same without an audit row: the caller's own tells of something larger (a tower with its cameras, an import). */
  append(tx: Repositories, happened: readonly Happened[]): Promise<readonly NumberedMessage[]>;
  /** After the commit: tells the desks. */
  announce(messages: readonly NumberedMessage[]): void;
  /** Does `work` in a transaction, records what it says has happened, and tells the desks. Nothing happened: nothing is written or told. */
  transact<T>(act: Act, work: (tx: Repositories) => Promise<{ readonly value: T; readonly happened: readonly Happened[] }>): Promise<T>;
}

interface JournalDeps {
  readonly store: Pick<Store, 'transaction'>;
  readonly nameOf: (no: GridNo) => string | null;
  readonly announce: (messages: readonly NumberedMessage[]) => void;
}

export function createJournal({ store, nameOf, announce }: JournalDeps): Journal {
  const append: Journal['append'] = async (tx, happened) => {
    const told = happened.map(({ event, after }) => ({ event, drafts: tell(event, after, nameOf) }));
    const lasts = await tx.events.append(told.map(({ event, drafts }) => ({ event, numbers: numbersOf(drafts) })));
    return told.flatMap(({ event, drafts }, index) => numbered({ ...event, seq: lasts[index] as number }, drafts));
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
    announce,
    async transact(act, work) {
      const { value, messages } = await store.transaction(async (tx) => {
        const { value, happened } = await work(tx);
        return { value, messages: await record(tx, act, happened) };
      });
      announce(messages);
      return value;
    },
  };
}

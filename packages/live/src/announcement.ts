// An event as it goes out: its topics and its payload, encoded once for all of them.
import { type EventKind, type LiveMessage, topicsOf } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';

/** An event of the log. `seq` is global, without gaps, in the order of the commits. */
export interface StoredEvent {
  readonly seq: number;
  readonly kind: EventKind;
  readonly gridNo: GridNo;
  /** ISO 8601. */
  readonly at: string;
  /** As the contract has it on the wire. */
  readonly data: unknown;
}

export interface Announcement {
  readonly event: StoredEvent;
  readonly topics: readonly string[];
  /** JSON of `{ seq, at, kind, gridNo, data }`, UTF-8; made when the first asks for it: of a file's thousands most are heard by nobody. */
  readonly payload: Uint8Array;
}

export const announcementOf = (event: StoredEvent): Announcement => new Announced(event);

class Announced implements Announcement {
  readonly event: StoredEvent;
  readonly topics: readonly string[];
  #encoded: Uint8Array | null = null;
  constructor(event: StoredEvent) {
    this.event = event;
    this.topics = knownTopicsOf(event);
  }
  get payload(): Uint8Array {
    this.#encoded ??= encode(this.event);
    return this.#encoded;
  }
}

/** A flood tells of few grids again and again. */
const topicsOfGrid = new Map<string, readonly string[]>();
const MOST_KNOWN = 10_000;

function knownTopicsOf({ kind, gridNo }: StoredEvent): readonly string[] {
  const name = kind + gridNo;
  const known = topicsOfGrid.get(name);
  if (known !== undefined) return known;
  if (topicsOfGrid.size >= MOST_KNOWN) topicsOfGrid.clear();
  const topics = topicsOf(kind, gridNo);
  topicsOfGrid.set(name, topics);
  return topics;
}

function encode({ seq, at, kind, gridNo, data }: StoredEvent): Uint8Array {
  const message: LiveMessage = { seq, at, kind, gridNo, data };
  return Buffer.from(JSON.stringify(message));
}

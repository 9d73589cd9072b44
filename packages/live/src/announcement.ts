// A number of the log as it goes out: its topics and its payload, encoded once for all of them.
import { type EventTopic, topicsOf } from '@lookout/contract';
import type { EventKind, GridNo } from '@lookout/domain';

/** A number that tells the desks nothing: only servers hear of it, for what they keep in memory. */
export const INTERNAL = 'internal';

/** What an internal number says. */
export interface InternalNews {
  readonly event: EventKind;
  readonly objectId: string;
}

/** One number of the log: a live message, or internal news. `seq` is global, without gaps, in the order of the commits. */
export interface NumberedMessage {
  readonly seq: number;
  readonly kind: EventTopic | typeof INTERNAL;
  readonly gridNo: GridNo;
  /** ISO 8601. */
  readonly at: string;
  /** Of the call that did it; absent: no call. */
  readonly requestId?: string | undefined;
  /** Of a live message as the contract has it on the wire; of internal news `InternalNews`. */
  readonly data: unknown;
}

export interface Announcement {
  readonly message: NumberedMessage;
  readonly topics: readonly string[];
  /** JSON of `{ seq, at, kind, gridNo, requestId, data }`, UTF-8; made when the first asks for it: of a file's thousands most are heard by nobody. */
  readonly payload: Uint8Array;
}

export const announcementOf = (message: NumberedMessage): Announcement => new Announced(message);

class Announced implements Announcement {
  readonly message: NumberedMessage;
  readonly topics: readonly string[];
  #encoded: Uint8Array | null = null;
  constructor(message: NumberedMessage) {
    this.message = message;
    this.topics = knownTopicsOf(message);
  }
  get payload(): Uint8Array {
    this.#encoded ??= encode(this.message);
    return this.#encoded;
  }
}

/** A flood tells of few grids again and again. */
const topicsOfGrid = new Map<string, readonly string[]>();
const MOST_KNOWN = 10_000;

function knownTopicsOf({ kind, gridNo }: NumberedMessage): readonly string[] {
  if (kind === INTERNAL) return [];
  const name = kind + gridNo;
  const known = topicsOfGrid.get(name);
  if (known !== undefined) return known;
  if (topicsOfGrid.size >= MOST_KNOWN) topicsOfGrid.clear();
  const topics = topicsOf(kind, gridNo);
  topicsOfGrid.set(name, topics);
  return topics;
}

const encode = ({ seq, at, kind, gridNo, requestId, data }: NumberedMessage): Uint8Array =>
  Buffer.from(JSON.stringify({ seq, at, kind, gridNo, requestId, data }));

// The entries of the log, as the relay numbers and encodes them.
import type { GridNo } from '@lookout/domain';

/** Kind of an entry that is not published to desks; servers read it to refresh what they cache. */
export const INTERNAL = 'internal';

/** One entry of the log: a live message or an internal one. `seq` is global, without gaps, in commit order. */
export interface NumberedMessage {
  readonly seq: number;
  /** The topic of a live message, or `INTERNAL`. */
  readonly kind: string;
  readonly gridNo: GridNo;
  /** ISO 8601. */
  readonly at: string;
  /** Id of the call that caused it; absent: no call did. */
  readonly requestId?: string | undefined;
  /** A live message's data as sent to clients; for an internal entry `InternalMessage`. */
  readonly data: unknown;
}

export interface EncodedMessage {
  readonly message: NumberedMessage;
  readonly topics: readonly string[];
  /**
   * JSON of `{ seq, at, kind, gridNo, requestId, data }`, UTF-8. Encoded on first use, since most of the thousands of entries of a file
   * have no subscriber.
   */
  readonly payload: Uint8Array;
}

// Tickets: what a stream's address carries instead of the session's token.
import type { Result } from '@lookout/domain';

/** Why a ticket does not open: `unknown` also covers the ticket of a session that died. */
export type TicketRefusal = 'unknown' | 'expired' | 'other-channel';

export interface Tickets {
  /** @param session the session's id, @param channel `<camera>/<channel>` (or a recording's id) */
  issue(session: string, channel: string): string;
  /** For one short request (a file of HLS, a snapshot); renews the ticket. Answers the session. */
  check(ticket: string, channel: string): Result<{ readonly session: string }, TicketRefusal>;
  /**
   * For a request that lasts (FLV, a recording): the ticket cannot expire until `end` is called. `cut` is called once, at once, when the
   * session dies before that.
   */
  play(ticket: string, channel: string, cut: () => void): Result<{ readonly session: string; end(): void }, TicketRefusal>;
  /** The session died: its tickets are dead, what plays by them is cut. */
  revoke(session: string): void;
}

// Tickets: a stream's URL carries a ticket instead of the session's token.
import { randomBytes } from 'node:crypto';
import { ok, type Result, refuse } from '@lookout/domain';

/** Why a ticket is refused; `unknown` also covers tickets of ended sessions. */
export type TicketRefusal = 'unknown' | 'expired' | 'other-channel';

export interface Tickets {
  /** @param session the session's id, @param channel `<camera>/<channel>` (or a recording's id) */
  issue(session: string, channel: string): string;
  /** For a short request (an HLS file, a snapshot); renews the ticket. @returns the session */
  check(ticket: string, channel: string): Result<{ readonly session: string }, TicketRefusal>;
  /**
   * For a long request (FLV, a recording): the ticket cannot expire until `end` is called. `cut` is called once if the session ends before.
   */
  play(ticket: string, channel: string, cut: () => void): Result<{ readonly session: string; end(): void }, TicketRefusal>;
  /** The session ended: its tickets become invalid, and streams that use them are cut. */
  revoke(session: string): void;
}

// Kept in memory. A ticket is 256 random bits, valid for one session and one channel.

export interface TicketOptions {
  readonly clock: () => Date;
  /** Lifetime from issue or last use. */
  readonly ttlMs: number;
}

interface Ticket {
  readonly session: string;
  readonly channel: string;
  expiresAt: number;
  readonly cuts: Set<() => void>;
}

/** contract.md §Video: at least two minutes. */
const LEAST_TTL_MS = 120_000;
const SWEEP_MS = 60_000;

export function createTickets({ clock, ttlMs }: TicketOptions): Tickets {
  if (ttlMs < LEAST_TTL_MS) throw new Error(`a ticket must be good for at least ${LEAST_TTL_MS} ms`);
  const tickets = new Map<string, Ticket>();
  const now = (): number => clock().getTime();
  let sweptAt = now();

  const isOver = ({ cuts, expiresAt }: Ticket): boolean => cuts.size === 0 && expiresAt <= now();
  const sweep = (): void => {
    if (now() - sweptAt < SWEEP_MS) return;
    sweptAt = now();
    for (const [name, ticket] of tickets) if (isOver(ticket)) tickets.delete(name);
  };

  const find = (name: string, channel: string) => {
    const ticket = tickets.get(name);
    if (!ticket) return refuse('unknown' as const);
    if (isOver(ticket)) {
      tickets.delete(name);
      return refuse('expired' as const);
    }
    if (ticket.channel !== channel) return refuse('other-channel' as const);
    ticket.expiresAt = now() + ttlMs;
    return ok(ticket);
  };

  return {
    issue(session, channel) {
      sweep();
      const name = randomBytes(32).toString('base64url');
      tickets.set(name, { session, channel, expiresAt: now() + ttlMs, cuts: new Set() });
      return name;
    },

    check(name, channel) {
      const found = find(name, channel);
      return found.ok ? ok({ session: found.value.session }) : found;
    },

    play(name, channel, cut) {
      const found = find(name, channel);
      if (!found.ok) return found;
      const ticket = found.value;
      const own = () => cut(); // a unique key: the same function may be passed twice
      ticket.cuts.add(own);
      return ok({
        session: ticket.session,
        end() {
          if (ticket.cuts.delete(own)) ticket.expiresAt = now() + ttlMs;
        },
      });
    },

    revoke(session) {
      for (const [name, ticket] of tickets) {
        if (ticket.session !== session) continue;
        tickets.delete(name);
        const cuts = [...ticket.cuts];
        ticket.cuts.clear();
        for (const cut of cuts) cut();
      }
    },
  };
}

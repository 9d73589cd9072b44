// Tickets: a stream's URL carries a ticket instead of the session's token. 256 random bits, valid for one session and one channel, at every server.
import { createHash, randomBytes } from 'node:crypto';
import { ok, type Result, refuse } from '@lookout/domain';

/** Why a ticket is refused; `unknown` also covers tickets of ended sessions. */
export type TicketRefusal = 'unknown' | 'expired' | 'other-channel';

export interface Tickets {
  /** @param session the session's id, @param channel `<camera>/<channel>` (or a recording's id) */
  issue(session: string, channel: string): Promise<string>;
  /** Issues one ticket for each channel, in their order, with one query to the store. */
  issueAll(session: string, channels: readonly string[]): Promise<string[]>;
  /** For a short request (an HLS file, a snapshot); renews the ticket. @returns the session */
  check(ticket: string, channel: string): Promise<Result<{ readonly session: string }, TicketRefusal>>;
  /**
   * For a long request (FLV, a recording): the ticket does not expire until `end` is called. `cut` is called once if the session ends before.
   */
  play(ticket: string, channel: string, cut: () => void): Promise<Result<{ readonly session: string; end(): void }, TicketRefusal>>;
  /** The session ended: its tickets become invalid, and streams of this server that use them are cut. */
  revoke(session: string): Promise<void>;
  /** Renews tickets that are playing; must be called several times within their lifetime. Deletes long-expired tickets. */
  tend(): Promise<void>;
}

interface StoredTicket {
  /** SHA-256 of the ticket: a reader of the database cannot use it. */
  readonly hash: Buffer;
  readonly session: string;
  readonly channel: string;
  readonly expiresAt: Date;
}

/** The store of the tickets, shared by all servers. */
export interface TicketStore {
  add(tickets: readonly StoredTicket[]): Promise<void>;
  find(hash: Buffer): Promise<StoredTicket | null>;
  /** Renews those of these tickets that still exist. */
  renew(hashes: readonly Buffer[], expiresAt: Date): Promise<void>;
  revoke(session: string): Promise<void>;
  prune(before: Date): Promise<void>;
}

export interface TicketOptions {
  readonly store: TicketStore;
  readonly clock: () => Date;
  /** Lifetime from issue or last use. */
  readonly ttlMs: number;
}

/** At least two minutes (docs/interface.md "Video"). */
const LEAST_TTL_MS = 120_000;
/** How long an expired ticket is distinguished from one that never existed. */
const REMEMBERED_MS = 3_600_000;

const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest();

export function createTickets({ store, clock, ttlMs }: TicketOptions): Tickets {
  if (ttlMs < LEAST_TTL_MS) throw new Error(`a ticket must be good for at least ${LEAST_TTL_MS} ms`);
  const cuts = new Map<string, Set<() => void>>();
  const playing = new Map<symbol, Buffer>();
  const fromNow = (): Date => new Date(clock().getTime() + ttlMs);

  const use = async (name: string, channel: string): Promise<Result<StoredTicket, TicketRefusal>> => {
    const ticket = await store.find(hashOf(name));
    if (ticket === null) return refuse('unknown');
    const leftMs = ticket.expiresAt.getTime() - clock().getTime();
    if (leftMs <= 0) return refuse('expired');
    if (ticket.channel !== channel) return refuse('other-channel');
    // Not renewed for every file of a stream.
    if (leftMs < (ttlMs * 3) / 4) await store.renew([ticket.hash], fromNow());
    return ok(ticket);
  };

  const issueAll = async (session: string, channels: readonly string[]): Promise<string[]> => {
    const issued = channels.map((channel) => ({ name: randomBytes(32).toString('base64url'), channel }));
    await store.add(issued.map(({ name, channel }) => ({ hash: hashOf(name), session, channel, expiresAt: fromNow() })));
    return issued.map(({ name }) => name);
  };

  return {
    issueAll,
    async issue(session, channel) {
      const [name = ''] = await issueAll(session, [channel]);
      return name;
    },

    async check(name, channel) {
      const used = await use(name, channel);
      return used.ok ? ok({ session: used.value.session }) : used;
    },

    async play(name, channel, cut) {
      const used = await use(name, channel);
      if (!used.ok) return used;
      const { session, hash } = used.value;
      const own = () => cut(); // a unique key: the same function may be passed twice
      const ofSession = cuts.get(session) ?? new Set();
      cuts.set(session, ofSession.add(own));
      const play = Symbol();
      playing.set(play, hash);
      return ok({
        session,
        end() {
          playing.delete(play);
          ofSession.delete(own);
          if (ofSession.size === 0 && cuts.get(session) === ofSession) cuts.delete(session);
        },
      });
    },

    async revoke(session) {
      const ofSession = cuts.get(session);
      cuts.delete(session);
      for (const cut of ofSession ?? []) cut();
      await store.revoke(session);
    },

    async tend() {
      await store.renew([...new Map([...playing.values()].map((hash) => [hash.toString('hex'), hash])).values()], fromNow());
      await store.prune(new Date(clock().getTime() - REMEMBERED_MS));
    },
  };
}

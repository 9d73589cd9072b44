// Tickets of streams and recordings, as hashes: issued by one server, valid on all.
import type { Db } from '@lookout/store/sql.ts';

export interface StreamTicket {
  readonly hash: Buffer;
  /** Hash of the session's token, lower-case hex. */
  readonly session: string;
  /** `<camera>/<channel>`, or the key of a recording. */
  readonly channel: string;
  readonly expiresAt: Date;
}

export function streamTicketsRepository(db: Db) {
  return {
    async add(tickets: readonly StreamTicket[]): Promise<void> {
      if (tickets.length === 0) return;
      const rows = tickets.map(({ hash, session, channel, expiresAt }) => ({ hash, session, channel, expires_at: expiresAt }));
      await db.insertInto('stream_ticket').values(rows).execute();
    },

    async find(hash: Buffer): Promise<StreamTicket | null> {
      const row = await db.selectFrom('stream_ticket').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row ? { hash, session: row.session, channel: row.channel, expiresAt: row.expires_at } : null;
    },

    /** Renews the tickets that still exist. */
    async renew(hashes: readonly Buffer[], expiresAt: Date): Promise<void> {
      if (hashes.length === 0) return;
      await db
        .updateTable('stream_ticket')
        .set({ expires_at: expiresAt })
        .where('hash', 'in', [...hashes])
        .execute();
    },

    async revoke(session: string): Promise<void> {
      await db.deleteFrom('stream_ticket').where('session', '=', session).execute();
    },

    async prune(before: Date): Promise<void> {
      await db.deleteFrom('stream_ticket').where('expires_at', '<', before).execute();
    },
  };
}

// The outbox (发件箱): what leaves the house, by whichever channel; several servers send from it without duplicates. Why something was written is kept
// beside it, under the same id: short messages (`sms.ts`), notifications (`notifications.ts`).
import type { OutboxChannel, OutboxOrigin } from '@lookout/domain';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { type Db, isAnyOf } from '../sql.ts';
import type { OutboxTable } from '../tables.ts';

/** A message as its channel sends it. */
export interface Outgoing {
  readonly id: string;
  readonly channel: OutboxChannel;
  /** A telephone number, an e-mail address, the account of the browsers, the webhook. */
  readonly address: string;
  /** null: it is text alone. */
  readonly title: string | null;
  readonly content: string;
  /** What a program is given: the webhook, the browser's worker. */
  readonly payload: unknown;
  /** With the one that is under way. */
  readonly attempts: number;
}

/** How an attempt ended; `nextAttemptAt` null: there is no further one. */
export type OutgoingEnd =
  | { readonly state: 'sent' | 'delivered'; readonly at: Date }
  | { readonly reason: string; readonly nextAttemptAt: Date | null; readonly at: Date };

/** What waits in one channel. */
export interface WaitingInOutbox {
  readonly channel: OutboxChannel;
  readonly count: number;
  readonly oldestAt: Date;
}

export type OutboxRow = Selectable<OutboxTable>;

export function outboxRepository(db: Db) {
  return {
    /** Leases due messages until `leaseEnd`: no other server sends them meanwhile, and the lease of one that died expires. Each lease is an attempt. */
    async claim(
      now: Date,
      leaseEnd: Date,
      limit: number,
      { channels, origins }: { readonly channels: readonly OutboxChannel[]; readonly origins: readonly OutboxOrigin[] },
    ): Promise<Outgoing[]> {
      const { rows } = await sql<OutboxRow>`
        with due as materialized (
          select id from outbox where state = 'waiting' and next_attempt_at <= ${now}
            and ${isAnyOf('outbox.channel', channels)} and ${isAnyOf('outbox.origin', origins)}
          order by next_attempt_at, id limit ${limit} for update skip locked
        )
        update outbox set attempts = attempts + 1, next_attempt_at = ${leaseEnd} from due where outbox.id = due.id
        returning outbox.*`.execute(db);
      return rows.map(({ id, channel, address, title, content, payload, attempts }) => ({
        id,
        channel,
        address,
        title,
        content,
        payload,
        attempts,
      }));
    },

    /** Records the end of an attempt. If its lease has expired, only a success is recorded. */
    async settle({ id, attempts }: Pick<Outgoing, 'id' | 'attempts'>, end: OutgoingEnd): Promise<void> {
      const waiting = db.updateTable('outbox').where('id', '=', id).where('state', '=', 'waiting');
      if ('state' in end) {
        await waiting.set({ state: end.state, settled_at: end.at, next_attempt_at: null, reason: null }).execute();
        return;
      }
      const { reason, nextAttemptAt, at } = end;
      const given = nextAttemptAt === null ? ({ state: 'failed', settled_at: at } as const) : {};
      await waiting
        .where('attempts', '=', attempts)
        .set({ ...given, reason, next_attempt_at: nextAttemptAt })
        .execute();
    },

    /** What waits to be sent, by channel; channels in which nothing waits are left out. */
    async waiting(): Promise<WaitingInOutbox[]> {
      const rows = await db
        .selectFrom('outbox')
        .select(({ fn }) => ['channel', fn.countAll<string>().as('count'), sql<Date>`min(put_at)`.as('oldest_at')])
        .where('state', '=', 'waiting')
        .groupBy('channel')
        .execute();
      return rows.map(({ channel, count, oldest_at: oldestAt }) => ({ channel, count: Number(count), oldestAt }));
    },

    /** Deletes what was done before this time, with the records of it; the oldest first. @returns how many */
    async prune(before: Date, limit: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('outbox')
        .where(sql<SqlBool>`id in (select id from outbox where settled_at < ${before} order by settled_at limit ${limit})`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

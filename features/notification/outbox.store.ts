// The outbox (发件箱): all outgoing messages of any channel. Several servers send from it without duplicates. The reason for each message is
// stored separately under the same id: short messages (`sms.ts`), notifications (`notifications.ts`).
import type { GridNo } from '@lookout/domain';
import { type Db, isAnyOf } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { OutboxTable } from './notification.tables.ts';
import type { OutboxChannel, OutboxOrigin } from './outbox.ts';

/** A message as its channel sends it. */
export interface Outgoing {
  readonly id: string;
  readonly channel: OutboxChannel;
  /** A phone number, an e-mail address, the account of the browsers, or the webhook. */
  readonly address: string;
  /** null: the message has only text. */
  readonly title: string | null;
  readonly content: string;
  /** The data for a program: the webhook or the browser's worker. */
  readonly payload: unknown;
  /** Including the attempt in progress. */
  readonly attempts: number;
}

/** The result of an attempt; `nextAttemptAt` null: there is no further attempt. */
export type OutgoingEnd =
  | { readonly state: 'sent' | 'delivered'; readonly at: Date }
  | { readonly reason: string; readonly nextAttemptAt: Date | null; readonly at: Date };

/** The messages waiting in one channel. */
export interface WaitingInOutbox {
  readonly channel: OutboxChannel;
  readonly count: number;
  readonly oldestAt: Date;
}

/** A leased message. */
export interface OutboxClaim {
  readonly channels: readonly OutboxChannel[];
  readonly origins: readonly OutboxOrigin[];
  readonly busy?: { readonly grids: readonly string[]; readonly addresses: readonly string[] };
}
const NOT_BUSY = { grids: [], addresses: [] } as const;
/** This many of the longest waiting messages are ordered. If more wait, they join the queue as these are sent. */
const MOST_IN_LINE = 20_000;
/** Turns of the messages that go first, for each turn of the others. */
const TURNS_OF_THE_FIRST = 3;

export type OutboxRow = Selectable<OutboxTable>;

export function outboxRepository(db: Db) {
  return {
    /**
     * Leases due messages until `leaseEnd`: no other server sends them in that time, and the lease of a crashed server expires. Each lease
     * is an attempt. Grids take turns, and within a grid accounts; messages that go first have three turns for each turn of the rest.
     * @param busy grids with enough messages in progress, and busy receivers; their messages are left for later
     */
    async claim(
      now: Date,
      leaseEnd: Date,
      limit: number,
      { channels, origins, busy = NOT_BUSY }: OutboxClaim,
    ): Promise<(Outgoing & { readonly gridNo: GridNo | null })[]> {
      const { rows } = await sql<OutboxRow>`
        with due as (
          select id, share_grid, share_account, goes_first, next_attempt_at from outbox
          where state = 'waiting' and next_attempt_at <= ${now}
            and ${isAnyOf('outbox.channel', channels)} and ${isAnyOf('outbox.origin', origins)}
            and not ${isAnyOf('outbox.address', busy.addresses)} and not coalesce(${isAnyOf('outbox.share_grid', busy.grids)}, false)
          order by next_attempt_at limit ${MOST_IN_LINE}
        ), of_accounts as (
          select *, row_number() over (partition by goes_first, share_grid, share_account order by next_attempt_at, id) as turn from due
        ), of_grids as (
          select *, row_number() over (partition by goes_first, share_grid order by turn, next_attempt_at, id) as grid_turn from of_accounts
        ), taken as materialized (
          select outbox.id from outbox join of_grids using (id) where outbox.state = 'waiting' and outbox.next_attempt_at <= ${now}
          order by grid_turn * case when of_grids.goes_first then 1 else ${TURNS_OF_THE_FIRST} end, outbox.next_attempt_at, outbox.id
          limit ${limit} for update of outbox skip locked
        )
        update outbox set attempts = attempts + 1, next_attempt_at = ${leaseEnd} from taken where outbox.id = taken.id
        returning outbox.*`.execute(db);
      return rows.map(({ id, channel, address, title, content, payload, attempts, share_grid: gridNo }) => ({
        id,
        channel,
        address,
        title,
        content,
        payload,
        attempts,
        gridNo,
      }));
    },

    /** Returns a leased message untried: the lease does not count as an attempt. @param until when it may be leased again */
    async postpone({ id, attempts }: Pick<Outgoing, 'id' | 'attempts'>, until: Date): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ attempts: attempts - 1, next_attempt_at: until })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where('attempts', '=', attempts)
        .execute();
    },

    /** Records the result of an attempt. If its lease has expired, only a success is recorded. */
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

    /** The messages that wait to be sent, by channel; empty channels are left out. */
    async waiting(): Promise<WaitingInOutbox[]> {
      const rows = await db
        .selectFrom('outbox')
        .select(({ fn }) => ['channel', fn.countAll<string>().as('count'), sql<Date>`min(put_at)`.as('oldest_at')])
        .where('state', '=', 'waiting')
        .groupBy('channel')
        .execute();
      return rows.map(({ channel, count, oldest_at: oldestAt }) => ({ channel, count: Number(count), oldestAt }));
    },

    /** Deletes messages that were completed before this time, with their records, oldest first. @returns the number of deleted messages */
    async prune(before: Date, limit: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('outbox')
        .where(sql<SqlBool>`id in (select id from outbox where settled_at < ${before} order by settled_at limit ${limit})`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

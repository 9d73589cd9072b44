// The outbox (发件箱): what leaves the house, by whichever channel; several servers send from it without duplicates. Why something was written is kept
// beside it, under the same id: short messages (`sms.ts`), notifications (`notifications.ts`).
import type { GridNo } from '@lookout/domain';
import { type Db, isAnyOf } from '@lookout/store/sql.ts';
import type { OutboxTable } from '@lookout/store/tables.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { OutboxChannel, OutboxOrigin } from './outbox.ts';

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

/** What is leased. */
export interface OutboxClaim {
  readonly channels: readonly OutboxChannel[];
  readonly origins: readonly OutboxOrigin[];
  readonly busy?: { readonly grids: readonly string[]; readonly addresses: readonly string[] };
}
const NOT_BUSY = { grids: [], addresses: [] } as const;
/** Of the longest waiting so many are put in order; as long as more wait, those come into the line as these are sent. */
const MOST_IN_LINE = 20_000;
/** For each turn of the rest. */
const TURNS_OF_THE_FIRST = 3;

export type OutboxRow = Selectable<OutboxTable>;

export function outboxRepository(db: Db) {
  return {
    /**
     * Leases due messages until `leaseEnd`: no other server sends them meanwhile, and the lease of one that died expires. Each lease is an attempt. Grids
     * take turns, and in a grid accounts; what goes first has three turns for each of the rest.
     * @param busy whose messages are left for later: grids that have enough under way, and receivers
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

    /** Gives a leased one back untried: it counts as no attempt. @param until when it may be leased again */
    async postpone({ id, attempts }: Pick<Outgoing, 'id' | 'attempts'>, until: Date): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ attempts: attempts - 1, next_attempt_at: until })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where('attempts', '=', attempts)
        .execute();
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

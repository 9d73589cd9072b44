// Opens the store: runs the migrations, then opens the pool and its repositories.

import { type Clock, type KeepMonths, migrate } from '@lookout/store';
import { MIGRATIONS } from '@lookout/store/migrations/migrations.generated.ts';
import { openPool, type PoolCounts } from '@lookout/store/pool.ts';
import { MAY_CHANGE_TABLES } from '@lookout/store/server-role.ts';
import type { Db } from '@lookout/store/sql.ts';
import type { Tables } from '@lookout/store/tables.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { alarmFeedRepository } from './alarm/alarm-feed.store.ts';
import { repositories } from './repositories.generated.ts';
import type {} from './tables.generated.ts';

export interface StoreOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** URL for the role that owns the tables and runs the migrations; default: the same role. */
  readonly ownerUrl?: string;
  readonly clock: Clock;
  /** The number of whole months that each log is retained; null: forever. Absent: the owner's last setting. */
  readonly keepMonths?: KeepMonths;
  /** Called for lost connections. */
  readonly log?: (message: string, error?: unknown) => void;
  /** The most concurrent connections; default 12. */
  readonly connections?: number;
  /** How long a call waits while all connections are busy, before it fails with StoreUnavailable `busy`; default 10 s. */
  readonly queueMilliseconds?: number;
  /** How long one statement may take, before it fails with StoreUnavailable `timeout`; default 15 s. */
  readonly statementMilliseconds?: number;
  /** While true (at startup), waits for a database that is slow or still starting. */
  readonly mayWait?: () => boolean;
}

/** All repositories, inside or outside a transaction. */
export type Repositories = ReturnType<typeof repositories>;

export interface Store extends Repositories {
  /** The URL of the database, for a worker thread that opens its own store. Contains the password. */
  readonly url: string;
  /**
   * All or nothing. Append events and audit rows last (`events.append`, `audit.append`): from then until commit all other writers wait. Do
   * no slow work inside: a transaction idle for 30 s is aborted.
   */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** The counts of this store's connections. */
  connections(): PoolCounts;
  /** How the database archives its log (WAL); null: not at all, as in the embedded database. */
  walArchive(): Promise<WalArchive | null>;
  /** Resolves when the database answers; rejects with StoreUnavailable: within a second when it is down, later when it is busy. */
  ready(): Promise<void>;
  /** Whether this role could remove the audit's triggers. If so, the database does not enforce the rules of the audit. */
  mayChangeTables(): Promise<boolean>;
  /** Waits for queries in flight, then closes every connection. Calling it again is harmless. */
  close(): Promise<void>;
}

export interface WalArchive {
  /** null: no segment was archived yet. */
  readonly archivedAt: Date | null;
  /** The last attempt failed. */
  readonly isFailing: boolean;
}

/** Queries served by a streaming replica, to relieve the database that receives the alarms. The replica may lag slightly. */
export interface Replica {
  readonly alarmFeed: ReturnType<typeof alarmFeedRepository>;
  close(): Promise<void>;
}

/** Long queries run one at a time. */
const REPLICA_CONNECTIONS = 2;

/** Neither migrates nor writes; connects with the first query. @param options.url postgres://user:password@host:port/database */
export function openReplica({ url, log = () => undefined }: Pick<StoreOptions, 'url' | 'log'>): Replica {
  const pool = openPool({ url, log, connections: REPLICA_CONNECTIONS });
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { alarmFeed: alarmFeedRepository(db), close: () => db.destroy() };
}

/**
 * Migrates the database to the current version and opens it.
 * @throws StoreUnavailable when there is no database; Error when it is older than 15, not UTF-8 or newer than this program.
 */
export async function openStore({ clock, ...options }: StoreOptions): Promise<Store> {
  const { url, ownerUrl, keepMonths, log = () => undefined, mayWait = () => false } = options;
  const serverRole = ownerUrl === undefined ? {} : { serverRole: decodeURIComponent(new URL(url).username) };
  const retention = keepMonths === undefined ? {} : { keepMonths };
  await migrate(ownerUrl ?? url, MIGRATIONS, { mayWait: mayWait(), log, ...retention, ...serverRole });
  const pool = openPool({ ...options, log });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | null = null;
  return {
    url,
    ...repositories(db, clock),
    transaction: (work) => db.transaction().execute((tx) => work(repositories(tx, clock))),
    ready: async () => {
      await sql`select event_last from journal_head`.execute(db);
    },
    connections: () => pool.counts(),
    async walArchive() {
      const { rows } = await sql<{ mode: string; archived: Date | null; failed: Date | null }>`
        select current_setting('archive_mode') mode, last_archived_time archived, last_failed_time failed from pg_stat_archiver`.execute(
        db,
      );
      const [row] = rows;
      if (row === undefined || row.mode === 'off') return null;
      const { archived, failed } = row;
      return { archivedAt: archived, isFailing: failed !== null && (archived === null || failed > archived) };
    },
    mayChangeTables: async () => (await sql<{ may: boolean }>`${sql.raw(MAY_CHANGE_TABLES)}`.execute(db)).rows[0]?.may ?? false,
    close: () => {
      closing ??= db.destroy();
      return closing;
    },
  };
}

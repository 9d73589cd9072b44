// Migrates a database: all pending migrations in one transaction, one process at a time.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isComingUp, isNotAllowed, translate } from './errors.ts';
import { type KeepMonths, sayWhatStays } from './keeping.ts';
import type { Migration } from './migrations/migration.ts';
import { MIGRATIONS } from './migrations/migrations.generated.ts';
import { connectionConfig } from './pool.ts';
import { grantServerRole } from './server-role.ts';

/** Key of the advisory lock for migrations, an arbitrary constant. */
const MIGRATION_LOCK = 7_105_116_001;
const OLDEST_SERVER = 150_000;
/** How long to wait for a starting database: after a crash it first replays its log. */
const COMING_UP_MILLISECONDS = 300_000;
const RETRY_MILLISECONDS = 200;

const OWNER_NEEDED =
  '数据库需要升级，而这个账号无权改动表：请用 DATABASE_OWNER_URL 指定表的所有者。 The database has to be brought up to date, which this role may not do: name the owner of the tables by DATABASE_OWNER_URL.';

export interface MigrateOptions {
  /** The role that servers connect as, if it differs from this one: it is granted the privileges it needs. */
  readonly serverRole?: string;
  /** How many whole months each log retains; null: all. Absent: unchanged. */
  readonly keepMonths?: KeepMonths;
  /** Waits for a server that is slow to accept the connection, and for one that is still starting. */
  readonly mayWait?: boolean;
  /** Called once when waiting begins. */
  readonly log?: (message: string, error?: unknown) => void;
}

/**
 * Applies pending migrations, all or nothing: after a crash the database is unchanged and the next start tries again. Concurrent processes
 * wait for each other.
 * @returns the names applied now, [] when none was pending
 * @throws StoreUnavailable when the database is unavailable; Error when it is too old, not UTF-8, or newer than this program
 */
export async function migrate(url: string, migrations: readonly Migration[] = MIGRATIONS, options: MigrateOptions = {}): Promise<string[]> {
  const client = await connected(url, options);
  try {
    await requireUsableServer(client);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const applied = await applyMigrations(client, migrations);
    await sayWhatStays(client, options.keepMonths);
    if (options.serverRole !== undefined) await grantServerRole(client, options.serverRole);
    await client.query('commit');
    return applied;
  } catch (error) {
    if (isNotAllowed(error)) throw new Error(OWNER_NEEDED, { cause: error });
    throw translate(error);
  } finally {
    // Closing the connection rolls back uncommitted changes.
    await client.end().catch(() => undefined);
  }
}

/** @throws StoreUnavailable */
async function connected(url: string, { mayWait = false, log = () => undefined }: MigrateOptions): Promise<pg.Client> {
  const begun = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    const client = new pg.Client(connectionConfig(url, mayWait));
    // The query in flight fails with the same connection loss; without a listener the event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!mayWait || !isComingUp(error) || performance.now() - begun > COMING_UP_MILLISECONDS) throw translate(error);
      if (isFirst) log('the database is coming up; waiting for it', error);
      await delay(RETRY_MILLISECONDS);
    }
  }
}

/** Applies the pending ones of these migrations within the caller's transaction. @returns the names applied */
export async function applyMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const pending = await pendingOf(client, migrations);
  for (const migration of pending) {
    await client.query(migration.sql);
    await client.query('insert into migration (name) values ($1)', [migration.name]);
  }
  return pending.map((migration) => migration.name);
}

/** @throws Error when the server is too old or not UTF-8 */
export async function requireUsableServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  );
  const { version = '0', encoding = '' } = rows[0] ?? {};
  if (Number(version) < OLDEST_SERVER) throw new Error(`PostgreSQL 15 or newer is needed; this server says ${version}`);
  if (encoding !== 'UTF8') throw new Error(`the database must be encoded in UTF8; this one is ${encoding}`);
}

async function pendingOf(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: found } = await client.query<{ table: string | null }>(`select to_regclass('migration') as table`);
  // Not "if not exists", because a role that may not create tables runs this too.
  if (!found[0]?.table) await client.query('create table migration (name text primary key, applied_at timestamptz not null default now())');
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const applied = new Set(rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`the database is newer than this program: it has ${unknown.join(', ')}`);
  return migrations.filter((migration) => !applied.has(migration.name));
}

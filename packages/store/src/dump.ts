// The whole database as rows of text, for backup and restore, also between server versions. A dump is one snapshot of all tables while the
// service runs. A restore is one transaction, so that other sessions see either all of the old data or all of the new.
import type { Readable } from 'node:stream';
import pg from 'pg';
import { copyFrom, copyOut } from './copy.ts';
import { translate } from './errors.ts';
import { jsonText } from './json-text.ts';
import { applyMigrations, requireUsableServer } from './migrate.ts';
import { MIGRATIONS } from './migrations/migrations.generated.ts';
import { connectionConfig } from './pool.ts';
import type { AuditEntry } from './repositories/audit.ts';

export interface DumpTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Dump {
  /** The schema version, as names of migrations. */
  readonly migrations: readonly string[];
  /** Ordered so that no row refers to a later table. */
  readonly tables: readonly DumpTable[];
  /** Text rows of COPY, one table after the other. */
  rows(table: DumpTable): Readable;
  close(): Promise<void>;
}

/**
 * Takes the snapshot. Call `close` at the end; until then the database retains deleted rows.
 * @throws StoreUnavailable; Error when the database has no data of this product
 */
export async function openDump(url: string): Promise<Dump> {
  const client = await connect(url, 'lookout-backup');
  try {
    await client.query('begin isolation level repeatable read read only');
    const migrations = await migrationsOf(client);
    if (migrations === null) throw new Error('这个数据库里还没有数据，请先启动一次服务');
    const tables = await tablesOf(client);
    return {
      migrations,
      tables,
      // A query is used because COPY of a table name does not read a partitioned table.
      rows: (table) => copyOut(client, `copy (select ${columnsOf(table)} from ${pg.escapeIdentifier(table.name)}) to stdout`),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw translate(error);
  }
}

/** Row counts of a database, shown for confirmation before a restore. */
export interface DatabaseCounts {
  readonly accounts: number;
  readonly alarms: number;
}

/** @throws StoreUnavailable */
export async function countsOf(url: string): Promise<DatabaseCounts | null> {
  const client = await connect(url, 'lookout-restore');
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('account') is not null and to_regclass('alarm') is not null as there`,
    );
    if (!rows[0]?.there) return null;
    const counted = await client.query<DatabaseCounts>(
      'select (select count(*) from account) as accounts, (select count(*) from alarm) as alarms',
    );
    return counted.rows[0] ?? null;
  } catch (error) {
    throw translate(error);
  } finally {
    await client.end();
  }
}

/** Number of connections of running servers. */
export async function serversOn(url: string): Promise<number> {
  const client = await connect(url, 'lookout-restore');
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity where datname = current_database() and application_name = 'lookout'`,
    );
    return rows[0]?.count ?? 0;
  } catch (error) {
    throw translate(error);
  } finally {
    await client.end();
  }
}

/** Names of migrations that this version does not know, which means that the dump is newer. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !MIGRATIONS.some((migration) => migration.name === name));

export interface Restoration {
  readonly migrations: readonly string[];
  /** In the order of the dump. */
  readonly tables: AsyncIterable<{ readonly table: DumpTable; readonly rows: AsyncIterable<Uint8Array> }>;
  /** The last row of the audit, which records the restore itself. */
  readonly audit: AuditEntry;
  readonly now: Date;
  /** Called after all rows are stored; an exception rolls back everything. */
  readonly beforeCommit: () => Promise<void>;
}

/** Schema for the restored data; created and dropped within the transaction, so never visible to others. */
const ASIDE = 'lookout_restore';

/**
 * Replaces the data by a dump, migrated to the current schema. All or nothing.
 * @throws errors of the source or of `beforeCommit`; StoreUnavailable; the driver's error when the rows do not match the schema
 */
export async function restoreDump(url: string, { migrations, tables, audit, now, beforeCommit }: Restoration): Promise<void> {
  const client = await connect(url, 'lookout-restore');
  try {
    await requireUsableServer(client);
    // A server that started meanwhile may have locked its tables: fail instead of waiting.
    await client.query(`begin; set local lock_timeout = '10s'`);
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
    const home = rows[0]?.schema ?? 'public';
    await client.query(`create schema ${ASIDE}; set local search_path = ${ASIDE}`);
    await fillAsItWas(client, { migrations, tables });
    await applyMigrations(client, MIGRATIONS);
    await client.query('select append_audit($1::json, $2)', [jsonText([audit]), now]);
    await takePlace(client, home);
    await beforeCommit();
    await client.query('commit');
  } catch (error) {
    throw translate(error);
  } finally {
    // Closing the connection rolls back uncommitted changes.
    await client.end().catch(() => undefined);
  }
}

/**
 * Restores into an empty database and leaves it at the migrations of the dump, as an older version of the program would have left it. For
 * tests of upgrades.
 */
export async function restoreAsItWas(url: string, dump: Pick<Restoration, 'migrations' | 'tables'>): Promise<void> {
  const client = await connect(url, 'lookout-restore');
  try {
    await client.query('begin');
    await fillAsItWas(client, dump);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Creates the tables of these migrations in the current schema, with exactly the dump's rows. */
async function fillAsItWas(client: pg.Client, { migrations, tables }: Pick<Restoration, 'migrations' | 'tables'>): Promise<void> {
  await applyMigrations(
    client,
    MIGRATIONS.filter(({ name }) => migrations.includes(name)),
  );
  // Rows inserted by migrations are in the dump too.
  for (const table of (await tablesOf(client)).toReversed()) await client.query(`delete from ${pg.escapeIdentifier(table.name)}`);
  for await (const { table, rows } of tables) {
    await copyFrom(client, `copy ${nameOf(table)} from stdin`, rows);
    if (table.name === PARTS) await client.query('select restore_log_parts()');
  }
  await countOn(client);
}

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionConfig(url, true), application_name: name });
  // The query in flight fails with the same connection loss; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The text form of values must not depend on the server's settings.
    await client.query(`set datestyle = 'ISO, YMD'; set extra_float_digits = 1; set bytea_output = 'hex'; set timezone = 'UTC'`);
    return client;
  } catch (error) {
    throw translate(error);
  }
}

const columnsOf = ({ columns }: DumpTable): string => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

const nameOf = (table: DumpTable): string => `${pg.escapeIdentifier(table.name)} (${columnsOf(table)})`;

async function migrationsOf(client: pg.Client): Promise<string[] | null> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
  if (!rows[0]?.there) return null;
  return (await client.query<{ name: string }>('select name from migration order by name')).rows.map(({ name }) => name);
}

/** The table of the log partitions comes before the log rows, so that each row finds its partition. */
const PARTS = 'log_part';

/**
 * All tables except `migration`, which migrating fills, `asset_removed` (migration 0014), which is valid only in this cluster, and what
 * running servers currently own (migration 0040): job leases and moving cameras. Transaction ids are left out for the same reason as
 * `asset_removed`; restored rows get new ones.
 */
async function tablesOf(client: pg.Client): Promise<DumpTable[]> {
  const { rows } = await client.query<DumpTable & { refers: string[] }>(`
    select t.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype order by a.attnum) as columns,
      array(select o.relname::text from pg_constraint c join pg_class o on o.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and o.oid <> t.oid) as refers
    from pg_class t where t.relkind in ('r', 'p') and not t.relispartition and t.relnamespace = current_schema()::regnamespace
      and t.relname not in ('migration', 'asset_removed', 'job_lease', 'camera_motion')
    order by t.relname <> '${PARTS}', t.relname`);
  const ordered: DumpTable[] = [];
  const placed = new Set<string>();
  let remaining = rows;
  while (remaining.length > 0) {
    const ready = remaining.filter(({ refers }) => refers.every((other) => placed.has(other)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a ring: ${remaining.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of ready) {
      placed.add(name);
      ordered.push({ name, columns });
    }
    remaining = remaining.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** Sets the sequences to continue after the restored rows. */
async function countOn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select t.relname as table, a.attname as column from pg_attribute a join pg_class t on t.oid = a.attrelid
     where t.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`,
  );
  for (const { table, column } of rows) {
    const [t, c] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)];
    await client.query(`select setval(pg_get_serial_sequence($1, $2), coalesce(max(${c}), 0) + 1, false) from ${t}`, [t, column]);
  }
}

/** Replaces tables and functions of the same names; other objects of the database are left alone. */
async function takePlace(client: pg.Client, home: string): Promise<void> {
  const schema = pg.escapeIdentifier(home);
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = '${ASIDE}'::regnamespace`,
  );
  const { rows: functions } = await client.query<{ name: string }>(
    `select format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) as name from pg_proc where pronamespace = '${ASIDE}'::regnamespace`,
  );
  for (const { name } of tables) await client.query(`drop table if exists ${schema}.${pg.escapeIdentifier(name)} cascade`);
  for (const { name } of functions) await client.query(`drop function if exists ${schema}.${name} cascade`);
  for (const { name } of tables) await client.query(`alter table ${ASIDE}.${pg.escapeIdentifier(name)} set schema ${schema}`);
  for (const { name } of functions) await client.query(`alter function ${ASIDE}.${name} set schema ${schema}`);
  await client.query(`drop schema ${ASIDE}`);
}

// The whole database out and in again as rows of text: for backup and restore, between servers of different versions too.
// Out: one snapshot over all tables while everybody works on. In: one transaction; whoever looks sees all of the old or all of the new.
import type { Readable } from 'node:stream';
import pg from 'pg';
import { copyFrom, copyOut } from './copy-stream.ts';
import { translate } from './errors.ts';
import { jsonText } from './json-text.ts';
import { applyMigrations, requireUsableServer } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { connectionConfig } from './pool.ts';
import type { AuditEntry } from './repositories/audit.ts';

export interface DumpTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Dump {
  /** The form in which the database is, as names of migrations. */
  readonly migrations: readonly string[];
  /** So that no row refers to one of a later table. */
  readonly tables: readonly DumpTable[];
  /** Text rows of COPY. One table after the other. */
  rows(table: DumpTable): Readable;
  close(): Promise<void>;
}

/**
 * Takes the snapshot. Call `close` in the end; until then the database keeps what others delete.
 * @throws StoreUnavailable; Error when there is no database of ours
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
      rows: (table) => copyOut(client, `copy ${nameOf(table)} to stdout`),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw translate(error);
  }
}

/** What stands in a database: null when there is nothing of ours. */
export interface Standing {
  readonly accounts: number;
  readonly alarms: number;
}

/** @throws StoreUnavailable */
export async function whatStands(url: string): Promise<Standing | null> {
  const client = await connect(url, 'lookout-restore');
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('account') is not null and to_regclass('alarm') is not null as there`,
    );
    if (!rows[0]?.there) return null;
    const counted = await client.query<Standing>(
      'select (select count(*) from account) as accounts, (select count(*) from alarm) as alarms',
    );
    return counted.rows[0] ?? null;
  } catch (error) {
    throw translate(error);
  } finally {
    await client.end();
  }
}

/** How many connections of servers of ours the database has. */
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

/** Migrations that this program does not know: the dump is of a newer one. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !MIGRATIONS.some((migration) => migration.name === name));

export interface Restoration {
  readonly migrations: readonly string[];
  /** In the order of the dump. */
  readonly tables: AsyncIterable<{ readonly table: DumpTable; readonly rows: AsyncIterable<Uint8Array> }>;
  /** That it was done; the last row of the audit. */
  readonly audit: AuditEntry;
  readonly now: Date;
  /** After every row is in; what it throws undoes all of it. */
  readonly beforeCommit: () => Promise<void>;
}

/** Beside what stands, until all is in; never seen by anybody, because it is made and gone in one transaction. */
const ASIDE = 'lookout_restore';

/**
 * Puts a dump in the place of what stands, brought to the present form. All or nothing.
 * @throws what the source or `beforeCommit` threw; StoreUnavailable; the driver's error when the rows do not fit
 */
export async function restoreDump(url: string, { migrations, tables, audit, now, beforeCommit }: Restoration): Promise<void> {
  const client = await connect(url, 'lookout-restore');
  try {
    await requireUsableServer(client);
    // A server that started meanwhile holds its tables: say so instead of waiting for it.
    await client.query(`begin; set local lock_timeout = '10s'`);
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
    const home = rows[0]?.schema ?? 'public';
    await client.query(`create schema ${ASIDE}; set local search_path = ${ASIDE}`);
    await applyMigrations(
      client,
      MIGRATIONS.filter(({ name }) => migrations.includes(name)),
    );
    // Some migrations bring rows; the dump has them too.
    for (const table of (await tablesOf(client)).toReversed()) await client.query(`delete from ${pg.escapeIdentifier(table.name)}`);
    for await (const { table, rows: text } of tables) await copyFrom(client, `copy ${nameOf(table)} from stdin`, text);
    await countOn(client);
    await applyMigrations(client, MIGRATIONS);
    await client.query('select append_audit($1::json, $2)', [jsonText([audit]), now]);
    await takePlace(client, home);
    await beforeCommit();
    await client.query('commit');
  } catch (error) {
    throw translate(error);
  } finally {
    // Ends with the connection whatever was not committed.
    await client.end().catch(() => undefined);
  }
}

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionConfig(url, true), application_name: name });
  // The query in flight fails with the same loss; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // How values are written must not depend on the server's settings.
    await client.query(`set datestyle = 'ISO, YMD'; set extra_float_digits = 1; set bytea_output = 'hex'; set timezone = 'UTC'`);
    return client;
  } catch (error) {
    throw translate(error);
  }
}

const nameOf = ({ name, columns }: DumpTable): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

async function migrationsOf(client: pg.Client): Promise<string[] | null> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
  if (!rows[0]?.there) return null;
  return (await client.query<{ name: string }>('select name from migration order by name')).rows.map(({ name }) => name);
}

/**
 * All but the list of migrations, which is made by migrating, and what only this cluster understands: the numbers of its transactions, and the
 * names of what was taken away under them (migration 0014). Rows that come back are numbered anew.
 */
async function tablesOf(client: pg.Client): Promise<DumpTable[]> {
  const { rows } = await client.query<DumpTable & { refers: string[] }>(`
    select t.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype order by a.attnum) as columns,
      array(select o.relname::text from pg_constraint c join pg_class o on o.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and o.oid <> t.oid) as refers
    from pg_class t where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
      and t.relname not in ('migration', 'placed_removed')
    order by t.relname`);
  const ordered: DumpTable[] = [];
  const placed = new Set<string>();
  let waiting = rows;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ refers }) => refers.every((other) => placed.has(other)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a ring: ${waiting.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of ready) {
      placed.add(name);
      ordered.push({ name, columns });
    }
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** Numbers that the database gives go on behind those that are there. */
async function countOn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select t.relname as table, a.attname as column from pg_attribute a join pg_class t on t.oid = a.attrelid
     where t.relnamespace = '${ASIDE}'::regnamespace and a.attidentity <> ''`,
  );
  for (const { table, column } of rows) {
    const [t, c] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)];
    await client.query(`select setval(pg_get_serial_sequence($1, $2), coalesce(max(${c}), 0) + 1, false) from ${t}`, [t, column]);
  }
}

/** Tables and functions of the same names go, the new ones come; what else is in the database is let alone. */
async function takePlace(client: pg.Client, home: string): Promise<void> {
  const schema = pg.escapeIdentifier(home);
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = '${ASIDE}'::regnamespace`,
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

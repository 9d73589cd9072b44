// A cluster that many test files need is created once and copied: initdb, migrations and the gazetteer take seconds, a copy does not.
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { seedGazetteer } from '@lookout/features/grid/gazetteer-seed.store.ts';
import { openStore } from '@lookout/features/store.ts';
import pg from 'pg';
import { gazetteerSeed } from '../../seed/index.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/migrations.generated.ts';
import { ensureServerRole } from '../server-role.ts';

const TEMPLATES_IN = new URL('../../../../node_modules/.cache/lookout-test-clusters/', import.meta.url).pathname;
const run = promisify(execFile);

/** The initial content of a database: none; all migrations; or migrations and the gazetteer of the country. */
const BEGINNINGS = ['empty', 'migrated', 'gazetteer'] as const;
export type Beginning = (typeof BEGINNINGS)[number];

const databaseOf = { migrated: 'template_migrated', gazetteer: 'template_gazetteer' } as const;

/** The name of the template database with this content. */
export const originOf = (beginning: Beginning): string => (beginning === 'empty' ? 'template0' : databaseOf[beginning]);

/** Creates the template databases on a server that has none yet. @param url of its database `postgres` */
export async function makeOrigins(url: string): Promise<void> {
  await withClient(url, (client) => ensureServerRole(client, url));
  for (const name of Object.values(databaseOf)) await ask(url, `create database ${name} template template0 encoding 'UTF8'`);
  const at = (name: string) => url.replace(/[^/]*$/, name);
  // Three test files may start on a busy machine, so the migration waits for a slow connection.
  await migrate(at(databaseOf.migrated), undefined, { mayWait: true });
  const store = await openStore({ url: at(databaseOf.gazetteer), clock: () => new Date(), mayWait: () => true });
  await seedGazetteer(store, gazetteerSeed());
  await store.close();
  // The shutdown then has nothing left to write. On a busy disk it would be interrupted after 3 s, and every copy would begin with a
  // recovery.
  await ask(url, 'checkpoint');
}

/** Fills the new folder `target` with a copy of the result of `make`. @param kind see `ensureMade` */
export async function copyOfMade(kind: string, target: string, make: (folder: string) => Promise<void>): Promise<void> {
  await run('cp', ['-a', await ensureMade(kind, make), target]);
}

/**
 * The result of `make`: created at the first call on this machine, and again when a migration, the gazetteer or the seeding has changed.
 * Two processes may create it at the same time.
 * @param kind identifies the result, including everything else that it depends on
 * @returns its folder, which must not be changed
 */
export async function ensureMade(kind: string, make: (folder: string) => Promise<void>): Promise<string> {
  const kept = join(TEMPLATES_IN, `${kind}-${fingerprint()}`);
  if (!existsSync(kept)) {
    await mkdir(TEMPLATES_IN, { recursive: true });
    const draft = `${kept}.${randomUUID()}`;
    await make(draft);
    await rename(draft, kept).catch(async (error: NodeJS.ErrnoException) => {
      // Another process was first; both results are the same.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      await rm(draft, { recursive: true, force: true });
    });
  }
  return kept;
}

function fingerprint(): string {
  const seeding = readFileSync(new URL('../../../../features/grid/gazetteer-seed.store.ts', import.meta.url), 'utf8');
  const own = readFileSync(new URL(import.meta.url), 'utf8');
  return createHash('sha256')
    .update(JSON.stringify([MIGRATIONS, gazetteerSeed().version, seeding, own]))
    .digest('hex')
    .slice(0, 16);
}

// SQL statements of the test harness itself.

/** Runs one statement on a new connection. */
export const ask = <R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> =>
  withClient(url, async (client) => (await client.query<R>(statement)).rows);

/**
 * Deletes the boundaries and towns of all other provinces from a database with the gazetteer: they are most of what a start reads and of
 * what is copied.
 * @param provinces the first two digits of each
 */
export async function keepProvinces(url: string, ...provinces: readonly string[]): Promise<void> {
  const others = `left(no, 2) not in (${provinces.map((no) => `'${no}'`).join(', ')})`;
  await ask(url, `delete from area where ${others}`);
  await ask(url, `delete from grid where level = 'town' and ${others}`);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // When the server goes down, the query fails; the error event adds no information.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let made = 0;

export async function newDatabaseOn(url: string, beginning: Beginning = 'empty'): Promise<string> {
  made += 1;
  const name = `test_${process.pid}_${made}`;
  // Copied by files: copying page by page through the log takes three times as long, and dropping the database takes that long again.
  await ask(url, `create database ${name} template ${originOf(beginning)} encoding 'UTF8' strategy file_copy`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Drops the database, even while clients are connected; does nothing when it does not exist. */
export async function dropDatabase(url: string): Promise<void> {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  await ask(address.href, `drop database if exists ${name} with (force)`);
}

/** Resolves when the server answers; rejects after `withinMilliseconds`. */
export async function answering(url: string, withinMilliseconds: number): Promise<void> {
  const end = performance.now() + withinMilliseconds;
  for (;;) {
    try {
      await ask(url, 'select 1');
      return;
    } catch (error) {
      if (performance.now() > end) throw new Error(`${url} does not answer`, { cause: error });
      await new Promise((wake) => setTimeout(wake, 30));
    }
  }
}

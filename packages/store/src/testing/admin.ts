// What the harness itself asks of a server.
import pg from 'pg';
import { type Beginning, originOf } from './template.ts';

/** Runs one statement on a connection of its own. */
export async function ask<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that goes down under the connection fails the query; the event adds nothing.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}

let made = 0;

export async function newDatabaseOn(url: string, beginning: Beginning = 'empty'): Promise<string> {
  made += 1;
  const name = `test_${process.pid}_${made}`;
  await ask(url, `create database ${name} template ${originOf(beginning)} encoding 'UTF8'`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Drops it under whoever is still connected; nothing when it is not there. */
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

// One life of the postmaster: started, ready, ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { programOf } from './binaries.ts';
import { type Cluster, ROLE } from './cluster.ts';
import type { Place } from './place.ts';
import { codeOf, until } from './processes.ts';
import { cleanEnv } from './run-as.ts';

const DATABASE = 'lookout';

export interface Postmaster {
  pid: number;
  port: number;
  hasExited(): boolean;
  /** Called once, with words for the log, when the process has ended. */
  onExit(listener: (how: string) => void): void;
}

// Sized for one server of ours at rest in about 56 MB; fsync and synchronous_commit stay on: what was acknowledged is on the disk.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '30',
  jit: 'off',
  io_method: 'sync',
  max_wal_senders: '0',
  wal_level: 'minimal',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // The log names errors, not statements: those may hold what people wrote.
  log_min_error_statement: 'panic',
};

/** Starts the postmaster in a session of its own (a signal to the server's group must not end the database before the server has drained). */
export function spawnPostmaster(place: Place, cluster: Cluster, port: number, logFd: number): Postmaster {
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, options } = place.runAs.wrap(programOf(place.binaries, 'postgres'), ['-D', cluster.folder, ...flags]);
  const child = spawn(file, args, { ...options, cwd: place.home, env: cleanEnv(), detached: true, stdio: ['ignore', logFd, logFd] });
  child.unref();
  let ended: string | null = null;
  const listeners: ((how: string) => void)[] = [];
  const end = (how: string) => {
    if (ended !== null) return;
    ended = how;
    for (const listener of listeners) listener(how);
  };
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signalName) => end(signalName ? `ended by ${signalName}` : `exit code ${code}`));
  return {
    pid: child.pid ?? 0,
    port,
    hasExited: () => ended !== null,
    onExit: (listener) => {
      if (ended === null) listeners.push(listener);
      else listener(ended);
    },
  };
}

/**
 * Waits until the database answers; recovery after a crash may take its time, so there is no limit while the process lives.
 * @returns false when the process ended first
 */
export async function answers(postmaster: Postmaster, password: string): Promise<boolean> {
  for (;;) {
    if (postmaster.hasExited()) return false;
    try {
      await query(urlOf(postmaster.port, password, 'postgres'), 'SELECT 1');
      return !postmaster.hasExited();
    } catch (error) {
      // Not listening yet, or listening and still starting (57P03), or a connection cut in between.
      if (
        !['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(codeOf(error) ?? '') &&
        !(error instanceof Error && /terminated/.test(error.message))
      )
        throw error;
      await until(() => postmaster.hasExited(), 20, 10);
    }
  }
}

/** Makes our database in a fresh cluster. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  const url = urlOf(port, password, 'postgres');
  const { rowCount } = await query(url, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
  if (rowCount === 0) await query(url, `CREATE DATABASE ${DATABASE}`);
}

export const urlOf = (port: number, password: string, database = DATABASE) =>
  `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}

async function query(url: string, sql: string): Promise<{ rowCount: number | null }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // Without a listener, a cut connection outside a query would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

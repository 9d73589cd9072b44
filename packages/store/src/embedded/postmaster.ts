// The postmaster process: start, readiness and end; its watchdog, its log, and the cleanup after a killed server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, copyFileSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ensureServerRole } from '../server-role.ts';
import { programOf } from './binaries.ts';
import { type Cluster, ROLE } from './cluster.ts';
import type { ClusterEnvironment } from './environment.ts';
import { codeOf, commandLineOf, isAlive, processesIn, signal, until } from './processes.ts';
import { cleanEnv } from './run-as.ts';

const DATABASE = 'lookout';

export interface Postmaster {
  pid: number;
  port: number;
  hasExited(): boolean;
  /** Called once when the process has ended, with a description for the log. */
  onExit(listener: (how: string) => void): void;
}

// Sized for a single server; idle it takes about 56 MB. fsync and synchronous_commit stay on: every acknowledged write is on disk.
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
  // Statements are not logged: they may contain personal data.
  log_min_error_statement: 'panic',
};

/** Starts the postmaster in a separate session (a signal to the server's group must not end the database before the server has drained). */
export function spawnPostmaster(environment: ClusterEnvironment, cluster: Cluster, port: number, logFd: number): Postmaster {
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, options } = environment.runAs.wrap(programOf(environment.binaries, 'postgres'), ['-D', cluster.folder, ...flags]);
  const child = spawn(file, args, { ...options, cwd: environment.home, env: cleanEnv(), detached: true, stdio: ['ignore', logFd, logFd] });
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
 * Waits until the database answers; recovery after a crash may take long, so there is no limit while the process lives.
 * @returns false when the process ended first
 */
export async function answers(postmaster: Postmaster, password: string): Promise<boolean> {
  for (;;) {
    if (postmaster.hasExited()) return false;
    try {
      await connected(urlOf(postmaster.port, password, 'postgres'), (client) => client.query('SELECT 1'));
      return !postmaster.hasExited();
    } catch (error) {
      // Not listening yet, or listening but still starting (57P03), or the connection was cut in between.
      if (
        !['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(codeOf(error) ?? '') &&
        !(error instanceof Error && /terminated/.test(error.message))
      )
        throw error;
      await until(() => postmaster.hasExited(), 20, 10);
    }
  }
}

/** Creates our database and the server's role in a fresh cluster. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  const url = urlOf(port, password, 'postgres');
  await connected(url, async (client) => {
    const { rowCount } = await client.query(`SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    await ensureServerRole(client, url);
  });
}

export const urlOf = (port: number, password: string, database = DATABASE) =>
  `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;

/** A free port of 127.0.0.1; another process may still take it. */
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

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // Without a listener, a cut connection outside a query would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// Ends the postmaster that a killed server left on the cluster (its watchdog was killed too, or is about to do the same).

/**
 * Ensures that no postgres runs on this cluster and no postmaster.pid is left. The caller holds the data folder's lock. The pid file is
 * verified: its pid may belong to another process by now.
 */
export async function endLeftover(clusterDir: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const recorded = await postmasterOf(clusterDir);
  if (recorded && serves(recorded.pid, clusterDir)) {
    log(`ending the database server that was left running (process ${recorded.pid})`);
    await endPostmaster(recorded.pid);
  }
  // A backend briefly outlives its killed postmaster and still uses the shared memory: two generations on one cluster would corrupt it.
  if (!(await until(() => processesIn(clusterDir).length === 0, 5000))) {
    for (const pid of processesIn(clusterDir)) signal(pid, 'SIGKILL');
    await until(() => processesIn(clusterDir).length === 0, 2000);
  }
  await rm(pidFile, { force: true });
}

/** Sends SIGINT (fast shutdown), then SIGQUIT (immediate; the next start recovers from the log), then SIGKILL, in at most 5 s. */
export async function endPostmaster(pid: number): Promise<void> {
  for (const [name, patienceMs] of [
    ['SIGINT', 3000],
    ['SIGQUIT', 1000],
    ['SIGKILL', 500],
  ] as const) {
    signal(pid, name);
    if (await until(() => !isAlive(pid), patienceMs)) return;
  }
}

/** The contents of postmaster.pid: process and port; null when the file does not exist or is not complete yet. */
export async function postmasterOf(clusterDir: string): Promise<{ pid: number; port: number } | null> {
  try {
    // Lines: pid, data directory, start time, port, … (PostgreSQL's pidfile.h)
    const [pid, , , port] = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n').map(Number);
    return pid && port ? { pid, port } : pid ? { pid, port: 0 } : null;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return null;
  }
}

/** Whether that process is a postgres working on this cluster. */
export function serves(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  // Every user can read the command line; only the same user or root can read the working folder.
  const command = commandLineOf(pid);
  return process.platform === 'win32' || (command.includes('postgres') && command.includes(clusterDir));
}

// The watchdog: starts watchdog.sh, passes it the postmaster's pid, and dismisses it at an orderly shutdown.

export interface Watchdog {
  /** The postmaster to end when this process dies; null while there is none. */
  watch(pid: number | null): void;
  /** The database was shut down in order: the watchdog exits without touching anything. */
  dismiss(): Promise<void>;
}

/**
 * Starts the watchdog. There is none on Windows: the next start ends what was left (`endLeftover`).
 * @param logFd receives its error output
 */
export function startWatchdog(logFd: number): Watchdog {
  if (process.platform === 'win32') return { watch: () => undefined, dismiss: async () => undefined };
  // Detached: a signal to the server's whole group must not end the watchdog before the server.
  const child = spawn('/bin/sh', [fileURLToPath(new URL('watchdog.sh', import.meta.url))], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', logFd],
  });
  child.unref();
  const pipe = child.stdin;
  const { pid } = child;
  if (!pipe || pid === undefined) throw new Error('the database watchdog could not be started');
  // If the watchdog is killed, the server must not end with it: even without a watchdog, the next start finds a leftover database.
  pipe.on('error', () => undefined);
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  return {
    watch: (postmasterPid) => {
      pipe.write(`pid ${postmasterPid ?? 0}\n`);
    },
    dismiss: async () => {
      if (!pipe.destroyed) pipe.end('bye\n');
      if (!(await until(() => !isAlive(pid), 500))) signal(pid, 'SIGKILL');
    },
  };
}

// The database's log: one file, bounded. PostgreSQL appends to a descriptor we opened, so the file is emptied in place, not renamed.

export interface LogFile {
  fd: number;
  path: string;
  close(): void;
}

const LIMIT_BYTES = 8 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;

/** Opens the log for appending; beyond 8 MB its contents move to `<path>.1`, so both together stay near 16 MB. */
export function openLogFile(path: string): LogFile {
  const fd = openSync(path, constants.O_APPEND | constants.O_CREAT | constants.O_RDWR, 0o600);
  const bound = () => {
    if (fstatSync(fd).size <= LIMIT_BYTES) return;
    try {
      copyFileSync(path, `${path}.1`);
    } catch (error) {
      // With a full disk the log grows fastest: old lines are dropped to keep the server running.
      if (!['ENOSPC', 'EDQUOT', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
    }
    ftruncateSync(fd);
  };
  bound();
  const timer = setInterval(bound, CHECK_EVERY_MS).unref();
  let isOpen = true;
  return {
    fd,
    path,
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(timer);
      closeSync(fd);
    },
  };
}

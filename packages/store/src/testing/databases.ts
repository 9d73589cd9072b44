// Real PostgreSQL servers for tests: the same tests run on each that this machine has. A start costs more than most tests do, so a process
// has one of each kind. Nothing here knows the test runner.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { temporaryFolder } from './run-folder.ts';
import { answering, type Beginning, copyOfMade, dropDatabase, ensureMade, makeOrigins, newDatabaseOn } from './template.ts';

export { ask, copyOfMade } from './template.ts';

/** Databases of one test file, on a server that other files use too. */
export interface TestServer {
  /** Makes a database of its own and gives its address: empty, or with all migrations, or with the gazetteer of the country too. */
  newDatabase(beginning?: Beginning): Promise<string>;
  /** Drops the databases that were made here; the server runs on. */
  stop(): Promise<void>;
}

/** A server that nobody else uses: it may be broken. */
export interface OwnServer extends TestServer {
  /** Kills the whole server (as -9 would) and resolves when it answers again, on the same address. */
  crash(): Promise<void>;
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>;
}

export interface TestServerKind {
  readonly name: string;
  /** Why it cannot run here; null when it can. */
  readonly missing: string | null;
  /** The one server of this process; started by the first call, ended with the process whatever ends that. */
  start(): Promise<TestServer>;
  startOwn(): Promise<OwnServer>;
}

// Debian's PostgreSQL 15 as a temporary cluster: own folder, own port, run by an unprivileged user when we are root.

const BINARIES = process.env.LOOKOUT_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);

/** Why it cannot run here; null when it can. */
export const whyNoDebian = (): string | null => (existsSync(join(BINARIES, 'postgres')) ? null : `no PostgreSQL binaries in ${BINARIES}`);

async function startDebian(): Promise<OwnServer> {
  const user = await unprivilegedUser();
  const folder = await temporaryFolder('lookout-pg15-');
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  await copyOfMade(kindFor(user), data, (made) => makeDebianCluster(made, user));
  const port = await freePort();
  const url = `postgres://lookout@127.0.0.1:${port}/postgres`;
  let server = await startPostgres({ data, folder, port, url, user });
  return {
    newDatabase: (beginning) => newDatabaseOn(url, beginning),
    crash: async () => {
      const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      // SIGQUIT: every process of the server ends at once, nothing is written back; the next start recovers from the log.
      process.kill(pid, 'SIGQUIT');
      await server.stop();
      server = await startPostgres({ data, folder, port, url, user });
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the cluster that servers are copies of, where this machine has none yet. */
export async function ensureDebianCluster(): Promise<void> {
  const user = await unprivilegedUser();
  await ensureMade(kindFor(user), (made) => makeDebianCluster(made, user));
}

/** The files of a cluster belong to the user that runs it. */
const kindFor = (user: User | null): string => `debian${user?.uid ?? ''}`;

/** A cluster with the databases that others are copied from, moved to where it is kept when it is complete. */
async function makeDebianCluster(kept: string, user: User | null): Promise<void> {
  const folder = await temporaryFolder('lookout-pg15-made-');
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  await run(join(BINARIES, 'initdb'), ['-D', data, '-U', 'lookout', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    ...user,
    cwd: folder,
  });
  const port = await freePort();
  const url = `postgres://lookout@127.0.0.1:${port}/postgres`;
  const server = await startPostgres({ data, folder, port, url, user });
  await makeOrigins(url);
  await server.stop();
  await run('cp', ['-a', data, kept]);
  await rm(folder, { recursive: true, force: true });
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root; null when we are not. */
async function unprivilegedUser(): Promise<User | null> {
  if (process.getuid?.() !== 0) return null;
  const entry = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((line) => line.startsWith('postgres:') || line.startsWith('nobody:'));
  const [, , uid, gid] = (entry ?? 'nobody:x:65534:65534').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

// The shell waits on a pipe that only this process holds: whatever ends us, closing it ends the server too.
const guard = '"$@" >server.log 2>&1 <&- & child=$!; read -r _; kill -INT $child 2>/dev/null; wait $child';

interface Cluster {
  readonly data: string;
  readonly folder: string;
  readonly port: number;
  readonly url: string;
  readonly user: User | null;
}

async function startPostgres({ data, folder, port, url, user }: Cluster): Promise<{ stop(): Promise<void> }> {
  // No socket in a folder: its path would have to be short.
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: 100 };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const shell = spawn('sh', ['-c', guard, 'sh', join(BINARIES, 'postgres'), '-D', data, ...words], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(shell, 'exit');
  await answering(url, 20_000);
  return {
    stop: async () => {
      shell.stdin.end();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

// The embedded PostgreSQL 18, as the product itself starts it.

async function startEmbeddedServer(): Promise<OwnServer> {
  const dataDir = await temporaryFolder('lookout-pg18-');
  const isCopy = await copyCluster(dataDir);
  const server = await startEmbedded({ dataDir, log: () => undefined });
  if (!isCopy) await makeOrigins(maintenance(server.url));
  return {
    newDatabase: (beginning) => newDatabaseOn(server.url, beginning),
    crash: async () => {
      const before = server.pid;
      process.kill(before, 'SIGQUIT');
      // Its supervisor starts it again.
      while (server.pid === before || server.pid === 0) await new Promise((wake) => setTimeout(wake, 20));
      await answering(server.url, 20_000);
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Gives a data folder a cluster that is made already. @returns false when this machine's cannot be copied: the first start makes one then */
export async function copyCluster(dataDir: string): Promise<boolean> {
  const folder = join(dataDir, 'postgres');
  await copyOfMade(EMBEDDED, folder, makeEmbeddedCluster);
  return existsSync(join(folder, 'initialised'));
}

/** Makes the cluster that servers are copies of, where this machine has none yet. */
export const ensureEmbeddedCluster = async (): Promise<void> => void (await ensureMade(EMBEDDED, makeEmbeddedCluster));

const EMBEDDED = 'embedded';

const maintenance = (url: string): string => url.replace(/[^/]*$/, 'postgres');

async function makeEmbeddedCluster(kept: string): Promise<void> {
  const dataDir = await temporaryFolder('lookout-pg18-made-');
  const server = await startEmbedded({ dataDir, log: () => undefined });
  await makeOrigins(maintenance(server.url));
  await server.stop();
  const made = join(dataDir, 'postgres');
  // A root without namespaces or capabilities keeps the cluster elsewhere, by an absolute path: a copy would share it, so none is kept.
  if (existsSync(join(made, 'staged.json'))) await mkdir(kept);
  else await run('cp', ['-a', made, kept]);
  await rm(dataDir, { recursive: true, force: true });
}

const DATABASE_SERVERS: readonly TestServerKind[] = [
  kindOf('PostgreSQL 15 (Debian)', whyNoDebian(), startDebian),
  kindOf('PostgreSQL 18 (embedded)', null, startEmbeddedServer),
];

/** For `describe.each`: the servers of this machine. One that is missing is named on the console, never passed over in silence. */
export function availableServers(): TestServerKind[] {
  return DATABASE_SERVERS.filter(({ name, missing }) => {
    if (missing !== null) process.stderr.write(`NOT RUN on ${name}: ${missing}\n`);
    return missing === null;
  });
}

/** For a figure's peer: the server that the product itself runs on, with the same settings (fsync on), so that both pay for durability. */
export const startProductsServer = startEmbeddedServer;

/** For tests that need some database and do not care which: on the first kind that this machine has. */
export async function startAnyServer(): Promise<TestServer> {
  const [first] = DATABASE_SERVERS.filter(({ missing }) => missing === null);
  if (!first) throw new Error('no PostgreSQL to test with');
  return first.start();
}

function kindOf(name: string, missing: string | null, startOwn: () => Promise<OwnServer>): TestServerKind {
  let running: Promise<OwnServer> | null = null;
  return {
    name,
    missing,
    async start() {
      running ??= startOwn().catch((error: unknown) => {
        running = null;
        throw error;
      });
      return databasesOn(await running);
    },
    startOwn,
  };
}

function databasesOn(server: OwnServer): TestServer {
  const made: string[] = [];
  return {
    async newDatabase(beginning) {
      const url = await server.newDatabase(beginning);
      made.push(url);
      return url;
    },
    stop: async () => void (await Promise.all(made.splice(0).map(dropDatabase))),
  };
}

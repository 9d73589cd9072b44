// Real PostgreSQL servers for tests: the same tests run on each kind that this machine has. A start takes longer than most tests, so a
// process starts only one server of each kind. Independent of the test runner.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbedded } from '../embedded/start-embedded.ts';
import { temporaryFolder } from './run-folder.ts';
import { answering, ask, type Beginning, copyOfMade, dropDatabase, ensureMade, makeOrigins, newDatabaseOn, originOf } from './template.ts';

export { restoreAsItWas } from '../dump.ts';
export { serverRoleUrl } from '../server-role.ts';
export { allowed } from './allowance.ts';
export { type Content, rememberContent } from './content.ts';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
export { ask, copyOfMade, keepProvinces } from './template.ts';
export { untilLocked } from './until-locked.ts';

/** The databases of one test file, on a server that it shares with other files. */
export interface TestServer {
  /** Creates a database and returns its URL: empty, or with all migrations, or with the gazetteer of the country as well. */
  newDatabase(beginning?: Beginning): Promise<string>;
  /** Drops the databases created here; the server keeps running. */
  stop(): Promise<void>;
}

/** A server for one test file, which may kill it. */
export interface OwnServer extends TestServer {
  /** Kills the whole server (as `kill -9` does) and resolves when it answers again at the same address. */
  crash(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

export interface TestServerKind {
  readonly name: string;
  /** Why this kind cannot run here; null when it can. */
  readonly missing: string | null;
  /** The server of this process: started by the first call, stopped when the process ends in any way. */
  start(): Promise<TestServer>;
  startOwn(): Promise<OwnServer>;
}

// Debian's PostgreSQL 15 as a temporary cluster with a separate folder and port, run by an unprivileged user when this process is root.

const BINARIES = process.env.LOOKOUT_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);

/** Why it cannot run on this machine; null when it can. */
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
      // SIGQUIT: every process of the server ends at once without a checkpoint; the next start recovers from the WAL.
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

/** A cluster of Debian's PostgreSQL for a test that destroys its files and restores them by commands. Not started yet. */
export interface DebianCluster {
  /** The user that runs the cluster owns this folder and its contents. */
  readonly folder: string;
  readonly data: string;
  /** Address of the superuser in the database `postgres`. */
  readonly url: string;
  /**
   * Starts PostgreSQL on `data`; resolves when it answers. @param settings in addition to the test settings, which do not wait for the disk
   */
  start(settings?: Readonly<Record<string, string>>): Promise<{ stop(): Promise<void> }>;
  /** Another server next to this one, run by the same user, whose `data` does not exist yet. */
  beside(name: string): Promise<DebianCluster>;
  newDatabase(beginning?: Beginning): Promise<string>;
  /** Ends it as kill −9 of every process would: no checkpoint. */
  kill(): Promise<void>;
  /** Runs a shell script as the user of the cluster, with PostgreSQL's programs on the path. @throws when it fails */
  sh(script: string, ...args: readonly string[]): Promise<void>;
}

/** @throws when the cluster cannot run here, with the reason from `whyNoDebian` */
export async function debianCluster(): Promise<DebianCluster> {
  const user = await unprivilegedUser();
  const folder = await temporaryFolder('lookout-pg15-');
  if (user) await chown(folder, user.uid, user.gid);
  const cluster = await clusterAt(folder, 'data', user);
  await copyOfMade(kindFor(user), cluster.data, (made) => makeDebianCluster(made, user));
  return cluster;
}

async function clusterAt(folder: string, name: string, user: User | null): Promise<DebianCluster> {
  const data = join(folder, name);
  const port = await freePort();
  const url = `postgres://lookout@127.0.0.1:${port}/postgres`;
  return {
    folder,
    data,
    url,
    start: (settings) => startPostgres({ data, folder, port, url, user }, settings),
    beside: (other) => clusterAt(folder, other, user),
    newDatabase: (beginning) => newDatabaseOn(url, beginning),
    async kill() {
      const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGQUIT');
    },
    // Passed as text, because that user may not be able to read the checkout.
    async sh(script, ...args) {
      const env = { PATH: `${BINARIES}:${process.env.PATH ?? ''}` };
      await run('sh', ['-c', await readFile(script, 'utf8'), script, ...args], { ...user, cwd: folder, env });
    },
  };
}

/** Creates the cluster from which servers are copied, if this machine has none yet. */
export async function ensureDebianCluster(): Promise<void> {
  const user = await unprivilegedUser();
  await ensureMade(kindFor(user), (made) => makeDebianCluster(made, user));
}

/** The files of a cluster belong to the user that runs it, so each user has a separate kind. */
const kindFor = (user: User | null): string => `debian${user?.uid ?? ''}`;

/** Creates a cluster with the template databases, and moves it to its final folder when it is complete. */
async function makeDebianCluster(templateFolder: string, user: User | null): Promise<void> {
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
  await run('cp', ['-a', data, templateFolder]);
  await rm(folder, { recursive: true, force: true });
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root; null when this process is not root. */
async function unprivilegedUser(): Promise<User | null> {
  if (process.getuid?.() !== 0) return null;
  const entry = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((line) => line.startsWith('postgres:') || line.startsWith('nobody:'));
  const [, , uid, gid] = (entry ?? 'nobody:x:65534:65534').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

// The shell waits on a pipe that only this process holds: when this process ends in any way, the pipe closes and the server stops.
const guard = '"$@" >server.log 2>&1 <&- & child=$!; read -r _; kill -INT $child 2>/dev/null; wait $child';

interface Cluster {
  readonly data: string;
  readonly folder: string;
  readonly port: number;
  readonly url: string;
  readonly user: User | null;
}

async function startPostgres(
  { data, folder, port, url, user }: Cluster,
  more: Readonly<Record<string, string>> = {},
): Promise<{ stop(): Promise<void> }> {
  // No Unix socket: its path would be limited in length.
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: 100, ...more };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const shell = spawn('sh', ['-c', guard, 'sh', join(BINARIES, 'postgres'), '-D', data, ...args], {
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

// The embedded PostgreSQL 18, started as the product starts it. Tests end it in every way except a power failure: written data is with the
// operating system, and nothing waits for the disk.

async function startEmbeddedServer(waitsForTheDisk: 'on' | 'off' = 'off'): Promise<OwnServer> {
  const dataDir = await temporaryFolder('lookout-pg18-');
  const isCopy = await copyCluster(dataDir);
  const server = await startEmbedded({ dataDir, log: () => undefined });
  if (!isCopy) await makeOrigins(maintenance(server.ownerUrl));
  await ask(server.ownerUrl, `alter system set fsync = ${waitsForTheDisk}`);
  await ask(server.ownerUrl, 'select pg_reload_conf()');
  return {
    newDatabase: (beginning) => newDatabaseOn(server.ownerUrl, beginning),
    crash: async () => {
      const before = server.pid;
      process.kill(before, 'SIGQUIT');
      // The supervisor restarts it.
      while (server.pid === before || server.pid === 0) await new Promise((wake) => setTimeout(wake, 20));
      await answering(server.ownerUrl, 20_000);
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies the prepared cluster into a data folder. @returns false when it cannot be copied: the first start then creates one */
export async function copyCluster(dataDir: string): Promise<boolean> {
  const folder = join(dataDir, 'postgres');
  await copyOfMade(EMBEDDED, folder, makeEmbeddedCluster);
  return existsSync(join(folder, 'initialised'));
}

/** Creates the cluster from which servers are copied, if this machine has none yet. */
export const ensureEmbeddedCluster = async (): Promise<void> => void (await ensureMade(EMBEDDED, makeEmbeddedCluster));

const EMBEDDED = 'embedded';

const maintenance = (url: string): string => url.replace(/[^/]*$/, 'postgres');

const makeEmbeddedCluster = async (templateFolder: string): Promise<void> =>
  keepEmbedded(templateFolder, await temporaryFolder('lookout-pg18-made-'), ({ ownerUrl }) => makeOrigins(maintenance(ownerUrl)));

/**
 * Copies the database of a first start, as it is before the first account is created, into a data folder: all migrations, and the gazetteer
 * of the country. Does nothing where a cluster cannot be copied.
 */
export const copySeededCluster = (dataDir: string): Promise<void> =>
  copyOfMade('seeded', join(dataDir, 'postgres'), async (templateFolder) => {
    const made = await temporaryFolder('lookout-pg18-made-');
    const isCopy = await copyCluster(made);
    await keepEmbedded(templateFolder, made, async ({ ownerUrl }) => {
      const postgres = maintenance(ownerUrl);
      if (!isCopy) await makeOrigins(postgres);
      const name = new URL(ownerUrl).pathname.slice(1);
      for (const other of [name, originOf('migrated')]) await ask(postgres, `drop database ${other}`);
      await ask(postgres, `alter database ${originOf('gazetteer')} rename to ${name}`);
    });
  });

/** Prepares the cluster of a data folder and moves it into the folder `kept`. */
async function keepEmbedded(templateFolder: string, dataDir: string, prepare: (server: EmbeddedPostgres) => Promise<void>): Promise<void> {
  const server = await startEmbedded({ dataDir, log: () => undefined });
  await prepare(server);
  await server.stop();
  const made = join(dataDir, 'postgres');
  // For root without namespaces or capabilities the cluster is elsewhere, at an absolute path that a copy would share, so none is prepared.
  if (existsSync(join(made, 'staged.json'))) await mkdir(templateFolder);
  else await run('cp', ['-a', made, templateFolder]);
  await rm(dataDir, { recursive: true, force: true });
}

const DATABASE_SERVERS: readonly TestServerKind[] = [
  kindOf('PostgreSQL 15 (Debian)', whyNoDebian(), startDebian),
  kindOf('PostgreSQL 18 (embedded)', null, () => startEmbeddedServer()),
];

/** For `describe.each`: the kinds of server on this machine. A missing kind is reported on the console. */
export function availableServers(): TestServerKind[] {
  return DATABASE_SERVERS.filter(({ name, missing }) => {
    if (missing !== null) process.stderr.write(`NOT RUN on ${name}: ${missing}\n`);
    return missing === null;
  });
}

/**
 * For `describe.each` of plain statements, which mean the same in both versions: this version, or the other one when the machine does not
 * have it. Migrations, the logs and their parts, locks, copies and dumps are tested on both.
 */
export function oneServer(version: 15 | 18): TestServerKind[] {
  const all = availableServers();
  const wanted = all.filter(({ name }) => name.startsWith(`PostgreSQL ${version} `));
  return wanted.length > 0 ? wanted : all.slice(0, 1);
}

/** For the peer of a benchmark: the product's own server with the same settings (fsync on), so that both have the cost of durability. */
export const startProductsServer = (): Promise<OwnServer> => startEmbeddedServer('on');

/** For tests that run on any kind of server: starts the first kind that this machine has. */
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

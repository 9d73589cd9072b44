// Debian's PostgreSQL 15 as a temporary cluster: own folder, own port, run by an unprivileged user when we are root.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answering, newDatabaseOn } from './admin.ts';
import type { OwnServer } from './databases.ts';
import { temporaryFolder } from './run-folder.ts';
import { copyOfMade, ensureMade, makeOrigins } from './template.ts';

const BINARIES = process.env.LOOKOUT_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);

/** Why it cannot run here; null when it can. */
export const whyNoDebian = (): string | null => (existsSync(join(BINARIES, 'postgres')) ? null : `no PostgreSQL binaries in ${BINARIES}`);

export async function startDebian(): Promise<OwnServer> {
  const user = await unprivilegedUser();
  const folder = await temporaryFolder('lookout-pg15-');
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  await copyOfMade(kindFor(user), data, (made) => makeCluster(made, user));
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
  await ensureMade(kindFor(user), (made) => makeCluster(made, user));
}

/** The files of a cluster belong to the user that runs it. */
const kindFor = (user: User | null): string => `debian${user?.uid ?? ''}`;

/** A cluster with the databases that others are copied from, moved to where it is kept when it is complete. */
async function makeCluster(kept: string, user: User | null): Promise<void> {
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

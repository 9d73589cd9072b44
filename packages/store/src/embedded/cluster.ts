// Creates the cluster on the first start and verifies it on every later one.
import { randomBytes, randomUUID } from 'node:crypto';
import { access, chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programOf } from './binaries.ts';
import type { ClusterEnvironment } from './environment.ts';
import { codeOf } from './processes.ts';
import { run } from './run-as.ts';
import { text } from './text.ts';

/** The role that owns all tables and runs the migrations. A running server connects as another role (server-role.ts). */
export const ROLE = 'lookout';

export interface Cluster {
  folder: string;
  password: string;
}

interface Options {
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The cluster of this environment, created if missing. Access is by TCP on 127.0.0.1 with a random password (SCRAM), stored in
 * DATA_DIR/postgres/password at 0600: a Unix socket's path is limited to 107 bytes, which a deep DATA_DIR exceeds, and "trust" would open
 * the database to every user of the machine. The encoding is UTF-8, ordered by code point ("C"). The character type is C.UTF-8, because
 * otherwise pg_trgm does not recognise Chinese characters as letters; a machine whose C library has no C.UTF-8 goes without it. Creation is
 * crash-safe: everything is built in a separate folder and moved into place when complete; an incomplete one is removed by the next start.
 * @throws the signal's reason when it aborts the creation
 */
export async function ensureCluster(environment: ClusterEnvironment, { log, signal }: Options): Promise<Cluster> {
  const folder = join(environment.home, 'cluster');
  const mark = join(environment.folder, 'initialised');
  const found = await versionOf(folder);
  if (found === null) {
    if (await contents(mark)) throw new Error(text.clusterLost(folder, mark));
    const password = await makePassword(environment.folder);
    await initialise(environment, folder, password, { log, signal });
    await writeFile(mark, `${new Date().toISOString()}\n`);
    return { folder, password };
  }
  const wanted = environment.binaries.version.split('.')[0] ?? '';
  if (found !== wanted) throw new Error(text.wrongVersion(folder, found, wanted));
  await ensureOwner(environment, folder);
  const password = await contents(passwordFileOf(environment.folder));
  if (!password) throw new Error(text.passwordLost(passwordFileOf(environment.folder)));
  return { folder, password };
}

/** The password file of the cluster under DATA_DIR/postgres. */
export const passwordFileOf = (folder: string) => join(folder, 'password');

async function initialise(
  { home, runAs, binaries }: ClusterEnvironment,
  folder: string,
  password: string,
  { log, signal }: Options,
): Promise<void> {
  for (const name of await readdir(home)) {
    // The initdb of a killed start may still write files for a second.
    if (name.startsWith('cluster.new-')) await rm(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  const workshop = join(home, `cluster.new-${randomUUID()}`);
  const [draft, passwordFile] = [join(workshop, 'cluster'), join(workshop, 'password')];
  await mkdir(workshop, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  for (const path of runAs.owner ? [workshop, passwordFile] : []) await chown(path, runAs.owner?.uid ?? 0, runAs.owner?.gid ?? 0);
  log('initialising the database');
  const make = (ctype: string) =>
    run(
      runAs,
      programOf(binaries, 'initdb'),
      [
        ...['-D', draft, '-U', ROLE, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions'],
        ...['--locale=C', `--lc-ctype=${ctype}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ],
      signal,
    );
  let { code, output } = await make('C.UTF-8');
  if (code !== 0 && output.includes('invalid locale name')) ({ code, output } = await make('C'));
  if (code !== 0) {
    await rm(workshop, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw new Error(text.initFailed(output.trim()));
  }
  await rename(draft, folder);
  await syncFolder(home);
  await rm(workshop, { recursive: true, force: true });
}

/** Another way of running (previously as root, now in a container) needs another owner of the files. Only root can change that. */
async function ensureOwner({ runAs }: ClusterEnvironment, folder: string): Promise<void> {
  const { uid } = await stat(folder);
  if (!runAs.owner) {
    if (process.geteuid && uid !== process.geteuid()) throw new Error(text.notOurs(folder));
    return;
  }
  if (uid === runAs.owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), runAs.owner.uid, runAs.owner.gid);
  }
  // The folder itself is changed last, because the check above looks at it to detect an interrupted change.
  await lchown(folder, runAs.owner.uid, runAs.owner.gid);
}

async function makePassword(folder: string): Promise<string> {
  const stored = await contents(passwordFileOf(folder));
  if (stored) return stored;
  const password = randomBytes(24).toString('hex');
  const draft = `${passwordFileOf(folder)}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, password, { mode: 0o600, flush: true });
  await rename(draft, passwordFileOf(folder));
  return password;
}

async function versionOf(folder: string): Promise<string | null> {
  try {
    await access(folder);
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw new Error(text.notOurs(folder), { cause: error });
    if (codeOf(error) !== 'ENOENT') throw error;
    return null;
  }
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw new Error(text.notOurs(folder), { cause: error });
    throw error;
  }
}

async function contents(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw new Error(text.notOurs(path), { cause: error });
    if (codeOf(error) !== 'ENOENT') throw error;
    return null;
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

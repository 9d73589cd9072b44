// Decides where the cluster is stored, which binaries run it, and as which user. Everything is in DATA_DIR/postgres, with one exception: a
// root user that has neither namespaces nor capabilities, in a folder that only root can enter, puts the cluster elsewhere, and
// DATA_DIR/postgres/staged.json then states where.
import { randomUUID } from 'node:crypto';
import { access, chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, copyBinaries, findBinaries } from './binaries.ts';
import { codeOf } from './processes.ts';
import { type RunAs, type RunAsKind, waysToRun, whyNot } from './run-as.ts';
import { text } from './text.ts';

export interface ClusterEnvironment {
  /** DATA_DIR/postgres: the password, the log and the records. An absolute path without links. */
  folder: string;
  /** The parent of the cluster: `folder`, or the staging folder. */
  home: string;
  binaries: Binaries;
  runAs: RunAs;
}

interface Staged {
  path: string;
  /** Also written into the staging folder, to identify it later. */
  id: string;
}

const STAGING_PARENTS = ['/var/lib', '/var/tmp', '/tmp'];

/**
 * @param only for tests: restricts the ways to run to these
 * @throws Error (Chinese, with instructions) when no way works, or a staged cluster is lost
 */
export async function findEnvironment(dataDir: string, only?: readonly RunAsKind[]): Promise<ClusterEnvironment> {
  await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o711 });
  const folder = await realpath(join(dataDir, 'postgres'));
  const binaries = await findBinaries(folder);
  const home = (await stagedHome(folder)) ?? folder;
  const reasons: string[] = [];
  for (const runAs of (await waysToRun()).filter(({ kind }) => !only || only.includes(kind))) {
    const environment = { folder, home, binaries, runAs };
    const found = runAs.kind === 'uid' ? await environmentForUid(environment) : await trial(environment);
    if (typeof found !== 'string') return found;
    reasons.push(`${runAs.kind}: ${found}`);
  }
  throw new Error(text.cannotRun(reasons.join('; ')));
}

/** Where the cluster of a data folder is, without side effects; null before the first start. */
export async function whereCluster(dataDir: string): Promise<{ folder: string; clusterDir: string } | null> {
  if (!(await isThere(join(dataDir, 'postgres')))) return null;
  const folder = await realpath(join(dataDir, 'postgres'));
  const clusterDir = join((await stagedHome(folder)) ?? folder, 'cluster');
  return (await isThere(clusterDir)) ? { folder, clusterDir } : null;
}

async function trial(environment: ClusterEnvironment): Promise<ClusterEnvironment | string> {
  return (await whyNot(environment.runAs, environment.binaries, environment.home)) ?? environment;
}

async function environmentForUid(environment: ClusterEnvironment): Promise<ClusterEnvironment | string> {
  // Grants traversal only: the password is 0600 and the cluster 0700.
  await chmod(environment.home, 0o711);
  const asItIs = await trial(environment);
  if (typeof asItIs !== 'string') return asItIs;
  const copy = await copyBinaries(environment.binaries, environment.home);
  const withCopy = await trial({ ...environment, binaries: copy });
  if (typeof withCopy !== 'string' || environment.home !== environment.folder) return withCopy;
  // The folder itself cannot be reached by that user, so the copy in it is useless.
  await rm(copy.folder, { recursive: true, force: true });
  if (await isThere(join(environment.home, 'cluster', 'PG_VERSION'))) throw new Error(text.cannotMove(join(environment.home, 'cluster')));
  return stage(environment);
}

async function stage(environment: ClusterEnvironment): Promise<ClusterEnvironment | string> {
  const { owner } = environment.runAs;
  let reason = 'no staging folder';
  for (const parent of STAGING_PARENTS) {
    if (!(await isThere(parent))) continue;
    const home = await realpath(await mkdtemp(join(parent, 'fire-lookout-')));
    await chmod(home, 0o711);
    const staged = { ...environment, home, binaries: await copyBinaries(environment.binaries, home) };
    const found = await trial(staged);
    if (typeof found === 'string') {
      reason = found;
      continue;
    }
    const record: Staged = { path: home, id: randomUUID() };
    await writeFile(join(home, 'id'), record.id);
    if (owner) await chown(join(home, 'id'), owner.uid, owner.gid);
    const draft = join(environment.folder, 'staged.json.new');
    await writeFile(draft, JSON.stringify(record));
    await rename(draft, recordOf(environment.folder));
    return found;
  }
  return reason;
}

async function stagedHome(folder: string): Promise<string | null> {
  if (!(await isThere(recordOf(folder)))) return null;
  const { path, id } = JSON.parse(await readFile(recordOf(folder), 'utf8')) as Staged;
  const mark = join(path, 'id');
  if (!(await isThere(mark)) || (await readFile(mark, 'utf8')) !== id) throw new Error(text.stagingLost(path, recordOf(folder)));
  return path;
}

const recordOf = (folder: string) => join(folder, 'staged.json');

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

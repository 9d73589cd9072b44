// The data folder after a first start with the demo world, created once on this machine and copied for every test server: a first start
// seeds the country, imports the demo's resources and computes its fire weather, which takes both cores many seconds.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hashOf } from '../../../scripts/lib/stamp.mjs';
import { launchServer } from './server-process.ts';
import { call, signIn } from './wire.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const CACHE_FOLDER = join(ROOT, 'node_modules', '.cache', 'lookout-e2e');
/** The sources that the folder depends on: everything that writes into it, and this file, which waits for the data. */
const SOURCES = ['apps/server/src', 'apps/simulator/src', 'features', 'packages', 'e2e/src/lib/prepared-data.ts', 'package-lock.json'];
const DEMO_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 200;

/** A new temporary copy of the prepared data folder; empty where it cannot be copied (`isPrepared` false). */
export async function preparedDataDir(): Promise<{ readonly dataDir: string; readonly isPrepared: boolean }> {
  const dataDir = await mkdtemp(join(process.env.LOOKOUT_E2E_DIR ?? tmpdir(), 'lookout-e2e-'));
  const from = cachedFolder();
  // `cp -a` keeps the owner of the database's files, which differs from the current user under root.
  if (existsSync(from)) await promisify(execFile)('cp', ['-a', `${from}/.`, dataDir]);
  return { dataDir, isPrepared: existsSync(join(dataDir, 'postgres')) };
}

/** For the runner's global setup: creates the folder when it is missing or older than the sources. */
export async function prepareData(): Promise<void> {
  const target = cachedFolder();
  if (existsSync(target)) return;
  await mkdir(CACHE_FOLDER, { recursive: true });
  for (const old of await readdir(CACHE_FOLDER)) await rm(join(CACHE_FOLDER, old), { recursive: true, force: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'lookout-e2e-first-'));
  const server = await launchServer(dataDir);
  try {
    await waitForDemoWorld(server.base);
  } finally {
    await server.stop();
  }
  await waitNotForTheDisk(join(dataDir, 'postgres', 'cluster'));
  const draft = join(CACHE_FOLDER, randomUUID());
  // A cluster that had to be placed outside the folder is referenced by its absolute path, which two copies would share. In that case each
  // server starts empty.
  if (existsSync(join(dataDir, 'postgres', 'staged.json'))) await mkdir(draft);
  else await promisify(execFile)('cp', ['-a', dataDir, draft]);
  await rename(draft, target);
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Turns off waiting for the disk: no browser test cuts the power, and the operating system keeps what a killed server or database has
 * written. Set in the cluster's configuration, because the product sets it nowhere.
 */
async function waitNotForTheDisk(cluster: string): Promise<void> {
  const settings = join(cluster, 'postgresql.auto.conf');
  if (existsSync(settings)) await appendFile(settings, 'fsync = off\n');
}

/** Waits until the demo world has loaded, which creates burnings last, and until the server has computed the fire weather. */
async function waitForDemoWorld(base: string): Promise<void> {
  const nation = await signIn(base, 'guojia');
  const countOf = async (method: string, path: string, body?: unknown): Promise<number> =>
    (await call(base, method, path, body, nation)).data?.length ?? 0;
  const isComplete = async () =>
    (await countOf('POST', '/fire/api/fireReport/list', {})) > 0 && (await countOf('GET', '/fire/api/fireAlarmLevel/getFireLevel')) > 20;
  for (const until = Date.now() + DEMO_TIMEOUT_MS; !(await isComplete()); await pause(POLL_INTERVAL_MS))
    if (Date.now() > until) throw new Error(`the demo world was not complete in ${DEMO_TIMEOUT_MS} ms`);
}

let cached: string | null = null;
function cachedFolder(): string {
  cached ??= join(CACHE_FOLDER, hashOf(ROOT, SOURCES).slice(0, 16));
  return cached;
}

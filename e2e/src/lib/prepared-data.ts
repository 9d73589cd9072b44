// What a first start and the demo world leave in a data folder, made once on this machine and copied for every server of a test: a first
// start seeds the country, brings the demo's resources and computes its fire weather, many seconds of both cores each time.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hashOf } from '../../../scripts/lib/stamp.mjs';
import { launchServer } from './server-process.ts';
import { call, signIn } from './wire.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const KEPT_IN = join(ROOT, 'node_modules', '.cache', 'lookout-e2e');
/** What the folder depends on: everything that writes into it, and how this file waits for it. */
const SOURCES = ['apps/server/src', 'apps/simulator/src', 'packages', 'e2e/src/lib/prepared-data.ts', 'package-lock.json'];
const STANDS_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 200;

/** A new temporary data folder as a first start has left it; empty where this machine's cannot be copied (`isPrepared` false). */
export async function preparedDataDir(): Promise<{ readonly dataDir: string; readonly isPrepared: boolean }> {
  const dataDir = await mkdtemp(join(process.env.LOOKOUT_E2E_DIR ?? tmpdir(), 'lookout-e2e-'));
  const from = keptFolder();
  // `cp -a` keeps the owner of the database's files, which is not us when we are root.
  if (existsSync(from)) await promisify(execFile)('cp', ['-a', `${from}/.`, dataDir]);
  return { dataDir, isPrepared: existsSync(join(dataDir, 'postgres')) };
}

/** For the runner's global setup: makes the folder where it is missing or older than the sources. */
export async function prepareData(): Promise<void> {
  const target = keptFolder();
  if (existsSync(target)) return;
  await mkdir(KEPT_IN, { recursive: true });
  for (const old of await readdir(KEPT_IN)) await rm(join(KEPT_IN, old), { recursive: true, force: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'lookout-e2e-first-'));
  const server = await launchServer(dataDir);
  try {
    await demoWorldStands(server.base);
  } finally {
    await server.stop();
  }
  const draft = join(KEPT_IN, randomUUID());
  // A cluster that had to be put elsewhere is named by its absolute path: two copies would share it, so each server starts from nothing.
  if (existsSync(join(dataDir, 'postgres', 'staged.json'))) await mkdir(draft);
  else await promisify(execFile)('cp', ['-a', dataDir, draft]);
  await rename(draft, target);
  await rm(dataDir, { recursive: true, force: true });
}

/** The demo world brings its things one after the other, burnings last; the server computes the fire weather meanwhile. */
async function demoWorldStands(base: string): Promise<void> {
  const nation = await signIn(base, 'guojia');
  const countOf = async (method: string, path: string, body?: unknown): Promise<number> =>
    (await call(base, method, path, body, nation)).data?.length ?? 0;
  const stands = async () =>
    (await countOf('POST', '/fire/api/fireReport/list', {})) > 0 && (await countOf('GET', '/fire/api/fireAlarmLevel/getFireLevel')) > 20;
  for (const until = Date.now() + STANDS_WITHIN_MS; !(await stands()); await pause(ASK_EVERY_MS))
    if (Date.now() > until) throw new Error(`the demo world did not stand in ${STANDS_WITHIN_MS} ms`);
}

let kept: string | null = null;
function keptFolder(): string {
  kept ??= join(KEPT_IN, hashOf(ROOT, SOURCES).slice(0, 16));
  return kept;
}

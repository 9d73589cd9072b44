// Data folders as a first start leaves them, cleanly stopped: for tests that are not about a first start, which costs many seconds.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { copyOfMade } from '@lookout/store/testing';
import { launch, temporaryDataDir } from './server-process.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** What writes into a new folder, besides the migrations and the places. */
const WRITERS = ['apps/server/src/{seed,demo-*}.ts', 'apps/simulator/src/**/*.ts', 'packages/sim/src/**/*.ts'];

type Environment = Readonly<Record<string, string>>;

/** A temporary one. @param env of the first start, added to what `launch` says anyway */
export async function startedDataDir(env: Environment = {}): ReturnType<typeof temporaryDataDir> {
  const folder = await temporaryDataDir();
  await rm(folder.path, { recursive: true });
  await fillDataDir(folder.path, env);
  return folder;
}

/** Fills `target`, which is not there yet. The first start with this environment on this machine makes what all others copy. */
async function fillDataDir(target: string, env: Environment = {}): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(env).toSorted()));
  for (const file of globSync(WRITERS, { cwd: ROOT }).sort()) hash.update(readFileSync(join(ROOT, file)));
  await copyOfMade(`started-${hash.digest('hex').slice(0, 16)}`, target, (kept) => startOnce(kept, env));
}

async function startOnce(kept: string, env: Environment): Promise<void> {
  const folder = await temporaryDataDir();
  const server = await launch({ dataDir: folder.path, env });
  await server.ready();
  await server.stop();
  // A cluster that had to be put elsewhere is named by its absolute path: two copies would share it, so an empty folder is kept.
  if (existsSync(join(folder.path, 'postgres', 'staged.json'))) await mkdir(kept);
  else await promisify(execFile)('cp', ['-a', folder.path, kept]);
  await folder.remove();
}

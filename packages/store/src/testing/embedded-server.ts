// The embedded PostgreSQL 18, as the product itself starts it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { answering, newDatabaseOn } from './admin.ts';
import type { OwnServer } from './databases.ts';
import { temporaryFolder } from './run-folder.ts';
import { copyOfMade, ensureMade, makeOrigins } from './template.ts';

const run = promisify(execFile);

export async function startEmbeddedServer(): Promise<OwnServer> {
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
  await copyOfMade(KIND, folder, makeCluster);
  return existsSync(join(folder, 'initialised'));
}

/** Makes the cluster that servers are copies of, where this machine has none yet. */
export const ensureEmbeddedCluster = async (): Promise<void> => void (await ensureMade(KIND, makeCluster));

const KIND = 'embedded';

const maintenance = (url: string): string => url.replace(/[^/]*$/, 'postgres');

async function makeCluster(kept: string): Promise<void> {
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

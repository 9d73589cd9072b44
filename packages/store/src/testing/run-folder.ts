// One folder for the test servers of a run. A server stops when its process ends in any way, so its files are removed at the end of the
// run.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const VARIABLE = 'LOOKOUT_TEST_SERVERS';
/** The maximum time that a server takes to stop. */
const ENDED_WITHIN_MS = 10_000;

/** A new folder for one server; in the folder of the run when there is one. */
export const temporaryFolder = (prefix: string): Promise<string> => mkdtemp(join(process.env[VARIABLE] ?? tmpdir(), prefix));

/** @returns a function that removes the folder when the servers in it have stopped */
export async function openRunFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lookout-servers-'));
  // A server started by root runs as another user, who must be able to enter its folder.
  await chmod(folder, 0o755);
  process.env[VARIABLE] = folder;
  return () => removeRunFolder(folder);
}

/** Waits until each server has stopped (and has removed its `postmaster.pid`), then removes the folder. */
async function removeRunFolder(folder: string): Promise<void> {
  delete process.env[VARIABLE];
  const begun = performance.now();
  while ((await isServed(folder)) && performance.now() - begun < ENDED_WITHIN_MS) await delay(20);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

const isServed = async (folder: string): Promise<boolean> =>
  (await readdir(folder, { recursive: true }).catch(() => [])).some((name) => name.endsWith('postmaster.pid'));

// Runs once around all integration tests (vitest.config.ts): creates the folder of the run, and the clusters from which its servers are
// copied. They are created here, one after the other. The workers start together and would each create their own, on a machine that is then
// too busy to answer in time.
import { ensureDebianCluster, ensureEmbeddedCluster, whyNoDebian } from './databases.ts';
import { openRunFolder } from './run-folder.ts';

export async function setup(): Promise<() => Promise<void>> {
  const remove = await openRunFolder();
  if (whyNoDebian() === null) await ensureDebianCluster();
  await ensureEmbeddedCluster();
  return remove;
}

// Runs once around all integration tests (vitest.config.ts): the folder of the run, and the clusters that its servers are copies of. Made here, one
// after the other; the workers, which start together, would each make their own on a machine that is then too busy to answer in time.
import { ensureDebianCluster, ensureEmbeddedCluster, whyNoDebian } from './databases.ts';
import { openRunFolder } from './run-folder.ts';

export async function setup(): Promise<() => Promise<void>> {
  const remove = await openRunFolder();
  if (whyNoDebian() === null) await ensureDebianCluster();
  await ensureEmbeddedCluster();
  return remove;
}

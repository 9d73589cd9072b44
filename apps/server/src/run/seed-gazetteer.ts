// A worker thread seeds the country's gazetteer into an empty database, so that the hundreds of megabytes for 45,000 rows and 500
// boundaries are freed with it. Later starts only check that the rows exist.
import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { hasGazetteer, seedGazetteer } from '@lookout/features/grid/gazetteer-seed.store.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { gazetteerSeed } from '@lookout/store/seed';

/** @throws the worker's error */
export async function seedGazetteerInThread(store: Store, url: string): Promise<void> {
  if (await hasGazetteer(store, gazetteerSeed())) return;
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } });
  await once(worker, 'exit');
}

if (!isMainThread && typeof (workerData as { url?: unknown } | null)?.url === 'string') {
  const store = await openStore({ url: (workerData as { url: string }).url, clock: () => new Date(), connections: 2 });
  await seedGazetteer(store, gazetteerSeed());
  await store.close();
}

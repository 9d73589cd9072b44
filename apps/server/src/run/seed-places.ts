// A worker thread seeds the places of the country into an empty database: the hundreds of megabytes that 45,000 rows and 500 boundaries take are
// freed with it. Later starts only check that they exist.
import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { hasPlaces, openStore, type Store, seedPlaces } from '@lookout/store';
import { placesSeed } from '@lookout/store/seed';

/** @throws what the worker threw */
export async function seedPlacesBeside(store: Store, url: string): Promise<void> {
  if (await hasPlaces(store, placesSeed())) return;
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } });
  await once(worker, 'exit');
}

if (!isMainThread && typeof (workerData as { url?: unknown } | null)?.url === 'string') {
  const store = await openStore({ url: (workerData as { url: string }).url, clock: () => new Date(), connections: 2 });
  await seedPlaces(store, placesSeed());
  await store.close();
}

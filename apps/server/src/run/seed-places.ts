// The places of the country are put into an empty database by a worker thread: what reading 45,000 rows and 500 boundaries takes in
// memory, some hundred megabytes, leaves with it. Later starts only see that they are there.
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

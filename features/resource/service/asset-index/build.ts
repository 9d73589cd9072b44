// Packs all assets into the index. A few are packed here; many in a worker thread with its own connection, so that the server's thread stays
// responsive.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openStore, type Store } from '../../../store.ts';
import type { Snapshot } from '../../asset-feed.store.ts';
import { type PackedAssets, packer } from './packed.ts';

interface Packed {
  readonly assets: PackedAssets;
  /** The snapshot it was packed from; later changes are fetched afterwards. */
  readonly snapshot: Snapshot;
}

export interface Building {
  readonly done: Promise<Packed>;
  /** Cancels it; `done` rejects. */
  stop(): Promise<void>;
}

/** So many are packed in a tenth of a second, in batches between which other work runs. */
const FEW = 20_000;

async function pack(store: Pick<Store, 'assetFeed'>): Promise<Packed> {
  const snapshot = await store.assetFeed.now();
  const packing = packer();
  for await (const records of store.assetFeed.all()) packing.add(records);
  return { assets: packing.end(), snapshot };
}

interface BuildRequest {
  readonly buildAssetsFrom: string;
}

/** @param url the URL of the same database, for the worker */
export async function build(store: Pick<Store, 'assetFeed'>, url: string): Promise<Building> {
  if ((await store.assetFeed.size()) <= FEW) return { done: pack(store), stop: async () => undefined };
  const request: BuildRequest = { buildAssetsFrom: url };
  const worker = new Worker(new URL(import.meta.url), { workerData: request });
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`the worker that packs the assets ended with ${code}`);
  });
  const packed = once(worker, 'message').then(([message]) => message as Packed);
  return {
    done: Promise.race([packed, ended]),
    stop: async () => {
      await worker.terminate();
    },
  };
}

const request = workerData as Partial<BuildRequest> | null;
if (!isMainThread && typeof request?.buildAssetsFrom === 'string') {
  // Runs in the background with long timeouts for a slow database.
  const store = await openStore({ url: request.buildAssetsFrom, clock: () => new Date(), connections: 1, mayWait: () => true });
  try {
    parentPort?.postMessage(await pack(store));
  } finally {
    await store.close();
  }
}

// The demo's roads (演示道路): an additional source of roads and a map layer, added once while the server runs. They are shipped with the
// program, laid out over the demo relief. A deployment's own roads take precedence over them. Once removed they do not return.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Origin } from '@lookout/domain';
import type { Store } from '@lookout/features/store.ts';
import type { Log } from '../../log-lines/log.ts';
import { appendUnpublished, registerEvent } from '../../services/installation-events.ts';
import { drawDemoRoads } from '../demo-layers.ts';
import type { DemoRoadsDone, DemoRoadsToDo } from './worker.ts';

interface DemoRoadsOptions {
  readonly store: Store;
  readonly dataDir: string;
  readonly clock: () => Date;
  readonly log: Log;
}

const ORIGIN: Origin = { actor: { kind: 'system', name: '演示' }, requestId: null };

/** The source's id; it changes when the layout does. */
const ID = 'demo-1';

/** Marks in this data folder that the roads were added, so that removed roads do not return. It is written when all steps are done. */
export const demoRoadsDoneFile = (dataDir: string): string => path.join(dataDir, 'roads', `${ID}.done`);

/**
 * Takes a second or two in a worker thread, at the first start only. The register's event makes the server load the roads, as after an
 * import.
 */
export function startDemoRoads({ store, dataDir, clock, log }: DemoRoadsOptions): { readonly done: Promise<void>; stop(): Promise<void> } {
  const stopping = new AbortController();
  let worker: Worker | null = null;
  const layOut = async (): Promise<void> => {
    const doneFile = demoRoadsDoneFile(dataDir);
    if (existsSync(doneFile)) return;
    const workerData: DemoRoadsToDo = { dataDir, id: ID };
    worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    worker.unref();
    const [{ lines }] = (await once(worker, 'message', { signal: stopping.signal })) as [DemoRoadsDone];
    await drawDemoRoads(store, lines);
    await store.transaction(async (tx) => {
      await appendUnpublished(tx, [registerEvent(ORIGIN, clock(), 'roads', 1)]);
    });
    await writeFile(doneFile, '');
  };
  const done = layOut().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'the roads of the demo could not be laid out');
  });
  return {
    done,
    async stop() {
      stopping.abort();
      await worker?.terminate();
      await done;
    },
  };
}

// The demo's roads (演示道路): laid out once over the demo relief, beside the running server, and kept as one more source of roads. A deployment's own roads go
// before them; once removed they do not come back.
import { Worker } from 'node:worker_threads';
import type { Origin } from '@lookout/domain';
import type { Store } from '@lookout/store';
import type { Log } from '../services/deps.ts';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { DemoRoadsDone } from './worker.ts';

interface DemoRoadsOptions {
  readonly store: Pick<Store, 'transaction'>;
  readonly dataDir: string;
  readonly clock: () => Date;
  readonly log: Log;
}

const ORIGIN: Origin = { actor: { kind: 'system', name: '演示' }, requestId: null };

/** Some seconds of another thread, at the first start only. The server takes the roads up by the register's event, as those of an import. */
export function startDemoRoads({ store, dataDir, clock, log }: DemoRoadsOptions): { readonly done: Promise<void>; stop(): Promise<void> } {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { dataDir } });
  worker.unref();
  let isStopping = false;
  const failed = (error: unknown): void => {
    if (!isStopping) log.warn({ err: error }, 'the roads of the demo could not be laid out');
  };
  const done = new Promise<void>((resolve) => {
    worker.once('message', ({ lines }: DemoRoadsDone) => {
      const told = lines === 0 ? Promise.resolve() : announce();
      void told.then(() => resolve());
    });
    worker.once('error', (error) => {
      failed(error);
      resolve();
    });
    worker.once('exit', (code) => {
      // With 0 the message is on its way.
      if (code !== 0) resolve();
    });
  });
  const announce = async (): Promise<void> => {
    try {
      await store.transaction(async (tx) => {
        await appendUnpublished(tx, [registerEvent(ORIGIN, clock(), 'roads', 1)]);
      });
    } catch (error) {
      failed(error);
    }
  };
  return {
    done,
    async stop() {
      isStopping = true;
      await worker.terminate();
      await done;
    },
  };
}

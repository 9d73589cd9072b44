// Our side of the tile worker: questions by number, answers as promises. A worker that dies fails what was asked and is started anew.
import { Worker } from 'node:worker_threads';
import type { TileReply, TileRequest, TileWorkerData } from './tile-worker.ts';

interface TileWorker {
  /** @throws when the worker dies meanwhile; asking again starts another */
  encode(level: number, x: number, y: number): Promise<Uint8Array>;
  stop(): Promise<void>;
}

interface Asked {
  resolve(tile: Uint8Array): void;
  reject(error: Error): void;
}

/** @param data the ground its tiles are of, as it stands now */
export function startTileWorker(data: TileWorkerData): TileWorker {
  const asked = new Map<number, Asked>();
  let worker: Worker | null = null;
  let lastId = 0;

  const begin = (): Worker => {
    const begun = new Worker(new URL('./tile-worker.ts', import.meta.url), { workerData: data });
    begun.on('message', ({ id, tile }: TileReply) => {
      asked.get(id)?.resolve(tile);
      asked.delete(id);
    });
    const fail = (error: Error) => {
      if (worker === begun) worker = null;
      for (const { reject } of asked.values()) reject(error);
      asked.clear();
    };
    begun.on('error', fail);
    begun.on('exit', (code) => fail(new Error(`the tile worker ended with ${code}`)));
    // It must not keep a process alive that has nothing else to do.
    begun.unref();
    return begun;
  };

  return {
    encode(level, x, y) {
      worker ??= begin();
      lastId += 1;
      const request: TileRequest = { id: lastId, level, x, y };
      const answer = new Promise<Uint8Array>((resolve, reject) => asked.set(request.id, { resolve, reject }));
      worker.postMessage(request);
      return answer;
    },
    async stop() {
      await worker?.terminate();
      worker = null;
    },
  };
}

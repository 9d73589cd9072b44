// Our side of the worker that makes vector tiles: begun with the first tile, ended when none was asked for a while. One that dies fails what
// was asked; the next tile begins another.
import { Worker } from 'node:worker_threads';
import type { VectorTileReply, VectorTileRequest } from './vector-tile-worker.ts';

interface VectorTileWorker {
  /** @throws Error when the shapes cannot be cut, or the worker dies meanwhile */
  make(text: string, level: number, x: number, y: number): Promise<Uint8Array>;
  stop(): Promise<void>;
}

const IDLE_MS = 30_000;

interface Asked {
  resolve(tile: Uint8Array): void;
  reject(error: Error): void;
}

export function startVectorTileWorker(): VectorTileWorker {
  const asked = new Map<number, Asked>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  const begin = (): Worker => {
    const begun = new Worker(new URL('./vector-tile-worker.ts', import.meta.url));
    begun.on('message', ({ id, tile, fault }: VectorTileReply) => {
      if (tile === null) asked.get(id)?.reject(new Error(`a vector tile could not be made: ${fault}`));
      else asked.get(id)?.resolve(tile);
      asked.delete(id);
      if (asked.size > 0) return;
      clearTimeout(idle);
      idle = setTimeout(() => void end(), IDLE_MS);
      idle.unref();
    });
    const fail = (error: Error) => {
      if (worker === begun) worker = null;
      for (const { reject } of asked.values()) reject(error);
      asked.clear();
    };
    begun.on('error', fail);
    begun.on('exit', (code) => fail(new Error(`the vector tile worker ended with ${code}`)));
    begun.unref();
    return begun;
  };

  return {
    make(text, level, x, y) {
      clearTimeout(idle);
      worker ??= begin();
      lastId += 1;
      const request: VectorTileRequest = { id: lastId, level, x, y, text };
      const answer = new Promise<Uint8Array>((resolve, reject) => asked.set(request.id, { resolve, reject }));
      worker.postMessage(request);
      return answer;
    },
    stop: end,
  };
}

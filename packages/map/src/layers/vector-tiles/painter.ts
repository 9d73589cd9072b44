// The worker that draws vector tiles, as the page sees it.
import type { TileDone, TileJob, TileWork } from './tile-worker.ts';

export interface TilePainter {
  /** null: there is nothing to be seen. */
  readonly paint: (work: TileWork) => Promise<ImageBitmap | null>;
  readonly stop: () => void;
}

export function startTilePainter(): TilePainter {
  const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module', name: 'vector-tiles' });
  const waiting = new Map<number, { resolve: (image: ImageBitmap | null) => void; reject: (error: Error) => void }>();
  let lastJob = 0;
  worker.onmessage = ({ data }: MessageEvent<TileDone>) => {
    const asked = waiting.get(data.job);
    waiting.delete(data.job);
    if (data.image === null) asked?.reject(new Error('a vector tile could not be drawn'));
    else asked?.resolve(data.image === 'nothing' ? null : data.image);
  };
  return {
    paint: (work) => {
      const job = ++lastJob;
      return new Promise((resolve, reject) => {
        waiting.set(job, { resolve, reject });
        worker.postMessage({ ...work, job } satisfies TileJob);
      });
    },
    stop: () => {
      worker.terminate();
      waiting.clear();
    },
  };
}

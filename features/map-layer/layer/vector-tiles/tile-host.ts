// The page's side of the tile worker.
import type { TileName } from './tile-names.ts';
import type { TileAt } from './tile-source.ts';
import type { TileDone, TileJob, TileSheet, TileWork } from './tile-worker.ts';

export interface TileReader {
  /** Draws the tile's shapes. @throws Error when the bytes are not a valid tile */
  readonly paint: (sheet: TileSheet) => Promise<ImageBitmap>;
  /** @throws Error when the bytes are not a valid tile */
  readonly names: (bytes: Uint8Array, at: TileAt) => Promise<readonly TileName[]>;
  readonly stop: () => void;
}

export function startTileReader(): TileReader {
  const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module', name: 'vector-tiles' });
  const waiting = new Map<number, { resolve: (found: NonNullable<TileDone['found']>) => void; reject: (error: Error) => void }>();
  let lastJob = 0;
  worker.onmessage = ({ data }: MessageEvent<TileDone>) => {
    const pending = waiting.get(data.job);
    waiting.delete(data.job);
    if (data.found === null) pending?.reject(new Error('a vector tile could not be read'));
    else pending?.resolve(data.found);
  };
  const ask = (work: TileWork): Promise<NonNullable<TileDone['found']>> => {
    const job = ++lastJob;
    return new Promise((resolve, reject) => {
      waiting.set(job, { resolve, reject });
      worker.postMessage({ ...work, job } satisfies TileJob);
    });
  };
  return {
    paint: (sheet) => ask({ ask: 'picture', sheet }) as Promise<ImageBitmap>,
    names: (bytes, at) => ask({ ask: 'names', bytes, at }) as Promise<readonly TileName[]>,
    stop: () => {
      worker.terminate();
      waiting.clear();
    },
  };
}

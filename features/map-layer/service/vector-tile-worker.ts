// Worker thread: parsing and cutting a tile's features takes tens of milliseconds, which must not delay an alarm.
import { parentPort } from 'node:worker_threads';
import { makeTile, type TileFeature } from './vector-tile.ts';

export interface VectorTileRequest {
  readonly id: number;
  readonly level: number;
  readonly x: number;
  readonly y: number;
  /** JSON: TileFeature[]. */
  readonly text: string;
}
export interface VectorTileReply {
  readonly id: number;
  /** Gzipped; empty: the tile has no features. */
  readonly tile: Uint8Array | null;
  /** The error, if any. */
  readonly fault: string | null;
}

parentPort?.on('message', ({ id, level, x, y, text }: VectorTileRequest) => {
  parentPort?.postMessage(replyTo(id, () => makeTile(JSON.parse(text) as TileFeature[], level, x, y)));
});

function replyTo(id: number, make: () => Uint8Array): VectorTileReply {
  try {
    return { id, tile: make(), fault: null };
  } catch (error) {
    // A shape that cannot be cut must not terminate the worker.
    return { id, tile: null, fault: error instanceof Error ? error.message : String(error) };
  }
}

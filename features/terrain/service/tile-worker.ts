// Runs in a worker thread: encodes terrain tiles, so that a client that pans the map never delays an alarm.
import { parentPort, workerData } from 'node:worker_threads';
import { encodeTile, type TerrainSource } from '@lookout/geo';
import type { GroundManifest } from './elevation-file.ts';
import { openGround } from './elevation-ground.ts';

export interface TileWorkerData {
  readonly dataDir: string;
  readonly demo: boolean;
  readonly manifest: GroundManifest;
}
export interface TileRequest {
  readonly id: number;
  readonly level: number;
  readonly x: number;
  readonly y: number;
}
export interface TileReply {
  readonly id: number;
  readonly tile: Uint8Array;
}

// The server's own thread reads the same files and reports unreadable ones.
const ground = openGround({ ...(workerData as TileWorkerData), onBroken: () => undefined });
const sources = new Map<number, TerrainSource>();

parentPort?.on('message', ({ id, level, x, y }: TileRequest) => {
  const source = sources.get(level) ?? ground.layers.sourceAt(level);
  sources.set(level, source);
  const reply: TileReply = { id, tile: encodeTile(source, level, x, y) };
  parentPort?.postMessage(reply);
});

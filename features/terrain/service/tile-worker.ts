// Runs in a worker thread: encodes terrain tiles, so that a client that pans the map never delays an alarm.
import { workerData } from 'node:worker_threads';
import { encodeTile, type TerrainSource } from '@lookout/geo';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import type { GroundManifest } from './elevation-file.ts';
import { openGround } from './elevation-ground.ts';

/** The version of the terrain to encode. */
export interface TileWorkerData {
  readonly dataDir: string;
  readonly demo: boolean;
  readonly manifest: GroundManifest;
}
export interface TileAddress {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

// The server's own thread reads the same files and reports unreadable ones.
const ground = openGround({ ...(workerData as TileWorkerData), onBroken: () => undefined });
const sources = new Map<number, TerrainSource>();

answerQuestions<TileAddress, Uint8Array>(async ({ level, x, y }) => {
  const source = sources.get(level) ?? ground.layers.sourceAt(level);
  sources.set(level, source);
  return encodeTile(source, level, x, y);
});

// Tiles of land cover for the globe, generated in a separate worker: a client that pans the map delays neither an alarm nor the terrain
// data of a dispatch.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { COVER_FORMAT } from '@lookout/geo';
import type { Errand } from '@lookout/server/acting/turns.ts';
import { createTileTurns } from '@lookout/server/services/tile-turns.ts';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { LRUCache } from 'lru-cache';
import type { Elevation } from './elevation.ts';
import type { GroundQuestion } from './ground-question.ts';
import type { LandCoverLookup } from './land-cover.ts';

export interface CoverTiles {
  /** Changes with each import of land cover or elevation; null: no land cover is available. */
  version(): string | null;
  /**
   * One tile of geo/cover-tile.ts, compressed by gzip.
   * @throws WorkerFault when the terrain cannot be read; Refusal when the queue is full, or when every client that requested the tile has
   * disconnected before its turn
   */
  tile(errand: Errand, level: number, x: number, y: number): Promise<Uint8Array>;
  stop(): Promise<void>;
}

interface CoverTilesDeps {
  readonly dataDir: string;
  readonly demo: boolean;
  readonly elevation: Pick<Elevation, 'version'>;
  readonly landCover: Pick<LandCoverLookup, 'version'>;
}

/** About a kilobyte each. */
const CACHED_TILES = 4096;
/** One is being read while the next is already queued in the worker. */
const AT_ONCE = 2;

const compressed = promisify<Uint8Array, Uint8Array>(gzip);

export function createCoverTiles({ dataDir, demo, elevation, landCover }: CoverTilesDeps): CoverTiles {
  const worker = createWorkerHost<GroundQuestion, Uint8Array>(new URL('./ground-window-worker.ts', import.meta.url));
  const cache = new LRUCache<string, Uint8Array>({ max: CACHED_TILES });
  const turns = createTileTurns<Uint8Array>({ atOnce: AT_ONCE });
  const version = (): string | null =>
    demo || landCover.version() !== '' ? `${COVER_FORMAT}.${elevation.version()}.${landCover.version()}` : null;

  return {
    version,
    async tile(errand, level, x, y) {
      const key = `${version()}/${level}/${x}/${y}`;
      return (
        cache.get(key) ??
        turns.tile(errand, key, async (inTurn) => {
          const made = await inTurn(() => worker.ask({ kind: 'cover-tile', dataDir, demo, level, x, y }).then(compressed));
          cache.set(key, made);
          return made;
        })
      );
    },
    stop: () => worker.stop(),
  };
}

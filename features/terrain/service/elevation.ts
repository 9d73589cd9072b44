// The server's terrain: the same samples for `heights`, rays and the tiles of the globe, so that all three agree. Imported terrain is
// loaded while the server runs.
import { setImmediate } from 'node:timers/promises';
import { createSurface, type GroundBox, type GroundDetail, isTile, type LngLat, type SightedPosition, type Surface } from '@lookout/geo';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { Errand } from '@lookout/server/acting/turns.ts';
import { type ChangeFeed, runOnChange } from '@lookout/server/services/changes.ts';
import { createTileTurns } from '@lookout/server/services/tile-turns.ts';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { LRUCache } from 'lru-cache';
import { type GroundManifest, type GroundSource, groundManifest } from './elevation-file.ts';
import { openGround } from './elevation-ground.ts';
import type { TileAddress, TileWorkerData } from './tile-worker.ts';

/** `demo`: invented (labelled 演示地形). `imported`: measured. `mixed`: measured in the boxes of `detail`, invented elsewhere. `none`: flat. */
type GroundOrigin = 'demo' | 'imported' | 'mixed' | 'none';

export interface Elevation {
  /** An external elevation server (TERRAIN_URL), from which browsers load directly; null: none. */
  readonly terrainUrl: string | null;
  readonly origin: () => GroundOrigin;
  /** Changes with every import. */
  readonly version: () => string;
  /** The finest level anywhere; finer than `BASE_LEVEL` only in the boxes of `detail`. */
  readonly maxLevel: () => number;
  /** The boxes of imported terrain, and its resolution there. */
  readonly detail: () => readonly GroundDetail[];
  /** Metres above sea level, in the same order; null where the elevation is unknown. */
  heightsAt(positions: readonly LngLat[]): Promise<(number | null)[]>;
  /** The terrain around a position at its finest level there, as far as a camera's ray is traced. */
  surfaceAround(position: LngLat): Surface;
  /**
   * One tile in the wire format (geo/tile-format.ts); null where the scheme has no such tile.
   * @throws Refusal when the queue is full, when every client that requested the tile has disconnected before its turn, or when terrain was
   * imported meanwhile
   */
  tile(errand: Errand, level: number, x: number, y: number): Promise<Uint8Array | null>;
  stop(): Promise<void>;
}

interface ElevationOptions {
  readonly dataDir: string;
  /** Whether the demo relief lies under the imported terrain. */
  readonly demo: boolean;
  readonly terrainUrl: string | null;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly log: { warn(what: object, message: string): void; info(what: object, message: string): void };
}

/** Cached tiles, 8.4 kB each: panning requests some hundreds, and other clients request the same ones. */
const KEPT_TILES = 4096;
/** One is being encoded while the next is already queued in the worker. */
const TILES_AT_ONCE = 2;
/** Other work runs between slices: thousands of scattered elevation queries must not delay an alarm. */
const SLICE_MS = 8;
/** A ray is traced for 30 km: 0.28° of latitude, and the corresponding longitude up to 60° north. */
const REACH_DEGREES = { lng: 0.55, lat: 0.28 } as const;

/** @throws Error when DATA_DIR/terrain.json exists and cannot be read */
export async function openElevation({ dataDir, demo, terrainUrl, changes, log }: ElevationOptions): Promise<Elevation> {
  const openVersion = (manifest: GroundManifest) => groundVersion(dataDir, demo, manifest, log);
  let ground = openVersion(await groundManifest.read(dataDir));
  const reading = runOnChange({
    changes,
    about: ['ground'],
    async run() {
      const manifest = await groundManifest.read(dataDir);
      if (manifest.version === ground.manifest.version) return;
      const before = ground;
      ground = openVersion(manifest);
      log.info({ version: manifest.version, sources: manifest.sources.length }, 'imported ground was loaded');
      await before.stop();
    },
    failed: (error) => log.warn({ err: error }, 'imported ground could not be loaded'),
  });
  // An import may have finished between the first read and the subscription.
  void reading.wake();

  return {
    terrainUrl,
    origin: () => ground.origin,
    version: () => ground.manifest.version,
    maxLevel: () => ground.layers.maxLevel,
    detail: () => ground.layers.detail,
    async heightsAt(positions) {
      const heights: (number | null)[] = [];
      let began = performance.now();
      for (const { lng, lat } of positions) {
        heights.push(ground.surfaceIn({ west: lng, east: lng, south: lat, north: lat }).heightAt(lng, lat));
        if (performance.now() - began < SLICE_MS) continue;
        await setImmediate();
        began = performance.now();
      }
      return heights;
    },
    surfaceAround: ({ lng, lat }) =>
      ground.surfaceIn({
        west: lng - REACH_DEGREES.lng,
        east: lng + REACH_DEGREES.lng,
        south: lat - REACH_DEGREES.lat,
        north: lat + REACH_DEGREES.lat,
      }),
    tile: async (errand, level, x, y) => (level <= ground.layers.maxLevel && isTile(level, x, y) ? ground.tile(errand, level, x, y) : null),
    async stop() {
      await reading.stop();
      await ground.stop();
    },
  };
}

/** One version of the terrain. */
function groundVersion(dataDir: string, demo: boolean, manifest: GroundManifest, log: ElevationOptions['log']) {
  const onBroken = ({ name, id }: GroundSource, error: unknown) =>
    log.warn({ err: error, name, id }, 'imported ground cannot be read; what lies beneath is shown');
  const open = openGround({ dataDir, manifest, demo, onBroken });
  const worker = createWorkerHost<TileAddress, Uint8Array>(new URL('./tile-worker.ts', import.meta.url), {
    workerData: { dataDir, manifest, demo } satisfies TileWorkerData,
  });
  const tiles = new LRUCache<string, Uint8Array>({ max: KEPT_TILES });
  const turns = createTileTurns<Uint8Array>({ atOnce: TILES_AT_ONCE });
  let isReplaced = false;
  const encode = async (level: number, x: number, y: number): Promise<Uint8Array> => {
    try {
      if (!isReplaced) return await worker.ask({ level, x, y });
    } catch (error) {
      if (!isReplaced) throw error;
    }
    throw refused('elevation-renewed');
  };
  const surfaces = new Map<number, Surface>();
  return {
    manifest,
    layers: open.layers,
    origin: originOf(manifest, demo),
    surfaceIn(box: GroundBox): Surface {
      const level = open.layers.maxLevelIn(box);
      const surface = surfaces.get(level) ?? createSurface(open.layers.sourceAt(level));
      surfaces.set(level, surface);
      return surface;
    },
    async tile(errand: Errand, level: number, x: number, y: number): Promise<Uint8Array> {
      const key = `${level}/${x}/${y}`;
      return (
        tiles.get(key) ??
        turns.tile(errand, key, async (inTurn) => {
          const made = await inTurn(() => encode(level, x, y));
          tiles.set(key, made);
          return made;
        })
      );
    },
    async stop() {
      isReplaced = true;
      await worker.stop();
      open.close();
    },
  };
}

function originOf({ sources }: GroundManifest, demo: boolean): GroundOrigin {
  if (sources.length === 0) return demo ? 'demo' : 'none';
  return demo ? 'mixed' : 'imported';
}

export const rangeOf = ({ distanceMetres, nearMetres, farMetres, band }: SightedPosition) => ({
  distance: distanceMetres,
  near: nearMetres,
  far: farMetres,
  band: { near: band.nearMetres, far: band.farMetres, halfWidth: band.halfWidthMetres },
});

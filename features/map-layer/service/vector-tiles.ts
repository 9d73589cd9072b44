// Vector tiles of the imported layers: generated once from the database, cached in memory and on disk. A new import has a new version and
// therefore new addresses, so a cached tile is never stale.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import type { Errand } from '@lookout/server/acting/turns.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { createTileTurns } from '@lookout/server/services/tile-turns.ts';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { LRUCache } from 'lru-cache';
import type { Store } from '../../store.ts';
import type { VectorLayer } from '../map-layer.ts';
import { BUFFER, EXTENT, FINEST_LEVEL } from './vector-tile.ts';
import type { VectorTileOrder } from './vector-tile-worker.ts';

interface VectorTile {
  /** Gzipped; empty: the tile has no features. */
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface VectorTiles {
  /** All layers, at most two seconds old. */
  layers(): Promise<readonly VectorLayer[]>;
  /** The layer, if this is its current version. */
  find(id: string, version: number): Promise<VectorLayer | null>;
  /**
   * null where the scheme has no such tile. @throws Refusal when the queue is full, or when every client that requested this tile has
   * disconnected before its turn
   */
  tile(errand: Errand, layer: VectorLayer, level: number, x: number, y: number): Promise<VectorTile | null>;
  stop(): Promise<void>;
}

interface VectorTilesOptions {
  readonly store: Pick<Store, 'mapLayers'>;
  /** A cache: it may be emptied at any time and is not backed up. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => number;
}

const MEMORY_BYTES = 48 * 1024 * 1024;
const LAYERS_CACHED_MS = 2_000;
/** Tiles generated concurrently: more would only occupy database connections. */
const AT_ONCE = 2;
/** The largest features are drawn first; more would be indistinguishable. */
const MOST_FEATURES = 10_000;
/** A feature smaller than half a pixel on the screen, at 256 pixels per tile, is not drawn. */
const LEAST_PIXELS = 0.5;
const TILE_PIXELS = 256;

export function createVectorTiles({ store, folder, log, now }: VectorTilesOptions): VectorTiles {
  const worker = createWorkerHost<VectorTileOrder, Uint8Array>(new URL('./vector-tile-worker.ts', import.meta.url));
  const cache = new LRUCache<string, VectorTile>({ maxSize: MEMORY_BYTES, sizeCalculation: ({ bytes }) => bytes.length + 200 });
  const turns = createTileTurns<VectorTile>({ atOnce: AT_ONCE });
  let current: string | null = null;
  let known: { readonly at: number; readonly layers: Promise<readonly VectorLayer[]> } | null = null;

  const load = async (): Promise<readonly VectorLayer[]> => {
    const layers = await store.mapLayers.list(NATION);
    const versions = layers.map(({ id, version }) => `${id}/${version}`).join();
    if (versions !== current)
      await forget(folder, layers).catch((error: unknown) => log.warn({ err: error }, 'old vector tiles could not be removed'));
    current = versions;
    return layers;
  };
  const reload = (): Promise<readonly VectorLayer[]> => {
    const layers = load();
    const entry = { at: now(), layers };
    known = entry;
    // A failure is not cached; the caller receives it.
    layers.catch(() => {
      if (known === entry) known = null;
    });
    return layers;
  };
  const layers = () => (known !== null && now() - known.at < LAYERS_CACHED_MS ? known.layers : reload());

  const cut = async (id: string, level: number, x: number, y: number): Promise<Buffer> => {
    const text = await store.mapLayers.tileText(id, boxOf(level, x, y), leastSpan(level), MOST_FEATURES);
    return Buffer.from(await worker.ask({ text, level, x, y }));
  };
  const fileOf = ({ id, version }: VectorLayer, level: number, x: number, y: number): string =>
    path.join(folder, id, String(version), String(level), String(x), `${y}.mvt.gz`);
  const storeTile = async (file: string, made: Buffer): Promise<VectorTile> => {
    await keep(file, made).catch((error: unknown) => log.warn({ err: error }, 'a vector tile could not be kept on disk'));
    return tileOf(made);
  };

  return {
    layers,
    async find(id, version) {
      const found = (list: readonly VectorLayer[]) => list.find((layer) => layer.id === id && layer.version === version) ?? null;
      // The cached list may be older than a layer that was just imported.
      return found(await layers()) ?? found(await reload());
    },
    async tile(errand, layer, level, x, y) {
      const across = 2 ** level;
      if (level > FINEST_LEVEL || x >= across || y >= across) return null;
      const key = `${layer.id}/${layer.version}/${level}/${x}/${y}`;
      const ready = cache.get(key);
      if (ready) return ready;
      return turns.tile(errand, key, async (inTurn) => {
        const file = fileOf(layer, level, x, y);
        const stored = await readFile(file).catch(absent);
        const made = stored === null ? await storeTile(file, await inTurn(() => cut(layer.id, level, x, y))) : tileOf(stored);
        cache.set(key, made);
        return made;
      });
    },
    stop: () => worker.stop(),
  };
}

const tileOf = (bytes: Buffer): VectorTile => ({
  bytes,
  etag: `"${createHash('sha1').update(bytes).digest('base64url')}"`,
});

/** The write is atomic; empty tiles are cached too. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.part`, bytes);
  await rename(`${file}.part`, file);
}

/** Deletes the tiles of removed layers and of earlier versions. */
async function forget(folder: string, layers: readonly VectorLayer[]): Promise<void> {
  const versions = new Map(layers.map(({ id, version }) => [id, String(version)]));
  for (const id of (await readdir(folder).catch(absent)) ?? []) {
    const current = versions.get(id);
    if (current === undefined) await rm(path.join(folder, id), { recursive: true, force: true });
    else
      for (const version of await readdir(path.join(folder, id)))
        if (version !== current) await rm(path.join(folder, id, version), { recursive: true, force: true });
  }
}

function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

const leastSpan = (level: number): number => (level === FINEST_LEVEL ? 0 : ((360 / 2 ** level) * LEAST_PIXELS) / TILE_PIXELS);

/** Includes the buffer that is drawn beyond the edges. Web Mercator (EPSG:3857), tiles counted from the north-west. */
function boxOf(level: number, x: number, y: number): readonly [number, number, number, number] {
  const across = 2 ** level;
  const buffer = BUFFER / EXTENT;
  const lng = (column: number) => (Math.min(across, Math.max(0, column)) / across) * 360 - 180;
  const lat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / across))) * 180) / Math.PI;
  return [lng(x - buffer), lat(y + 1 + buffer), lng(x + 1 + buffer), lat(y - buffer)];
}

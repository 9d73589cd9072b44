// Elevation tiles from the server, fetched once and cached. The globe's mesh, the relief images and exact heights all use them.

import { decodeTile, TILE_POSTS, tilesAcross, tilesDown } from '@lookout/geo';
import type { CoverGround } from './cover-tiles.ts';
import type { TileAddress } from './tile-address.ts';

/** Heights in metres, 65 × 65, rows from north to south, NaN where unknown. */
type HeightTile = Float32Array;

export interface TileGround extends ServedGround {
  /** Address with {z}, {x}, {y}; GeographicTilingScheme, y counted from the north. */
  readonly urlTemplate: string;
  /** Absent: there is no land cover. */
  readonly cover?: CoverGround;
}

export interface TerrainTilesOptions extends TileGround {
  /** Fetch that carries the session (Authorization header). */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly setTimer: (run: () => void, milliseconds: number) => () => void;
  /** Called when a tile has loaded: the scene should render. */
  readonly onArrived: () => void;
  /** Called when tiles that had failed are available again: flat terrain drawn in their place should be reloaded. */
  readonly onRecovered: () => void;
  /** Called when the server has new terrain (410): cached tiles must not be mixed with it. Called once per URL template. */
  readonly onStale?: () => void;
}

export interface TerrainTiles {
  /** The server's terrain, as last set. */
  readonly ground: () => TileGround;
  /** Switches to other terrain: drops all tiles, also those in flight. */
  readonly renew: (ground: TileGround) => void;
  readonly isServed: (level: number, x: number, y: number) => boolean;
  /** The tile; while it is unavailable, the nearest loaded ancestor upsampled, else flat 0. Never rejects. */
  readonly tile: (address: TileAddress) => Promise<HeightTile>;
  /** The tile exactly as served; null when it is not served or unavailable. */
  readonly exactTile: (address: TileAddress) => Promise<HeightTile | null>;
  /** The tile if it is already loaded. */
  readonly peek: (level: number, x: number, y: number) => HeightTile | undefined;
  readonly stop: () => void;
}

const IN_FLIGHT_MAX = 16;
/** Most cached tiles: 1,500 tiles of 65 × 65 floats are 25 MB. */
const MOST_CACHED = 1500;
const RETRY_FIRST_MILLISECONDS = 3000;
const RETRY_LAST_MILLISECONDS = 60_000;
const GONE = 410;

/** A numeric key, because clamping a mark takes up to thirteen lookups. Unique up to level 20. */
const keyOf = (level: number, x: number, y: number): number => (level * 2 ** 20 + y) * 2 ** 21 + x;
const parentOf = ({ level, x, y }: TileAddress): TileAddress => ({ level: level - 1, x: x >> 1, y: y >> 1 });

export function createTerrainTiles(options: TerrainTilesOptions): TerrainTiles {
  const cache = new Map<number, HeightTile>();
  const pending = new Map<number, Promise<HeightTile | null>>();
  const waiting: Array<() => void> = [];
  const failed = new Map<number, TileAddress>();
  let abort = new AbortController();
  let ground: TileGround = options;
  let isStale = false;
  let isStopped = false;
  let inFlight = 0;
  let retryMilliseconds = RETRY_FIRST_MILLISECONDS;
  let cancelRetry: (() => void) | null = null;

  function keep(key: number, tile: HeightTile): void {
    cache.delete(key);
    cache.set(key, tile);
    if (cache.size <= MOST_CACHED) return;
    const oldest = cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
  }

  function known(address: TileAddress): HeightTile | undefined {
    const key = keyOf(address.level, address.x, address.y);
    const tile = cache.get(key);
    if (tile) keep(key, tile);
    return tile;
  }

  async function acquireSlot(): Promise<void> {
    if (inFlight < IN_FLIGHT_MAX) {
      inFlight++;
      return;
    }
    // Newest first: the tile requested last is the one in the current view.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function releaseSlot(): void {
    const next = waiting.pop();
    if (next) next();
    else inFlight--;
  }

  async function download(address: TileAddress): Promise<HeightTile | null> {
    const { signal } = abort;
    await acquireSlot();
    try {
      if (signal.aborted) return null;
      const url = ground.urlTemplate
        .replace('{z}', String(address.level))
        .replace('{x}', String(address.x))
        .replace('{y}', String(address.y));
      const response = await options.fetch(url, { signal });
      if (response.status === GONE && !signal.aborted && !isStale) {
        isStale = true;
        options.onStale?.();
      }
      if (!response.ok) return null;
      const tile = decodeTile(new Uint8Array(await response.arrayBuffer()));
      return signal.aborted ? null : tile;
    } catch {
      // Offline, logged out or a truncated tile: the globe draws the ancestor and retries in each case; the shell shows the lost
      // connection.
      return null;
    } finally {
      releaseSlot();
    }
  }

  function retryLater(): void {
    if (cancelRetry || isStopped || failed.size === 0) return;
    cancelRetry = options.setTimer(() => void retry(), retryMilliseconds);
    retryMilliseconds = Math.min(retryMilliseconds * 2, RETRY_LAST_MILLISECONDS);
  }

  async function retry(): Promise<void> {
    cancelRetry = null;
    const first = failed.values().next().value;
    if (!first) return;
    failed.delete(keyOf(first.level, first.x, first.y));
    if (await exactTile(first)) {
      failed.clear();
      retryMilliseconds = RETRY_FIRST_MILLISECONDS;
      options.onRecovered();
    }
  }

  async function exactTile(address: TileAddress): Promise<HeightTile | null> {
    const here = known(address);
    if (here) return here;
    const key = keyOf(address.level, address.x, address.y);
    if (!isServed(ground, address.level, address.x, address.y)) return null;
    const already = pending.get(key);
    if (already) return already;
    const { signal } = abort;
    const promise = download(address).then((tile) => {
      // The tile belongs to the previous terrain.
      if (signal.aborted) return null;
      pending.delete(key);
      if (tile) keep(key, tile);
      else failed.set(key, address);
      if (!tile) retryLater();
      options.onArrived();
      return tile;
    });
    pending.set(key, promise);
    return promise;
  }

  function standIn(address: TileAddress): HeightTile {
    for (let at = address; at.level > 0; ) {
      at = parentOf(at);
      const tile = cache.get(keyOf(at.level, at.x, at.y));
      if (tile) return upsampleFrom(tile, at, address);
    }
    return new Float32Array(TILE_POSTS * TILE_POSTS);
  }

  return {
    ground: () => ground,
    renew: (next) => {
      abort.abort();
      abort = new AbortController();
      ground = next;
      isStale = false;
      cache.clear();
      pending.clear();
      failed.clear();
    },
    isServed: (level, x, y) => isServed(ground, level, x, y),
    exactTile,
    peek: (level, x, y) => cache.get(keyOf(level, x, y)),
    tile: async (address) => {
      let served = address;
      while (!isServed(ground, served.level, served.x, served.y)) served = parentOf(served);
      const tile = await exactTile(served);
      if (!tile) return standIn(address);
      return served === address ? tile : upsampleFrom(tile, served, address);
    },
    stop: () => {
      isStopped = true;
      abort.abort();
      cancelRetry?.();
      for (const go of waiting.splice(0)) go();
    },
  };
}

// Which elevation tiles the server has: all of them down to a base level, finer ones where finer terrain was imported.

/** Degrees; tiles that intersect the box exist down to `maxLevel`. */
export interface TerrainDetail {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly maxLevel: number;
}

export interface ServedGround {
  /** The finest level anywhere. */
  readonly maxLevel: number;
  /** The finest level everywhere; default: maxLevel. */
  readonly baseLevel?: number;
  readonly detail?: readonly TerrainDetail[];
}

/** Whether the server has this tile, rather than only a coarser one. */
function isServed({ maxLevel, baseLevel = maxLevel, detail = [] }: ServedGround, level: number, x: number, y: number): boolean {
  if (level <= baseLevel) return true;
  if (level > maxLevel) return false;
  const west = (x / tilesAcross(level)) * 360 - 180;
  const east = ((x + 1) / tilesAcross(level)) * 360 - 180;
  const north = 90 - (y / tilesDown(level)) * 180;
  const south = 90 - ((y + 1) / tilesDown(level)) * 180;
  return detail.some((box) => box.maxLevel >= level && box.west < east && box.east > west && box.south < north && box.north > south);
}

// A piece of an ancestor tile upsampled to a whole tile, used while the real one is missing.

interface Address {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** Bilinear height at a fractional column and row of a tile. An unknown (NaN) corner makes its whole cell unknown. */
export function bilinear(tile: Float32Array, column: number, row: number): number {
  const left = Math.min(Math.floor(column), TILE_POSTS - 2);
  const top = Math.min(Math.floor(row), TILE_POSTS - 2);
  const fx = column - left;
  const fy = row - top;
  const at = top * TILE_POSTS + left;
  const north = (tile[at] ?? Number.NaN) * (1 - fx) + (tile[at + 1] ?? Number.NaN) * fx;
  const south = (tile[at + TILE_POSTS] ?? Number.NaN) * (1 - fx) + (tile[at + TILE_POSTS + 1] ?? Number.NaN) * fx;
  return north * (1 - fy) + south * fy;
}

/** @param ancestor the tile at `from`, which contains `to`; @returns heights of `to` interpolated from it */
function upsampleFrom(ancestor: Float32Array, from: Address, to: Address): Float32Array {
  const span = 2 ** (to.level - from.level);
  const cells = (TILE_POSTS - 1) / span;
  const left = (to.x - from.x * span) * cells;
  const top = (to.y - from.y * span) * cells;
  const result = new Float32Array(TILE_POSTS * TILE_POSTS);
  for (let row = 0; row < TILE_POSTS; row++) {
    for (let column = 0; column < TILE_POSTS; column++) {
      result[row * TILE_POSTS + column] = bilinear(ancestor, left + column / span, top + row / span);
    }
  }
  return result;
}

// Fetches vector tiles: retries failures after a delay, and fetches a tile once even if many drawn tiles are cut from it.

export interface TileSource {
  /** null: the tile is empty. @throws Error when unavailable; the next call tries again */
  readonly tile: (at: TileAt) => Promise<Uint8Array | null>;
  readonly stop: () => void;
}

interface TileSourceOptions {
  readonly template: string;
  readonly fetch: (url: string) => Promise<Response>;
  /** @returns a function that cancels the timer */
  readonly setTimer: (run: () => void, milliseconds: number) => () => void;
}

const RETRY_MILLISECONDS = [1_000, 4_000, 15_000] as const;
/** Most cached tiles: a few MB. */
const MOST_CACHED = 64;

export function createTileSource({ template, fetch, setTimer }: TileSourceOptions): TileSource {
  const cache = new Map<string, Promise<Uint8Array | null>>();
  const waiting = new Set<() => void>();
  let stopped = false;

  const delay = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const cancel = setTimer(end, milliseconds);
      function end(): void {
        waiting.delete(end);
        cancel();
        resolve();
      }
      waiting.add(end);
    });
  async function load(url: string): Promise<Uint8Array | null> {
    for (const wait of [...RETRY_MILLISECONDS, null]) {
      const response = await fetch(url).catch(() => null);
      if (response?.status === 204) return null;
      if (response?.ok) return new Uint8Array(await response.arrayBuffer());
      // The tile was not found or is forbidden, so a retry would not help.
      if (response && response.status >= 400 && response.status < 500 && response.status !== 429)
        throw new Error(`${url}: ${response.status}`);
      if (wait === null || stopped) break;
      await delay(wait);
    }
    throw new Error(`${url}: not to be had`);
  }

  return {
    tile: (at) => {
      const url = tileUrl(template, at);
      const known = cache.get(url);
      if (known) return known;
      const request = load(url);
      cache.set(url, request);
      const oldest = cache.keys().next().value;
      if (cache.size > MOST_CACHED && oldest !== undefined) cache.delete(oldest);
      request.catch(() => cache.delete(url));
      return request;
    },
    stop: () => {
      stopped = true;
      for (const end of [...waiting]) end();
      cache.clear();
    },
  };
}

// Which stored tile a drawn tile comes from. Beyond the finest stored level, a part of the finest tile is drawn enlarged. It stays sharp,
// because the vector shapes are drawn again.

export interface TileAt {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

export interface TilePart {
  readonly from: TileAt;
  /** The drawn tile is one of `parts` × `parts` … */
  readonly parts: number;
  /** … at this position, counted from the north-west. */
  readonly column: number;
  readonly row: number;
}

export function tilePart({ level, x, y }: TileAt, finest: number): TilePart {
  const deeper = Math.max(0, level - finest);
  const parts = 2 ** deeper;
  const from = { level: level - deeper, x: Math.floor(x / parts), y: Math.floor(y / parts) };
  return { from, parts, column: x % parts, row: y % parts };
}

const tileUrl = (template: string, { level, x, y }: TileAt): string =>
  template.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y));

/** Metres on the terrain per pixel of a drawn tile of level 0, at the equator. */
const LEVEL_0_METRES_PER_PIXEL = 40_075_017 / 512;
/** Metres on the terrain per pixel when looking straight down, as a share of the camera height. */
const PIXEL_SHARE = 0.00115;
/** Tilted views draw distant terrain this many levels coarser. */
const COARSER = 2;

/**
 * The coarsest level drawn for layers that show below a height: lines on coarser tiles would be as wide as a valley until finer ones load.
 */
export const coarsestLevel = (belowMetres: number): number =>
  Math.max(0, Math.floor(Math.log2(LEVEL_0_METRES_PER_PIXEL / (belowMetres * PIXEL_SHARE))) - COARSER);

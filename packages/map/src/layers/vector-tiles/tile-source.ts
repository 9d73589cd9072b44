// Fetches vector tiles: a few at a time, one that fails again after a while, one that many drawn tiles are cut from only once.

export interface TileSource {
  /** null: nothing there. @throws Error when it cannot be had; it is asked for anew the next time */
  readonly tile: (at: TileAt) => Promise<Uint8Array | null>;
  readonly stop: () => void;
}

interface TileSourceOptions {
  readonly template: string;
  readonly fetch: (url: string) => Promise<Response>;
  /** @returns cancels it */
  readonly setTimer: (run: () => void, milliseconds: number) => () => void;
}

const RETRY_MILLISECONDS = [1_000, 4_000, 15_000] as const;
/** Of the finest level, from which nearer views are cut: some MB at most. */
const MOST_KEPT = 64;

export function createTileSource({ template, fetch, setTimer }: TileSourceOptions): TileSource {
  const kept = new Map<string, Promise<Uint8Array | null>>();
  const waiting = new Set<() => void>();
  let stopped = false;

  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const cancel = setTimer(end, milliseconds);
      function end(): void {
        waiting.delete(end);
        cancel();
        resolve();
      }
      waiting.add(end);
    });
  async function ask(url: string): Promise<Uint8Array | null> {
    for (const wait of [...RETRY_MILLISECONDS, null]) {
      const answer = await fetch(url).catch(() => null);
      if (answer?.status === 204) return null;
      if (answer?.ok) return new Uint8Array(await answer.arrayBuffer());
      // Gone, or not for us: asking again changes nothing.
      if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) throw new Error(`${url}: ${answer.status}`);
      if (wait === null || stopped) break;
      await rest(wait);
    }
    throw new Error(`${url}: not to be had`);
  }

  return {
    tile: (at) => {
      const url = tileUrl(template, at);
      const known = kept.get(url);
      if (known) return known;
      const asked = ask(url);
      kept.set(url, asked);
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      asked.catch(() => kept.delete(url));
      return asked;
    },
    stop: () => {
      stopped = true;
      for (const end of [...waiting]) end();
      kept.clear();
    },
  };
}

// Which stored tile a drawn tile is cut from. Finer than the store goes, a part of its finest tile is drawn larger: still sharp, because
// shapes are drawn anew.

interface TileAt {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

export interface TilePart {
  readonly from: TileAt;
  /** The drawn tile is one of `parts` × `parts` … */
  readonly parts: number;
  /** … this one, counted from the north-west. */
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

/** Ground metres under a pixel of a drawn tile of level 0, on the equator. */
const LEVEL_0_METRES_PER_PIXEL = 40_075_017 / 512;
/** Ground under a pixel from a height straight down, as a share of the height. */
const PIXEL_SHARE = 0.00115;
/** Slanting views draw what lies far with so many levels less. */
const COARSER = 2;

/** No tile coarser than this is drawn of layers that show below a height: it would be a line as wide as a valley until the right one comes. */
export const coarsestLevel = (belowMetres: number): number =>
  Math.max(0, Math.floor(Math.log2(LEVEL_0_METRES_PER_PIXEL / (belowMetres * PIXEL_SHARE))) - COARSER);

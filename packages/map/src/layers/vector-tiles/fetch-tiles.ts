// Fetches vector tiles: a few at a time, one that fails again after a while, one that many drawn tiles are cut from only once.
import { type TileAt, tileUrl } from './address.ts';

export interface TileSource {
  /** null: nothing there. @throws Error when it cannot be had; it is asked for anew the next time */
  readonly tile: (at: TileAt) => Promise<Uint8Array | null>;
  readonly stop: () => void;
}

export interface TileSourceOptions {
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

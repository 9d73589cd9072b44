// Tiles that are created on request: each once for all concurrent callers, by turns of grid and account (acting/turns.ts), and only while a
// caller still waits for it. A view of the globe requests some hundred at once. A program that requests thousands delays only itself.
import { createTurns, type Errand } from '../acting/turns.ts';

/** Runs a part of the work in the tile's turn. */
type InTurn = <R>(work: () => Promise<R>) => Promise<R>;

export interface TileTurns<T> {
  /**
   * @param key identifies the tile: concurrent callers with the same key get the same tile
   * @param make finds or creates the tile; the part for which it must take a turn runs in `inTurn`
   * @throws Refusal when too many wait already, or all callers of this tile have left before its turn; what `make` throws
   */
  tile(errand: Errand, key: string, make: (inTurn: InTurn) => Promise<T>): Promise<T>;
}

interface TileTurnsOptions {
  /** How many tiles are created at a time. */
  readonly atOnce: number;
  /** How many tiles of one grid are created at a time; default: `atOnce`. */
  readonly atOnceOfGrid?: number;
}

const WAITING = { mostWaiting: 4_000, mostWaitingOfGrid: 2_000, mostWaitingOfOne: 500 } as const;

/** A tile that is being created, for all its callers. */
interface Making<T> {
  readonly tile: Promise<T>;
  /** Aborted when the last caller has left: a tile whose turn has not come is then not created. */
  readonly gone: AbortController;
  wantedBy: number;
}

export function createTileTurns<T>(options: TileTurnsOptions): TileTurns<T> {
  const turns = createTurns({ ...WAITING, ...options });
  const making = new Map<string, Making<T>>();
  return {
    async tile({ whose, signal }, key, make) {
      let one = making.get(key);
      if (one === undefined || one.gone.signal.aborted) {
        const gone = new AbortController();
        const tile = make((work) => turns.take(whose, work, { signal: gone.signal })).finally(() => {
          if (making.get(key)?.gone === gone) making.delete(key);
        });
        one = { tile, gone, wantedBy: 0 };
        making.set(key, one);
      }
      return wanted(one, signal);
    },
  };
}

async function wanted<T>(one: Making<T>, signal: AbortSignal | undefined): Promise<T> {
  one.wantedBy += 1;
  const leave = (): void => {
    one.wantedBy -= 1;
    if (one.wantedBy === 0) one.gone.abort();
  };
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await one.tile;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

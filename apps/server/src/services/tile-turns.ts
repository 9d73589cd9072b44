// Tiles that are made when somebody looks at them: each once for all who want it at the same time, by turns of grid and account (acting/turns.ts), and only
// while somebody still waits for it. A view of the globe asks for some hundred at once; a program that asks for thousands waits behind itself alone.
import { createTurns, type Errand } from '../acting/turns.ts';

/** Does a part of the making in its turn. */
type InTurn = <R>(work: () => Promise<R>) => Promise<R>;

export interface TileTurns<T> {
  /**
   * @param key names the tile: whoever asks for the same one meanwhile gets the same
   * @param make finds or makes it; what others wait for is done by `inTurn`
   * @throws Refusal when too many wait already, or all who wanted this one have gone before its turn; what `make` throws
   */
  tile(errand: Errand, key: string, make: (inTurn: InTurn) => Promise<T>): Promise<T>;
}

interface TileTurnsOptions {
  /** How many are made at a time. */
  readonly atOnce: number;
  /** Of one grid; default: all. */
  readonly atOnceOfGrid?: number;
}

const WAITING = { mostWaiting: 4_000, mostWaitingOfGrid: 2_000, mostWaitingOfOne: 500 } as const;

/** A tile that is being made, for all who want it. */
interface Making<T> {
  readonly tile: Promise<T>;
  /** Aborted when the last of them has gone: before its turn it is not made any more. */
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

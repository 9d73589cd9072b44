// Limits how many long works run at the same time: reading files, drawing pictures, forecasts. Works that wait take turns by the grid and
// the account that they belong to, duty first (fair-line.ts), so that many works of one account delay no other account. A work is refused
// when its account has too many waiting, and is removed from the queue when no caller waits for its result any more. How much of the main
// thread a caller may use per second is limited separately, in serve/shares.ts.
import { createFairLine, type LineFull, type Whose } from './fair-line.ts';
import { type Refusal, refused } from './refusal.ts';

/** States on whose behalf a job runs, and for how long its result is wanted. */
export interface Errand {
  readonly whose: Whose;
  /** Aborts when no caller waits for the result any more. Without a signal the work is always done. */
  readonly signal?: AbortSignal;
}

export interface TurnOptions {
  /**
   * Aborts when no caller waits for the work any more: a waiting work is then removed from the queue; a running work can listen to the same
   * signal.
   */
  readonly signal?: AbortSignal | undefined;
  /** The kind of the work, if the number of running works of a kind is limited (`atOnceOfKind`). */
  readonly kind?: string;
  /** The name under which `order` lists the work. */
  readonly name?: string;
}

export interface Turns {
  /**
   * Runs the work when its turn has come.
   * @param owner the account in its grid to which the work belongs; a text is an address or the server itself
   * @throws Refusal when too many works of the owner, or of all owners, wait already; `call-abandoned` when no caller waits for it any more
   */
  take<T>(owner: string | Whose, work: () => Promise<T>, options?: TurnOptions): Promise<T>;
  /** Returns the names of the waiting works in the order of their turns. */
  order(): readonly string[];
}

interface Bounds {
  readonly atOnce: number;
  /** The most works of one grid that run at the same time; default `atOnce`. */
  readonly atOnceOfGrid?: number;
  /** The most works of a kind that run at the same time; a kind that is not listed has no limit of its own. */
  readonly atOnceOfKind?: Readonly<Record<string, number>>;
  readonly mostWaiting: number;
  /** The most works of one owner that wait; default `mostWaiting`. */
  readonly mostWaitingOfOne?: number;
  /** The most works of one grid that wait; default `mostWaiting`. */
  readonly mostWaitingOfGrid?: number;
  /** Default: 429 with the number of waiting works when the owner or the grid has too many, 503 when all owners together have too many. */
  readonly refusal?: (full: LineFull) => Refusal;
  /** Returns the time of a monotonic clock in milliseconds; for tests. */
  readonly now?: () => number;
}

/** A work costs its owner one unit, and one more for every second that it runs. */
const UNIT_MS = 1_000;

interface Place {
  readonly whose: Whose;
  readonly kind: string | undefined;
  readonly name: string | undefined;
  begin(): void;
}

export function createTurns(bounds: Bounds): Turns {
  const { atOnce, atOnceOfGrid = atOnce, atOnceOfKind = {}, mostWaiting, mostWaitingOfOne = mostWaiting } = bounds;
  const { mostWaitingOfGrid = mostWaiting, refusal = fullRefusal, now = () => performance.now() } = bounds;
  const line = createFairLine<Place>({ most: mostWaiting, mostOfAccount: mostWaitingOfOne, mostOfGrid: mostWaitingOfGrid });
  const kinds = new Map<string, number>();
  let running = 0;

  const isKindFree = ({ kind }: Place, runningOf: ReadonlyMap<string, number>): boolean =>
    kind === undefined || (runningOf.get(kind) ?? 0) < (atOnceOfKind[kind] ?? atOnce);
  const mayBegin = (place: Place): boolean => line.runningOf(place.whose) < atOnceOfGrid && isKindFree(place, kinds);
  const count = ({ kind }: Place, by: 1 | -1): void => {
    running += by;
    if (kind !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + by);
  };
  const pump = (): void => {
    while (running < atOnce) {
      const next = line.take(mayBegin);
      if (next === undefined) return;
      count(next, 1);
      next.begin();
    }
  };

  /** @returns whether the work begins; false when there is no room now */
  const beginsNow = (place: Place): boolean => {
    if (running >= atOnce || !mayBegin(place)) return false;
    line.begin(place.whose);
    count(place, 1);
    return true;
  };
  const wait = async (place: Place, turn: PromiseWithResolvers<void>, signal: AbortSignal | undefined): Promise<void> => {
    const full = line.join(place.whose, place);
    if (full !== null) throw refusal(full);
    const leave = (): void => {
      line.leave(place);
      turn.reject(refused('call-abandoned'));
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };

  return {
    async take(owner, work, { signal, kind, name } = {}) {
      if (signal?.aborted) throw refused('call-abandoned');
      const whose = typeof owner === 'string' ? { account: owner, grid: null, isDuty: false } : owner;
      const turn = Promise.withResolvers<void>();
      const place: Place = { whose, kind, name, begin: turn.resolve };
      if (!beginsNow(place)) await wait(place, turn, signal);
      const began = now();
      try {
        return await work();
      } finally {
        count(place, -1);
        line.end(whose, Math.floor((now() - began) / UNIT_MS));
        pump();
      }
    },
    order() {
      const begun = new Map(kinds);
      const began = ({ kind }: Place): void => {
        if (kind !== undefined) begun.set(kind, (begun.get(kind) ?? 0) + 1);
      };
      return line.order((place) => isKindFree(place, begun), began).flatMap(({ name }) => name ?? []);
    },
  };
}

function fullRefusal({ of, waiting }: LineFull): Refusal {
  return of === 'all' ? refused('server-busy') : refused('too-many-waiting', { of, waiting });
}

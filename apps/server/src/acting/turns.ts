// Work of which only so much may run at a time. Those who wait take turns by the grid and the account they belong to, duty first (fair-line.ts), so that
// many of one keep no other waiting; who would have too many waiting is refused, and who does not wait any more loses his place.
import { createFairLine, type LineFull, type Whose } from './fair-line.ts';
import { type Refusal, refused } from './refusal.ts';

/** For whom something is done, and until when. */
export interface Errand {
  readonly whose: Whose;
  /** Aborts when nobody waits for the result any more; absent: the work is always done. */
  readonly signal?: AbortSignal;
}

export interface TurnOptions {
  /** Aborts when nobody waits for the work any more: a waiting piece of work then loses its place, a running one can listen to the same signal. */
  readonly signal?: AbortSignal | undefined;
  /** Of its kind only so many may run at a time (`atOnceOfKind`). */
  readonly kind?: string;
  /** By which `order` names it. */
  readonly name?: string;
}

export interface Turns {
  /**
   * @param owner whose work it is: an account in its grid; a text: an address, or the house itself
   * @throws Refusal when too many of his, or of all, wait already; `call-abandoned` when nobody waits for it any more
   */
  take<T>(owner: string | Whose, work: () => Promise<T>, options?: TurnOptions): Promise<T>;
  /** The names of those who wait, in the order of their turns. */
  order(): readonly string[];
}

interface Bounds {
  readonly atOnce: number;
  /** Of one grid; default: all that may run. */
  readonly atOnceOfGrid?: number;
  /** The most of a kind that run at a time; a kind that is not listed has no limit of its own. */
  readonly atOnceOfKind?: Readonly<Record<string, number>>;
  readonly mostWaiting: number;
  /** Of one owner; default: all that may wait. */
  readonly mostWaitingOfOne?: number;
  /** Of one grid; default: all that may wait. */
  readonly mostWaitingOfGrid?: number;
  /** Default: 429 with the number for who has too many himself, 503 where it is all of them. */
  readonly refusal?: (full: LineFull) => Refusal;
  /** Milliseconds of a clock that never goes back; for tests. */
  readonly now?: () => number;
}

/** A piece of work costs its owner's share one, and one more for each of these that it runs. */
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

  /** @returns false: there is no room now */
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

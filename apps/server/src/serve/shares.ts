// Limits how much of the main thread each caller may use per second (decision 0094). An alarm needs the main thread for a few milliseconds,
// and gets it at once only while no caller occupies all of it. A caller that has used up its share waits and delays nobody else; callers
// that wait take turns. How many long works run at the same time is limited separately, in acting/turns.ts.
import { HEAVY } from '@lookout/contract';
import { isDesk } from '@lookout/domain';
import { LRUCache } from 'lru-cache';
import { type Refusal, refused } from '../acting/refusal.ts';
import type { Caller } from './context.ts';

/** Amounts are counted in light calls. A light call takes the main thread for half a millisecond to one millisecond. */
interface Share {
  readonly perSecond: number;
  /** A caller that has used nothing for a while may use this much at once, because a page asks for many things together. */
  readonly burst: number;
  /** The number of calls of one caller that may wait; a further call is refused. */
  readonly mostWaiting: number;
  readonly refusal: () => Refusal;
}

/**
 * Each caller has separate shares, so that an officer who has asked for much, or who moves over the map, can still acknowledge an alarm. The two shares for
 * calls are together about a fifth of the main thread. Each address has a share for requests that are no calls: files of the page, documents, metrics.
 */
type Size = 'light' | 'large' | 'file' | 'open' | 'live';

export interface ShareLimits {
  readonly light: Share;
  /** Calls that weigh more than one light call. */
  readonly large: Share;
  /** Tiles, pictures and streams. One view of the globe needs about a hundred tiles. */
  readonly file: Share;
  /** Counted by address. A page has about a hundred files, and all desks of a duty hall may have the same address. */
  readonly open: Share;
  /** Live connections that begin, counted by address: each is an upgrade, a login and its subscriptions. */
  readonly live: Share;
  /** The weight that all callers together may begin in one turn of the event loop. */
  readonly atOneTurn: number;
  /** Limits on calls of weight HEAVY and more that run at the same time: each also occupies the database and other threads. */
  readonly heavy: {
    readonly atOnce: number;
    /** The number of these places that only duty desks may use. */
    readonly forDesks: number;
    readonly ofOne: number;
  };
}

export const SHARES: ShareLimits = {
  // A session may make at least 200 light calls a second (docs/interface.md "Login").
  light: { perSecond: 200, burst: 400, mostWaiting: 800, refusal: () => refused('too-many-calls') },
  large: { perSecond: 150, burst: 600, mostWaiting: 20, refusal: () => refused('server-busy') },
  file: { perSecond: 200, burst: 1_200, mostWaiting: 2_000, refusal: () => refused('too-many-calls') },
  open: { perSecond: 300, burst: 2_000, mostWaiting: 2_000, refusal: () => refused('too-many-calls') },
  live: { perSecond: 1_000, burst: 10_000, mostWaiting: 5_000, refusal: () => refused('too-many-calls') },
  atOneTurn: 8,
  heavy: { atOnce: 6, forDesks: 2, ofOne: 2 },
};

const WEIGHTS = { open: 1, live: 2 };

/** The interval at which waiting callers are checked again, because shares grow with time. */
const LOOKS_EVERY_MS = 5;
const MOST_KEYS = 20_000;

/** An answer occupies the main thread in proportion to its size: rows are read, converted and serialized to JSON, which takes 20 to 50 ms for a megabyte. */
const BYTES_OF_ONE = 16 * 1024;
/** The same for bytes that were serialized before and are only sent. */
const READY_BYTES_OF_ONE = 256 * 1024;

/** Returns the cost of an answer by its size, in light calls. */
export const answerWeight = ({ length }: { readonly length: number }, isReady = false): number =>
  1 + length / (isReady ? READY_BYTES_OF_ONE : BYTES_OF_ONE);

/** A call whose turn has come. */
export interface Turn {
  /** Charges the caller for an answer that costs more than the weight of the call; the size of an answer is known only when it is written. */
  costsMore(weight: number): void;
}

export interface ChargedCall {
  readonly weight: number;
  readonly caller: Caller;
  readonly address: string;
  /** The request is for a tile, a picture or a stream. */
  readonly isFile?: boolean;
  /** Returns true when no client waits for the answer any more. */
  readonly isGone?: () => boolean;
}

export interface Shares {
  /**
   * Runs the work when the turn of the call has come. Machines with the feed key and logins do not wait.
   * @throws Refusal 429 or 503 when too many calls of the same caller wait already, or no client waits for this one
   */
  during<T>(call: ChargedCall, work: (turn: Turn) => Promise<T>): Promise<T>;
  /**
   * Resolves when the turn of this address has come, for requests that are no calls: a file of the page, or a live connection that begins.
   * @throws Refusal 429 when too much of the same address waits already
   */
  openTurn(address: string, isGone: () => boolean, size?: 'open' | 'live'): Promise<Turn>;
}

interface Place {
  readonly weight: number;
  isGone(): boolean;
  begin(): void;
  leave(): void;
}

/** The waiting calls of one caller and one size, in the order in which they arrived. */
interface Line {
  readonly who: string;
  readonly isDesk: boolean;
  readonly size: Size;
  readonly places: Place[];
}

/** @param now a monotonic clock in milliseconds */
export function createShares(now: () => number, limits: ShareLimits = SHARES): Shares {
  const debts = createDebts(now, limits);
  const heavy = createHeavyPlaces(limits.heavy);
  /** Only lines in which a call waits, in the order of their turns. */
  const lines = new Map<string, Line>();
  let begunThisTurn = 0;
  let isTurning = false;
  let looking: NodeJS.Timeout | null = null;

  const mayBegin = (line: Omit<Line, 'places'>, { weight }: Pick<Place, 'weight'>): boolean =>
    begunThisTurn < limits.atOneTurn && (weight < HEAVY || heavy.hasRoom(line)) && debts.hasRoom(line, weight);

  const note = (line: Omit<Line, 'places'>, { weight }: Pick<Place, 'weight'>): void => {
    begunThisTurn += weight;
    debts.add(line, weight);
    if (weight >= HEAVY) heavy.change(line, 1);
    if (isTurning) return;
    isTurning = true;
    setImmediate(() => {
      isTurning = false;
      begunThisTurn = 0;
      beginNext();
    });
  };

  /** Begins waiting calls, one of each caller in turn, for as long as any may begin. */
  const beginNext = (): void => {
    for (let hasBegun = true; hasBegun && begunThisTurn < limits.atOneTurn; ) {
      hasBegun = false;
      for (const [key, line] of lines) {
        // A smaller call need not wait behind a heavy one that waits for a place.
        const place = line.places.find((one) => mayBegin(line, one));
        if (place === undefined) continue;
        line.places.splice(line.places.indexOf(place), 1);
        lines.delete(key);
        if (line.places.length > 0) lines.set(key, line);
        hasBegun = true;
        if (place.isGone()) place.leave();
        else {
          note(line, place);
          place.begin();
        }
        break;
      }
    }
    if (lines.size === 0 || looking !== null) return;
    looking = setTimeout(() => {
      looking = null;
      beginNext();
    }, LOOKS_EVERY_MS);
  };

  const turnOf = (line: Omit<Line, 'places'>): Turn => ({ costsMore: (more) => debts.add(line, Math.max(0, more)) });

  /** Resolves when the call may begin: at once if no other call of its line waits. */
  const begun = async (line: Omit<Line, 'places'>, weight: number, isGone: () => boolean): Promise<Turn> => {
    if (!lines.has(keyOf(line)) && mayBegin(line, { weight })) note(line, { weight });
    else await join(line, weight, isGone);
    return turnOf(line);
  };

  const join = (line: Omit<Line, 'places'>, weight: number, isGone: () => boolean): Promise<void> => {
    const key = keyOf(line);
    const { mostWaiting, refusal } = limits[line.size];
    const places: Place[] = [];
    for (const place of lines.get(key)?.places ?? []) {
      if (place.isGone()) place.leave();
      else places.push(place);
    }
    if (places.length >= mostWaiting) throw refusal();
    const turn = Promise.withResolvers<void>();
    places.push({ weight, isGone, begin: turn.resolve, leave: () => turn.reject(refusal()) });
    lines.set(key, { ...line, places });
    beginNext();
    return turn.promise;
  };

  return {
    async during({ weight, caller, address, isFile = false, isGone = () => false }, work) {
      if (caller.kind === 'feed' || (caller.kind === 'nobody' && weight <= 1)) return work({ costsMore: () => undefined });
      const who = caller.kind === 'account' ? caller.accountId : `${caller.kind === 'embed' ? caller.embedId : caller.kind}:${address}`;
      const size = weight > 1 ? 'large' : isFile ? 'file' : 'light';
      const line = { who, size, isDesk: caller.kind === 'account' && isDesk(caller.rights) } as const;
      const turn = await begun(line, weight, isGone);
      try {
        return await work(turn);
      } finally {
        if (weight >= HEAVY) {
          heavy.change(line, -1);
          beginNext();
        }
      }
    },
    openTurn: (address, isGone, size = 'open') => begun({ who: address, size, isDesk: false }, WEIGHTS[size], isGone),
  };
}

type Owner = Pick<Line, 'who' | 'size'>;
const keyOf = ({ who, size }: Owner): string => `${size} ${who}`;

/** Stores what each caller has used of its shares and has not yet regained with time. */
function createDebts(now: () => number, limits: ShareLimits) {
  const debts = new LRUCache<string, { readonly used: number; readonly at: number }>({ max: MOST_KEYS });
  const usedOf = (owner: Owner): number => {
    const debt = debts.get(keyOf(owner));
    return debt === undefined ? 0 : Math.max(0, debt.used - ((now() - debt.at) / 1000) * limits[owner.size].perSecond);
  };
  return {
    /** A caller that has used nothing may begin a call of any weight. */
    hasRoom: (owner: Owner, weight: number): boolean => {
      const { burst } = limits[owner.size];
      return usedOf(owner) + Math.min(weight, burst) <= burst;
    },
    add(owner: Owner, weight: number): void {
      debts.set(keyOf(owner), { used: usedOf(owner) + weight, at: now() });
    },
  };
}

function createHeavyPlaces({ atOnce, forDesks, ofOne }: ShareLimits['heavy']) {
  const running = new Map<string, number>();
  let ofDesks = 0;
  let ofOthers = 0;
  return {
    hasRoom: ({ who, isDesk: desk }: Pick<Line, 'who' | 'isDesk'>): boolean =>
      (running.get(who) ?? 0) < ofOne && ofDesks + ofOthers < atOnce && (desk || ofOthers < atOnce - forDesks),
    change({ who, isDesk: desk }: Pick<Line, 'who' | 'isDesk'>, by: 1 | -1): void {
      const count = (running.get(who) ?? 0) + by;
      if (count > 0) running.set(who, count);
      else running.delete(who);
      if (desk) ofDesks += by;
      else ofOthers += by;
    },
  };
}

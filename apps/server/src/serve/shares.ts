// Every caller has a share of the main thread (decision 0094). An alarm needs it for milliseconds, and gets it at once only while nobody has all of it: who
// has used his share up waits, alone, and of those who wait each has his turn.
import { HEAVY } from '@lookout/contract';
import { isDesk } from '@lookout/domain';
import { LRUCache } from 'lru-cache';
import { type Refusal, refused } from '../acting/refusal.ts';
import type { Caller } from './context.ts';

/** In light calls, each of which takes the main thread for half a millisecond to one. */
interface Share {
  readonly perSecond: number;
  /** What may be used at once by who has used nothing for a while: a page asks for many things together. */
  readonly burst: number;
  /** How many calls of one caller may wait. */
  readonly mostWaiting: number;
  readonly refusal: () => Refusal;
}

/**
 * Shares of each caller, so that who has asked for much, or moves over the map, can still acknowledge an alarm. Those of calls are about a fifth of the main
 * thread. And one of each address for what is no call: the files of the page, documents, metrics.
 */
type Size = 'light' | 'large' | 'file' | 'open' | 'live';

export interface ShareLimits {
  readonly light: Share;
  /** Calls of more weight than one. */
  readonly large: Share;
  /** Tiles, pictures and streams. A view of the globe has some hundred tiles. */
  readonly file: Share;
  /** By address. A page has some hundred files, and a duty hall comes from one address. */
  readonly open: Share;
  /** Live connections that begin, by address: each is an upgrade, a login and its subscriptions. */
  readonly live: Share;
  /** Of all callers together: so much begins in one turn of the event loop. */
  readonly atOneTurn: number;
  /** Calls of weight HEAVY and more that run at the same time, because each has the database and other threads work for it as well. */
  readonly heavy: {
    readonly atOnce: number;
    /** Of these, for duty desks alone. */
    readonly forDesks: number;
    readonly ofOne: number;
  };
}

export const SHARES: ShareLimits = {
  // contract.md "Login": a session may make at least 200 light calls a second.
  light: { perSecond: 200, burst: 400, mostWaiting: 800, refusal: () => refused('too-many-calls') },
  large: { perSecond: 150, burst: 600, mostWaiting: 20, refusal: () => refused('server-busy') },
  file: { perSecond: 200, burst: 1_200, mostWaiting: 2_000, refusal: () => refused('too-many-calls') },
  open: { perSecond: 300, burst: 2_000, mostWaiting: 2_000, refusal: () => refused('too-many-calls') },
  live: { perSecond: 1_000, burst: 10_000, mostWaiting: 5_000, refusal: () => refused('too-many-calls') },
  atOneTurn: 8,
  heavy: { atOnce: 6, forDesks: 2, ofOne: 2 },
};

const WEIGHTS = { open: 1, live: 2 };

/** For those who wait for their share to grow again. */
const LOOKS_EVERY_MS = 5;
const MOST_KEYS = 20_000;

/** An answer takes the main thread for as long as it is long: rows are read, written anew and made JSON of, 20 to 50 ms for a megabyte. */
const BYTES_OF_ONE = 16 * 1024;
/** Of bytes that were made before and are only sent. */
const READY_BYTES_OF_ONE = 256 * 1024;

/** What an answer costs by its size, in light calls. */
export const answerWeight = ({ length }: { readonly length: number }, isReady = false): number =>
  1 + length / (isReady ? READY_BYTES_OF_ONE : BYTES_OF_ONE);

/** A call in its turn. */
export interface Turn {
  /** The answer costs so much more than the weight of the call, because of its size, which is known only now. Nothing where it is less. */
  costsMore(weight: number): void;
}

export interface Asked {
  readonly weight: number;
  readonly caller: Caller;
  readonly address: string;
  /** A tile, a picture, a stream. */
  readonly isFile?: boolean;
  /** Nobody waits for the answer any more. */
  readonly isGone?: () => boolean;
}

export interface Shares {
  /**
   * Runs it when it is its turn. Machines with the feed key, and whoever logs in, do not wait.
   * @throws Refusal 429 or 503 when too many calls of the same caller wait already, or nobody waits for this one
   */
  during<T>(asked: Asked, work: (turn: Turn) => Promise<T>): Promise<T>;
  /**
   * Resolves when it is the turn of this address, for what is no call: a file of the page, or a live connection that begins.
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

/** The calls of one caller and one size that wait, in the order in which they came. */
interface Line {
  readonly who: string;
  readonly isDesk: boolean;
  readonly size: Size;
  readonly places: Place[];
}

/** @param now milliseconds of a clock that never goes back */
export function createShares(now: () => number, limits: ShareLimits = SHARES): Shares {
  const debts = createDebts(now, limits);
  const heavy = createHeavyPlaces(limits.heavy);
  /** Only those in which somebody waits; in the order of their turns. */
  const lines = new Map<string, Line>();
  let begunThisTurn = 0;
  let isTurning = false;
  let looking: NodeJS.Timeout | null = null;

  const mayBegin = (line: Omit<Line, 'places'>, { weight }: Pick<Place, 'weight'>): boolean =>
    begunThisTurn < limits.atOneTurn && debts.hasRoom(line, weight) && (weight < HEAVY || heavy.hasRoom(line));

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

  /** Each caller in turn, as long as somebody may begin. */
  const beginNext = (): void => {
    for (let hasBegun = true; hasBegun && begunThisTurn < limits.atOneTurn; ) {
      hasBegun = false;
      for (const [key, line] of lines) {
        // Behind a heavy call that waits for others to end, a smaller one need not.
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

  /** Resolves when it may begin; at once where nobody of its line waits. */
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

/** What each caller has used of his shares and time has not given back yet. */
function createDebts(now: () => number, limits: ShareLimits) {
  const debts = new LRUCache<string, { readonly used: number; readonly at: number }>({ max: MOST_KEYS });
  const usedOf = (owner: Owner): number => {
    const debt = debts.get(keyOf(owner));
    return debt === undefined ? 0 : Math.max(0, debt.used - ((now() - debt.at) / 1000) * limits[owner.size].perSecond);
  };
  return {
    /** Who has used nothing may begin whatever it weighs. */
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

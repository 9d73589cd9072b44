// The order in which works that wait for a shared resource begin. The next work belongs to the grid that has used least so far, and within
// this grid to the account that has used least: start-time fair queueing (Goyal, Vin and Cheng 1996) on two levels. The queue is pure: it
// starts nothing and reads no clock.

/** The owner of a work. */
export interface Whose {
  readonly account: string;
  /** The grid whose share the work uses. null: the account has a share of its own, as callers without a grid do (addresses, machines). */
  readonly grid: string | null;
  /** The work is for the duty and precedes all other works: a request from a desk, the forecast of a burning fire. */
  readonly isDuty: boolean;
}

/** Limits on the number of waiting works. Running works are not counted. */
export interface LineBounds {
  /** The limit for all owners together. A grid without a waiting work may join even beyond it, so that no other grid can keep it out. */
  readonly most: number;
  readonly mostOfAccount: number;
  readonly mostOfGrid: number;
}

/** The limit that is reached, and how many works wait under it. */
export interface LineFull {
  readonly of: 'account' | 'grid' | 'all';
  readonly waiting: number;
}

interface Waiting<T> extends Whose {
  readonly item: T;
  readonly gridKey: string;
  readonly accountKey: string;
}

/** After this many works of the duty one other work begins, so that other works are not starved. */
const DUTY_TURNS = 3;

/** Upper limit, more than the number of accounts that use one resource at the same time. */
const MOST_SHARES = 5_000;

/** What one account or grid has used so far, in units of work. */
interface Share {
  had: number;
  running: number;
}

export interface FairLine<T> {
  /** Adds a work to the line. @returns the limit that is reached, or null when the work waits now */
  join(whose: Whose, item: T): LineFull | null;
  leave(item: T): void;
  /** Removes the next work from the line; it counts as running from now on. @param fits whether a work may begin now; default: every work may */
  take(fits?: (item: T, whose: Whose) => boolean): T | undefined;
  /** Records that a running work has ended. @param extra units in addition to the one that was charged when the work began */
  end(whose: Whose, extra: number): void;
  /** Charges for a work that begins without having waited. */
  begin(whose: Whose): void;
  /** Returns the number of running works of the grid. */
  runningOf(whose: Whose): number;
  /**
   * Returns all waiting works in the order in which they begin if no other work joins and each costs the same.
   * @param fits as for `take`: works that do not fit yet come after those that do
   */
  order(fits?: (item: T) => boolean, began?: (item: T) => void): readonly T[];
  readonly size: number;
}

const gridOf = ({ grid, account }: Whose): string => (grid === null ? `@${account}` : `#${grid}`);
const accountOf = (whose: Whose): string => `${gridOf(whose)}/${whose.account}`;

export function createFairLine<T>(bounds: LineBounds): FairLine<T> {
  let waiting: Waiting<T>[] = [];
  const shares = new Map<string, Share>();
  /**
   * The amount that the last grid to have its turn had used; within each grid, that of the last account. A newcomer starts from this
   * amount, so that waiting outside the queue accumulates no turns.
   */
  const reached = new Map<string, number>();
  let dutyTurns = 0;

  const isWaiting = (key: string): boolean => waiting.some(({ gridKey, accountKey }) => gridKey === key || accountKey === key);
  const isActive = (key: string, { running }: Share): boolean => running > 0 || isWaiting(key);
  const shareOf = (key: string, within: string): Share => {
    const known = shares.get(key);
    if (known !== undefined && isActive(key, known)) return known;
    const share = { had: Math.max(known?.had ?? 0, reached.get(within) ?? 0), running: 0 };
    shares.set(key, share);
    return share;
  };
  const levelsOf = (whose: Whose) => [
    { key: gridOf(whose), within: '' },
    { key: accountOf(whose), within: gridOf(whose) },
  ];

  const charge = (whose: Whose): void => {
    for (const { key, within } of levelsOf(whose)) {
      const share = shareOf(key, within);
      reached.set(within, Math.max(reached.get(within) ?? 0, share.had));
      share.had += 1;
      share.running += 1;
    }
  };
  /** Drops all shares when nothing waits or runs; beyond `MOST_SHARES`, drops the shares of owners for whom nothing waits or runs. */
  const settle = (): void => {
    const isIdle = waiting.length === 0 && ![...shares.values()].some(({ running }) => running > 0);
    if (!isIdle && shares.size <= MOST_SHARES) return;
    for (const [key, share] of shares) if (!isActive(key, share)) shares.delete(key);
    if (!isIdle) return;
    reached.clear();
    dutyTurns = 0;
  };

  /** Returns the work whose grid, and then whose account, has used least. Among equals it is the work that arrived first. */
  const nextOf = (those: readonly Waiting<T>[], hadOf: (key: string) => number): Waiting<T> | undefined => {
    let best: Waiting<T> | undefined;
    for (const one of those) {
      if (best === undefined) best = one;
      const ofGrid = hadOf(one.gridKey) - hadOf(best.gridKey);
      const isSameGrid = one.gridKey === best.gridKey;
      if (ofGrid < 0 || (isSameGrid && hadOf(one.accountKey) < hadOf(best.accountKey))) best = one;
    }
    return best;
  };
  const pick = (those: readonly Waiting<T>[], hadOf: (key: string) => number, turnsOfDuty: number): Waiting<T> | undefined => {
    const [duty, others] = [those.filter(({ isDuty }) => isDuty), those.filter(({ isDuty }) => !isDuty)];
    const isTheirs = duty.length === 0 || (others.length > 0 && turnsOfDuty >= DUTY_TURNS);
    return nextOf(isTheirs ? others : duty, hadOf);
  };
  const turnsAfter = (one: Whose, others: boolean, turns: number): number => (one.isDuty && others ? turns + 1 : 0);
  const hasOthers = (those: readonly Whose[]): boolean => those.some(({ isDuty }) => !isDuty);

  return {
    join(whose, item) {
      const [gridKey, accountKey] = [gridOf(whose), accountOf(whose)];
      const ofGrid = waiting.filter((one) => one.gridKey === gridKey);
      const ofAccount = ofGrid.filter((one) => one.accountKey === accountKey).length;
      if (ofAccount >= bounds.mostOfAccount) return { of: 'account', waiting: ofAccount };
      if (ofGrid.length >= bounds.mostOfGrid) return { of: 'grid', waiting: ofGrid.length };
      const isLetIn = whose.grid !== null && ofGrid.length === 0;
      if (waiting.length >= bounds.most && !isLetIn) return { of: 'all', waiting: waiting.length };
      for (const { key, within } of levelsOf(whose)) shareOf(key, within);
      waiting.push({ ...whose, item, gridKey, accountKey });
      return null;
    },
    leave(item) {
      waiting = waiting.filter((one) => one.item !== item);
      settle();
    },
    take(fits = () => true) {
      const those = waiting.filter((one) => fits(one.item, one));
      const next = pick(those, (key) => shares.get(key)?.had ?? 0, dutyTurns);
      if (next === undefined) return undefined;
      dutyTurns = turnsAfter(next, hasOthers(those), dutyTurns);
      charge(next);
      waiting.splice(waiting.indexOf(next), 1);
      return next.item;
    },
    begin: charge,
    end(whose, extra) {
      for (const { key } of levelsOf(whose)) {
        const share = shares.get(key);
        if (share === undefined) continue;
        share.running -= 1;
        share.had += extra;
      }
      settle();
    },
    runningOf: (whose) => shares.get(gridOf(whose))?.running ?? 0,
    order(fits = () => true, began = () => {}) {
      const had = new Map([...shares].map(([key, share]) => [key, share.had]));
      const left = [...waiting];
      const found: T[] = [];
      for (let turns = dutyTurns; left.length > 0; ) {
        const fitting = left.filter(({ item }) => fits(item));
        const next = pick(fitting.length > 0 ? fitting : left, (key) => had.get(key) ?? 0, turns) as Waiting<T>;
        began(next.item);
        turns = turnsAfter(next, hasOthers(left), turns);
        for (const { key } of levelsOf(next)) had.set(key, (had.get(key) ?? 0) + 1);
        left.splice(left.indexOf(next), 1);
        found.push(next.item);
      }
      return found;
    },
    get size() {
      return waiting.length;
    },
  };
}

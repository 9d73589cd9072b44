// Which of many places for a tower are the best together: those whose masts see the most weight that no other tower sees.
import type { SeenPosts } from './seen-posts.ts';

export interface SitesAsked {
  /** The number of candidates. */
  readonly candidates: number;
  /** The posts that a candidate's mast sees. It is computed anew whenever it is needed, so that 10,000 candidates fit into memory. */
  readonly seenFrom: (candidate: number) => SeenPosts;
  /** Weight of each post: forest, danger, people. Negative and unknown weights count as 0. */
  readonly weights: ArrayLike<number>;
  /** The posts that towers see already. */
  readonly seen: Iterable<SeenPosts>;
  readonly count: number;
}

/** A candidate, and the weight that it adds to the towers and to the sites before it. */
export interface ChosenSite {
  readonly candidate: number;
  readonly addedWeight: number;
}

/** A local search over this many candidates takes a second on a prefecture. */
const POOL = 100;

/** The search begins with each of this many good sites in turn. */
const STARTS = 5;

/**
 * Chooses up to `count` sites, the one that adds most first. A greedy choice is at least 63 % of the optimum (Nemhauser, Wolsey and Fisher
 * 1978). Beginning with each of several good sites in turn, and exchanging single sites for others of the best `POOL` while that adds weight,
 * brings it within 2 %. Candidates that add nothing are not chosen.
 */
export function chooseSites(asked: SitesAsked): ChosenSite[] {
  const { seenFrom, weights, count } = asked;
  const seenBy = seenByTowers(asked);
  const { shortlist, bounds } = shortlistOf(asked, seenBy);
  const pool = new Map(shortlist.map((candidate) => [candidate, seenFrom(candidate)]));
  const fromPool = (candidate: number): SeenPosts => pool.get(candidate) as SeenPosts;
  const ofPool = { bounds, seenFrom: fromPool, weights, count };

  let chosen: readonly number[] = [];
  let most = -1;
  for (const first of [...pool.keys()].slice(0, count > 1 ? STARTS : 1)) {
    const start = seenBy.slice();
    add(start, fromPool(first), 1);
    const others = [...pool.keys()].filter((candidate) => candidate !== first);
    const rest = chooseGreedily({ ...ofPool, candidates: others, seenBy: start, count: count - 1 });
    const found = exchange([first, ...rest], pool, ofPool, seenBy.slice());
    if (found.weight > most) ({ chosen, weight: most } = found);
  }
  // In the order of what each adds after those before it.
  return chooseGreedily({ ...ofPool, candidates: chosen, seenBy: seenBy.slice() }).map((candidate) => {
    const addedWeight = addedBy(fromPool(candidate), weights, seenBy);
    add(seenBy, fromPool(candidate), 1);
    return { candidate, addedWeight };
  });
}

/** The candidates among which the best sites are: the greedy choice, and the `POOL` that see most by themselves. */
export const siteShortlist = (asked: SitesAsked): number[] => shortlistOf(asked, seenByTowers(asked)).shortlist;

function shortlistOf({ candidates, seenFrom, weights, count }: SitesAsked, seenBy: Uint16Array): Shortlist {
  const all = Array.from({ length: candidates }, (_, candidate) => candidate);
  const bounds = Float64Array.from(all, (candidate) => addedBy(seenFrom(candidate), weights, seenBy));
  const best = all.toSorted((a, b) => (bounds[b] as number) - (bounds[a] as number)).slice(0, Math.max(POOL, 2 * count));
  const greedy = chooseGreedily({ candidates: all, bounds, seenFrom, weights, seenBy: seenBy.slice(), count });
  return { shortlist: [...new Set([...greedy, ...best])], bounds };
}

interface Shortlist {
  readonly shortlist: number[];
  /** By candidate, what it adds to the towers alone. */
  readonly bounds: Float64Array;
}

/** By post, how many towers see it. */
function seenByTowers({ weights, seen }: SitesAsked): Uint16Array {
  const seenBy = new Uint16Array(weights.length);
  for (const posts of seen) add(seenBy, posts, 1);
  return seenBy;
}

interface Greedy {
  readonly candidates: readonly number[];
  /** An upper bound of what each candidate adds. */
  readonly bounds: Float64Array;
  readonly seenFrom: (candidate: number) => SeenPosts;
  readonly weights: ArrayLike<number>;
  /** By post, how many see it. Changed by the choice. */
  readonly seenBy: Uint16Array;
  readonly count: number;
}

/**
 * Chooses the best candidate, then the one that adds most to it, and so on. What a candidate adds only shrinks as others are chosen, so an
 * old result bounds it, and only candidates whose bound is the highest are computed anew (Minoux 1978).
 */
function chooseGreedily({ candidates, bounds, seenFrom, weights, seenBy, count }: Greedy): number[] {
  const chosen: number[] = [];
  const bound = bounds.slice();
  const left = new Set(candidates);
  while (chosen.length < count && left.size > 0) {
    const fresh = new Set<number>();
    let top = highestOf(left, bound);
    while (!fresh.has(top)) {
      bound[top] = addedBy(seenFrom(top), weights, seenBy);
      fresh.add(top);
      top = highestOf(left, bound);
    }
    if (!((bound[top] as number) > 0)) break;
    chosen.push(top);
    left.delete(top);
    add(seenBy, seenFrom(top), 1);
  }
  return chosen;
}

function highestOf(candidates: Iterable<number>, bound: Float64Array): number {
  let highest = -1;
  for (const candidate of candidates) if (highest < 0 || (bound[candidate] as number) > (bound[highest] as number)) highest = candidate;
  return highest;
}

/** Exchanges single sites for others of the pool, as long as that adds weight. @returns the sites, and what they add together */
function exchange(
  start: readonly number[],
  pool: ReadonlyMap<number, SeenPosts>,
  { weights, bounds }: Pick<Greedy, 'weights' | 'bounds'>,
  seenBy: Uint16Array,
): { readonly chosen: readonly number[]; readonly weight: number } {
  const chosen = [...start];
  const seenFrom = (candidate: number): SeenPosts => pool.get(candidate) as SeenPosts;
  let weight = 0;
  for (const candidate of chosen) {
    weight += addedBy(seenFrom(candidate), weights, seenBy);
    add(seenBy, seenFrom(candidate), 1);
  }
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const [place, current] of chosen.entries()) {
      add(seenBy, seenFrom(current), -1);
      const own = addedBy(seenFrom(current), weights, seenBy);
      let best = current;
      let most = own;
      for (const [candidate, posts] of pool) {
        if ((bounds[candidate] as number) <= most || chosen.includes(candidate)) continue;
        const added = addedBy(posts, weights, seenBy);
        // Exchanges for rounding alone would never end.
        if (added <= most * (1 + 1e-9)) continue;
        best = candidate;
        most = added;
      }
      add(seenBy, seenFrom(best), 1);
      chosen[place] = best;
      weight += most - own;
      hasChanged ||= best !== current;
    }
  }
  return { chosen, weight };
}

function addedBy(posts: SeenPosts, weights: ArrayLike<number>, seenBy: Uint16Array): number {
  let sum = 0;
  for (const post of posts) {
    const weight = weights[post] as number;
    if (seenBy[post] === 0 && weight > 0) sum += weight;
  }
  return sum;
}

function add(seenBy: Uint16Array, posts: SeenPosts, by: 1 | -1): void {
  for (const post of posts) seenBy[post] = (seenBy[post] as number) + by;
}

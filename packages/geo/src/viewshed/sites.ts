// Which of many places for a tower are the best together: those whose masts see the most weight that no other tower sees.
import type { SeenPosts } from './seen-posts.ts';

export interface SitesAsked {
  /** The number of candidates. */
  readonly candidates: number;
  /** The posts that a candidate's mast sees. It is computed anew whenever it is needed, so that 10,000 candidates fit into memory. */
  readonly seenFrom: (candidate: number) => SeenPosts;
  /** An upper bound of the weight that a candidate's mast sees, which costs less than its posts. Poor candidates' posts are not computed. */
  readonly atMost?: (candidate: number) => number;
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
export const SITE_POOL = 100;

/** The search begins with each of this many good sites in turn. */
const STARTS = 5;

/**
 * Chooses up to `count` sites, the one that adds most first. A greedy choice is at least 63 % of the optimum (Nemhauser, Wolsey and Fisher
 * 1978). Beginning with each of several good sites in turn, and exchanging single sites for others of the best `SITE_POOL` while that adds
 * weight, brings it within 2 %. Candidates that add nothing are not chosen.
 */
export function chooseSites(given: SitesAsked): ChosenSite[] {
  const { weights, count } = given;
  const most = Math.max(SITE_POOL, 2 * count);
  const seenFrom = given.candidates <= most + count ? storedSights(given.seenFrom) : given.seenFrom;
  const seenBy = seenByTowers(given);
  const { shortlist, bounds } = shortlistOf({ ...given, seenFrom }, seenBy, most);
  const pool = new Map(shortlist.map((candidate) => [candidate, seenFrom(candidate)]));
  const fromPool = (candidate: number): SeenPosts => pool.get(candidate) as SeenPosts;
  const ofPool = { bounds, seenFrom: fromPool, weights, count };

  let chosen: readonly number[] = [];
  let highest = -1;
  for (const first of [...pool.keys()].slice(0, count > 1 ? STARTS : 1)) {
    const start = seenBy.slice();
    add(start, fromPool(first), 1);
    const others = [...pool.keys()].filter((candidate) => candidate !== first);
    const rest = chooseGreedily({ ...ofPool, candidates: others, seenBy: start, count: count - 1 });
    const found = exchange([first, ...rest], pool, ofPool, seenBy.slice());
    if (found.weight > highest) ({ chosen, weight: highest } = found);
  }
  // In the order of what each adds after those before it.
  return chooseGreedily({ ...ofPool, candidates: chosen, seenBy: seenBy.slice() }).map((candidate) => {
    const addedWeight = addedBy(fromPool(candidate), weights, seenBy);
    add(seenBy, fromPool(candidate), 1);
    return { candidate, addedWeight };
  });
}

/** The candidates among which the best sites are: the greedy choice, and the `most` that see most by themselves. */
export const siteShortlist = (asked: SitesAsked, most = SITE_POOL): number[] => shortlistOf(asked, seenByTowers(asked), most).shortlist;

/** Few candidates' posts fit into memory and are computed once. */
function storedSights(seenFrom: SitesAsked['seenFrom']): SitesAsked['seenFrom'] {
  const stored = new Map<number, SeenPosts>();
  return (candidate) => {
    const posts = stored.get(candidate) ?? seenFrom(candidate);
    stored.set(candidate, posts);
    return posts;
  };
}

function shortlistOf(asked: SitesAsked, seenBy: Uint16Array, most: number): Shortlist {
  const { seenFrom, weights, count } = asked;
  const all = Array.from({ length: asked.candidates }, (_, candidate) => candidate);
  const bounds = boundsOfAll(asked, all, seenBy, most);
  const best = all.toSorted((a, b) => (bounds[b] as number) - (bounds[a] as number)).slice(0, most);
  const greedy = chooseGreedily({ candidates: all, bounds, seenFrom, weights, seenBy: seenBy.slice(), count });
  return { shortlist: [...new Set([...greedy, ...best])], bounds };
}

/** So many viewsheds are computed between two looks at the weight that the best candidates see at least. */
const LOOK_EVERY = 50;

/**
 * What each candidate adds to the towers alone. The one with the highest upper bound is computed first. When `most` candidates add more than
 * the bound of the next one, the rest is poorer than they are and has its bound.
 */
function boundsOfAll({ seenFrom, atMost, weights }: SitesAsked, all: readonly number[], seenBy: Uint16Array, most: number): Float64Array {
  const bounds = Float64Array.from(all, (candidate) => atMost?.(candidate) ?? Number.POSITIVE_INFINITY);
  const order = atMost === undefined ? all : all.toSorted((a, b) => (bounds[b] as number) - (bounds[a] as number));
  const added: number[] = [];
  let least = 0;
  for (const candidate of order) {
    if ((bounds[candidate] as number) <= least) break;
    bounds[candidate] = addedBy(seenFrom(candidate), weights, seenBy);
    added.push(bounds[candidate] as number);
    if (added.length >= most && added.length % LOOK_EVERY === 0) least = added.toSorted((a, b) => b - a)[most - 1] as number;
  }
  return bounds;
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

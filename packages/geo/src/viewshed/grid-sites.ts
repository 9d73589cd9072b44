// The best sites for masts on a grid of elevations: thousands of candidates are first compared on coarser grids.
import { eastMetresAt, type HeightGrid, heightBetween, type Mast } from './height-grid.ts';
import { type SeenPosts, seenPosts } from './seen-posts.ts';
import { type ChosenSite, chooseSites, SITE_POOL, siteShortlist } from './sites.ts';

/** A place on a grid, as that of a mast. */
export type GridPlace = Pick<Mast, 'column' | 'row'>;

export interface GridSitesAsked {
  readonly grid: HeightGrid;
  /** Weight of each post: forest, danger, people. Negative and unknown weights count as 0. */
  readonly weights: Float32Array;
  readonly candidates: readonly GridPlace[];
  /** Of the new masts. */
  readonly mastMetres: number;
  readonly rangeMetres: number;
  readonly targetMetres: number;
  /** Towers that stand already: what they see adds nothing. */
  readonly towers: readonly Mast[];
  readonly count: number;
  /** Called before each viewshed with the share of the work that is done, 0–1. A thread may pause here, or end the work by an error. */
  readonly onStep?: (share: number) => void;
}

/**
 * Each step compares the candidates that the previous one left on a finer grid. On a grid of 15 posts to the range, the best 50 of 10,000
 * candidates on real posts of 90 m are among the best 150, because each mast stands at its true height there and not on the smoothed
 * terrain.
 */
const STEPS = [
  { reach: 15, left: 400, share: 0.5 },
  { reach: 30, left: SITE_POOL, share: 0.1 },
] as const;
/** The share of the last step, on every post. */
const LAST_SHARE = 0.4;

/** Chooses up to `count` of the candidates, the one that adds most first (`chooseSites`). Candidates in one place are one. */
export function chooseGridSites(asked: GridSitesAsked): ChosenSite[] {
  const weights = unseenWeights(asked);
  const all = asked.candidates.map((_, candidate) => candidate);
  let left = [...new Map(all.map((candidate) => [placeKey(asked.candidates[candidate] as GridPlace), candidate])).values()];
  let before = 0;
  for (const { reach, left: most, share } of STEPS) {
    const every = Math.floor(asked.rangeMetres / asked.grid.northMetres / reach);
    if (every > 1 && left.length > most) {
      const given = sitesOn(asked, { weights, from: left, every, before, share });
      left = siteShortlist(given, Math.max(most, 2 * asked.count)).map((index) => left[index] as number);
    }
    before += share;
  }
  const chosen = chooseSites(sitesOn(asked, { weights, from: left, every: 1, before, share: LAST_SHARE }));
  return chosen.map(({ candidate, addedWeight }) => ({ candidate: left[candidate] as number, addedWeight }));
}

const placeKey = ({ column, row }: GridPlace): string => `${column} ${row}`;

/** The weights without those of the posts that towers see. */
function unseenWeights({ grid, weights, towers, targetMetres, onStep }: GridSitesAsked): Float32Array {
  const unseen = weights.slice();
  for (const tower of towers) {
    onStep?.(0);
    for (const post of seenPosts(grid, tower, targetMetres)) unseen[post] = 0;
  }
  return unseen;
}

interface Step {
  readonly weights: Float32Array;
  /** The candidates that are compared. */
  readonly from: readonly number[];
  /** Every n-th post counts. */
  readonly every: number;
  /** The shares of the work before this step, and of this step. */
  readonly before: number;
  readonly share: number;
}

function sitesOn(
  { grid, candidates, mastMetres, rangeMetres, targetMetres, count, onStep }: GridSitesAsked,
  { weights, from, every, before, share }: Step,
) {
  const coarse = everyPost(grid, every);
  const coarseWeights = everyWeight(weights, grid, every);
  const mostWithin = weightWithin(coarse, coarseWeights, rangeMetres);
  const placeOf = (index: number): GridPlace => {
    const { column, row } = candidates[from[index] as number] as GridPlace;
    return { column: Math.min(column / every, coarse.columns - 1), row: Math.min(row / every, coarse.rows - 1) };
  };
  let done = 0;
  return {
    candidates: from.length,
    seenFrom(index: number): SeenPosts {
      done += 1;
      onStep?.(before + share * Math.min(1, done / from.length));
      const place = placeOf(index);
      const { column, row } = candidates[from[index] as number] as GridPlace;
      // On a coarser grid the summit itself may be missing.
      const missing = every === 1 ? 0 : heightBetween(grid, column, row) - heightBetween(coarse, place.column, place.row);
      const mast = { ...place, mastMetres: mastMetres + Math.max(0, missing), rangeMetres };
      return seenPosts(coarse, mast, targetMetres);
    },
    atMost: (index: number) => mostWithin(placeOf(index)),
    weights: coarseWeights,
    seen: [],
    count,
  };
}

/** A grid of every n-th post. */
function everyPost(grid: HeightGrid, every: number): HeightGrid {
  if (every === 1) return grid;
  const [columns, rows] = [Math.ceil(grid.columns / every), Math.ceil(grid.rows / every)];
  const heights = Float32Array.from({ length: columns * rows }, (_, post) => {
    return grid.heights[Math.floor(post / columns) * every * grid.columns + (post % columns) * every] as number;
  });
  const eastMetres = [every * eastMetresAt(grid, 0), every * eastMetresAt(grid, (rows - 1) * every)] as const;
  return { columns, rows, heights, northMetres: grid.northMetres * every, eastMetres };
}

/** The weights of a coarser grid: each is the sum of those that it stands for. */
function everyWeight(weights: Float32Array, grid: HeightGrid, every: number): Float32Array {
  if (every === 1) return weights;
  const columns = Math.ceil(grid.columns / every);
  const sums = new Float32Array(columns * Math.ceil(grid.rows / every));
  for (const [post, weight] of weights.entries()) {
    const at = Math.floor(Math.floor(post / grid.columns) / every) * columns + Math.floor((post % grid.columns) / every);
    if (weight > 0) sums[at] = (sums[at] as number) + weight;
  }
  return sums;
}

/** The weight in the square around a place that contains all posts within range, which no mast there can exceed. */
function weightWithin(grid: HeightGrid, weights: Float32Array, rangeMetres: number): (place: GridPlace) => number {
  const { columns, rows } = grid;
  const width = columns + 1;
  // The sum of all weights north-west of each corner (a summed-area table).
  const sums = new Float64Array(width * (rows + 1));
  for (let row = 0; row < rows; row++) {
    let line = 0;
    for (let column = 0; column < columns; column++) {
      line += Math.max(0, weights[row * columns + column] as number) || 0;
      sums[(row + 1) * width + column + 1] = (sums[row * width + column + 1] as number) + line;
    }
  }
  const down = rangeMetres / grid.northMetres;
  return ({ column, row }) => {
    // A tenth more for grids in degrees, whose columns converge towards the pole.
    const across = (rangeMetres / eastMetresAt(grid, row)) * 1.1;
    const [west, east] = [Math.max(0, Math.ceil(column - across)), Math.min(columns, Math.floor(column + across) + 1)];
    const [north, south] = [Math.max(0, Math.ceil(row - down)), Math.min(rows, Math.floor(row + down) + 1)];
    const corner = (r: number, c: number): number => sums[r * width + c] as number;
    // Rounding of the sums must not make the bound smaller than what is seen.
    return (corner(south, east) - corner(north, east) - corner(south, west) + corner(north, west)) * (1 + 1e-6);
  };
}

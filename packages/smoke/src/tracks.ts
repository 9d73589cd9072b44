// Patches of successive frames that overlap, and the rule of five: smoke is found in five frames in a row, stands on the same foot, hides
// what is behind it and has grown.
import { errorOfHidden, type Patch } from './patches.ts';
import type { Thresholds } from './thresholds.ts';
import type { Size } from './working-picture.ts';

const MOST_TRACKS = 40;
/** The last finds that a track remembers. */
const REMEMBERED = 5;
/** The foot moves by at most this many cells, or this share of the patch's width. */
const FOOT_CELLS = 8;
const FOOT_OF_WIDTH = 0.4;
/** Its side on the windward moves by at most this many cells, or this share of its width. */
const SIDE_CELLS = 4;
const SIDE_OF_WIDTH = 0.15;
/** Measured over some cells around it, a plume hides less than it does. */
const OF_LEAST_HIDDEN = 0.5;
/** A gust, or the edge of a cloud's shadow, hides a plume in one frame; its foot is where it was in the next one. */
const MOST_MISSED = 1;
/** Levels of the thermal picture. What is so much warmer need not grow. */
const HOT = 25;
/** Growth is measured from the first find; after as many finds in a row, from the oldest that is remembered. */
const YOUNG = 12;
/** Weather, not smoke: others elsewhere began at about the same time, in sum so many. */
const COMPANY = 2;
const SAME_TIME_FRAMES = 4;
/** One that has lasted so many frames counts twice. */
const LASTING = 4;
const WEATHER_FRAMES = 10;
/** Cells from one to the other; nearer ones may be pieces of one plume. */
const ELSEWHERE = 20;

/** Cells from `left` and `top` on to before `right` and `bottom`. */
export interface CellRange {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Track extends CellRange {
  /** Finds in a row. */
  hits: number;
  since: number;
  firstMass: number;
  isReported: boolean;
  isSeen: boolean;
  /** Frames since its last find. */
  missed: number;
  /** Of the last finds, by the number of the find modulo REMEMBERED. */
  readonly foot: Float32Array;
  readonly bottoms: Float32Array;
  readonly lefts: Float32Array;
  readonly rights: Float32Array;
  readonly mass: Float32Array;
  readonly product: Float32Array;
  readonly square: Float32Array;
}

export interface Tracks {
  /** Frame until which nothing is reported, because of weather. */
  weatherUntil: number;
  /** The track of each cell in the last frame, from 1; 0: none. */
  readonly owner: Int16Array;
  readonly all: Track[];
}

export interface TrackFind {
  readonly patch: Patch;
  /** The frame in which it began. */
  readonly since: number;
  readonly score: number;
}

/** The patches of a frame, and the label of each cell. */
interface Labelled {
  readonly patches: readonly Patch[];
  readonly found: number;
  readonly label: Int16Array;
  readonly size: Size;
}

const ring = () => new Float32Array(REMEMBERED);

export const createTracks = (cells: number): Tracks => ({
  weatherUntil: -1,
  owner: new Int16Array(cells),
  all: Array.from({ length: MOST_TRACKS }, () => ({
    hits: 0,
    since: 0,
    firstMass: 0,
    isReported: false,
    isSeen: false,
    missed: 0,
    left: 0,
    top: 0,
    right: 0,
    bottom: 0,
    foot: ring(),
    bottoms: ring(),
    lefts: ring(),
    rights: ring(),
    mass: ring(),
    product: ring(),
    square: ring(),
  })),
});

/**
 * Continues the tracks with the patches of a frame: first those that stand on the foot of a track, then the other pieces.
 * @param nth the number of the frame
 * @param report takes each find once, in the frame in which the rule is first met
 */
export function followPatches(
  tracks: Tracks,
  labelled: Labelled,
  thresholds: Thresholds,
  nth: number,
  report: (find: TrackFind) => void,
): void {
  const { owner, all } = tracks;
  const { patches, found, label, size } = labelled;
  for (const track of all) track.isSeen = false;
  for (let at = 0; at < found; at++) (patches[at] as Patch).track = 0;
  for (const isFoot of [true, false])
    for (let at = 0; at < found; at++) {
      const patch = patches[at] as Patch;
      if (patch.track !== 0) continue;
      const number = overlapping(patch, tracks, labelled, isFoot) || (isFoot ? 0 : free(all));
      if (number === 0) continue;
      patch.track = number;
      const track = all[number - 1] as Track;
      add(track, patch, nth);
    }
  for (let at = 0; at < found; at++) {
    const patch = patches[at] as Patch;
    const track = all[patch.track - 1];
    if (track === undefined || track.isReported || !isSmoke(track, patch, thresholds)) continue;
    if (companyOf(track, patch, tracks, labelled) >= COMPANY) tracks.weatherUntil = nth + WEATHER_FRAMES;
    // What is still there and growing after the weather is reported then.
    if (nth <= tracks.weatherUntil) continue;
    track.isReported = true;
    report({ patch, since: track.since, score: scoreOf(track, patch, thresholds) });
  }
  for (const track of all) {
    track.missed = track.isSeen ? 0 : track.missed + 1;
    if (track.missed > MOST_MISSED) track.hits = 0;
  }
  for (let cell = 0; cell < owner.length; cell++) {
    const track = all[(owner[cell] as number) - 1];
    if (track !== undefined && (track.isSeen || track.hits === 0)) owner[cell] = 0;
  }
  for (let at = 0; at < found; at++) {
    const patch = patches[at] as Patch;
    for (let j = patch.top; j < patch.bottom; j++)
      for (let i = patch.left; i < patch.right; i++) {
        const cell = j * size.cellColumns + i;
        if (label[cell] === patch.label) owner[cell] = patch.track;
      }
  }
}

function add(track: Track, patch: Patch, nth: number): void {
  if (track.hits === 0) {
    track.since = nth;
    track.firstMass = patch.mass;
    track.isReported = false;
  }
  const at = track.hits % REMEMBERED;
  track.foot[at] = patch.foot;
  track.bottoms[at] = patch.bottom;
  track.lefts[at] = patch.left;
  track.rights[at] = patch.right;
  track.mass[at] = patch.mass;
  track.product[at] = patch.product;
  track.square[at] = patch.square;
  track.left = patch.left;
  track.top = patch.top;
  track.right = patch.right;
  track.bottom = patch.bottom;
  track.hits += 1;
  track.isSeen = true;
}

/** Fewer finds in a row are chance. */
const LEAST_HITS = 3;

/** The track with the most finds in a row up to the last frame that was not reported; null: none has three. */
export function longestTrack({ all }: Tracks): (CellRange & { readonly hits: number; readonly since: number }) | null {
  const [longest] = all.filter(({ hits, isReported }) => hits >= LEAST_HITS && !isReported).toSorted((a, b) => b.hits - a.hits);
  return longest ?? null;
}

/** How many other patches, elsewhere, have been there for about as long. */
function companyOf(track: Track, own: Patch, { all }: Tracks, { patches, found }: Labelled): number {
  let count = 0;
  for (let at = 0; at < found; at++) {
    const patch = patches[at] as Patch;
    const other = all[patch.track - 1];
    if (other === undefined || other === track || other.hits < 2 || Math.abs(other.since - track.since) > SAME_TIME_FRAMES) continue;
    const across = Math.max(patch.left - own.right, own.left - patch.right);
    const down = Math.max(patch.top - own.bottom, own.top - patch.bottom);
    if (Math.max(across, down) > ELSEWHERE) count += other.hits >= LASTING ? 2 : 1;
  }
  return count;
}

/** The rule of five. */
function isSmoke(track: Track, patch: Patch, { inARow, growth, hiddenShare }: Thresholds): boolean {
  if (track.hits < inARow) return false;
  const { hidden, error } = hiddenOf(track);
  const isGrown = patch.heat >= HOT || growthOf(track, patch) >= growth;
  return (
    isGrown &&
    isOnItsFoot(track, patch) &&
    isAnchored(track, patch) &&
    hidden >= Math.max(hiddenShare, 2 * error, OF_LEAST_HIDDEN * patch.leastHidden)
  );
}

function growthOf({ hits, mass, firstMass }: Track, patch: Patch): number {
  return patch.mass / (hits <= YOUNG ? firstMass : (mass[hits % REMEMBERED] as number));
}

function isOnItsFoot({ hits, foot, bottoms }: Track, { left, right }: Patch): boolean {
  const filled = Math.min(hits, REMEMBERED);
  const most = Math.max(FOOT_CELLS, FOOT_OF_WIDTH * (right - left));
  return spread(foot, filled) <= most && spread(bottoms, filled) <= FOOT_CELLS;
}

/** A plume spreads downwind from its foot, so that one of its sides stands still; a bank of fog drifts or swells as a whole. */
function isAnchored({ hits, lefts, rights }: Track, { left, right }: Patch): boolean {
  const filled = Math.min(hits, REMEMBERED);
  return Math.min(spread(lefts, filled), spread(rights, filled)) <= Math.max(SIDE_CELLS, SIDE_OF_WIDTH * (right - left));
}

/** Between the least and the greatest, without the one that lies furthest out: a plume falls into pieces at times. */
function spread(values: Float32Array, filled: number): number {
  if (filled < 2) return 0;
  let [low, nextLow, high, nextHigh] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let at = 0; at < filled; at++) {
    const value = values[at] as number;
    if (value < low) [low, nextLow] = [value, low];
    else if (value < nextLow) nextLow = value;
    if (value > high) [high, nextHigh] = [value, high];
    else if (value > nextHigh) nextHigh = value;
  }
  return Math.min(high - nextLow, nextHigh - low);
}

/** The share of the texture that is hidden in the last finds together. */
function hiddenOf({ hits, product, square }: Track): { readonly hidden: number; readonly error: number } {
  let [products, squares] = [0, 1e-6];
  for (let at = 0; at < Math.min(hits, REMEMBERED); at++) {
    products += product[at] as number;
    squares += square[at] as number;
  }
  return { hidden: 1 - products / squares, error: errorOfHidden(squares) };
}

const counts = new Uint16Array(MOST_TRACKS + 1);

/**
 * The track that owned most of a patch's cells.
 * @param isFoot only tracks whose foot the patch shares
 * @returns from 1; 0: none
 */
function overlapping(patch: Patch, { owner, all }: Tracks, { label, size }: Labelled, isFoot: boolean): number {
  counts.fill(0);
  let best = 0;
  for (let j = patch.top; j < patch.bottom; j++)
    for (let i = patch.left; i < patch.right; i++) {
      const cell = j * size.cellColumns + i;
      const number = owner[cell] as number;
      if (label[cell] !== patch.label || number === 0) continue;
      const track = all[number - 1] as Track;
      if (track.isSeen || (isFoot && !sharesFoot(track, patch))) continue;
      counts[number] = (counts[number] as number) + 1;
      if (best === 0 || (counts[number] as number) > (counts[best] as number)) best = number;
    }
  return best;
}

function sharesFoot({ hits, foot, bottoms }: Track, patch: Patch): boolean {
  const at = (hits - 1) % REMEMBERED;
  return Math.abs((foot[at] as number) - patch.foot) <= FOOT_CELLS && Math.abs((bottoms[at] as number) - patch.bottom) <= FOOT_CELLS;
}

/** @returns from 1; 0: none is free */
function free(all: readonly Track[]): number {
  for (let at = 0; at < all.length; at++) {
    const { hits, isSeen } = all[at] as Track;
    if (hits === 0 && !isSeen) return at + 1;
  }
  return 0;
}

/** 0.5 at the thresholds, near 1 far above them. */
function scoreOf(track: Track, patch: Patch, { growth, hiddenShare, lighterLevels }: Thresholds): number {
  const above = [growthOf(track, patch) / growth, hiddenOf(track).hidden / hiddenShare, patch.mass / patch.cells / lighterLevels];
  const excess = above.reduce((sum, one) => sum + Math.log(Math.max(1, one)), 0);
  return Math.round((1 - 0.5 * Math.exp(-excess / 2)) * 1_000) / 1_000;
}

// What smoke does to a cell. It lays a veil over the terrain: a share of the texture is hidden, and light is added. A cloud's shadow
// multiplies texture and luma alike; fog does it everywhere; a change of daylight changes the whole picture.
import { type Background, LEARNING_FRAMES } from './background.ts';
import type { Thresholds } from './thresholds.ts';
import { boxSum, type Scratch } from './working-picture.ts';

/** Cells on each side of a cell that make up its surroundings. */
const SURROUNDINGS = 18;
/** Squares of gradients over 3 × 3 cells, below which a cell has too little texture to be compared. */
const LEAST_SQUARE = 30;
/** The light is that of the terrain which clouds shade least, so that haze before shaded terrain is not taken for smoke. */
const LIT = 0.75;
/** Values of gain and texture that are sorted into bins, for the median. */
const BINS = 512;
const MOST_RATIO = 2;

/** Excess of luma that fog can give to a bank, for each share of the texture that it hides everywhere. */
const FOG_LEVELS = 400;
const LEAST_FOG = 0.01;
/** Fog darkens nothing: where a quarter of the terrain is darker than before a cloud's shadow passes, and takes the texture with it. */
const SHADED = 0.25;
const LEAST_SHADED = 0.98;
/** A cell stands out from weather around it by this factor. */
const OF_SURROUNDINGS = 0.7;
/** … and of the shade around it this share is made good. */
const IN_SHADE = 0.7;

const bins = new Uint32Array(BINS);

export interface Light {
  /** Luma of the frame relative to the background, of the better lit terrain. */
  readonly gain: number;
  /** The same of the texture, in the middle. */
  readonly texture: number;
  /** Levels that fog may give to a cell; 0 without fog. */
  readonly fog: number;
  /** Squares of gradients that the background does not explain, relative to its own: noise, and what a swaying mast leaves. */
  readonly unexplained: number;
  /** Change of red minus blue. */
  readonly tint: number;
}

/** Fills `lighter`, `hidden` and `isCandidate`. */
export function gatherEvidence(scratch: Scratch, background: Background, thresholds: Thresholds): Light {
  const { sums, isHeld, isCandidate, lighter, hidden, wide, around, row } = scratch;
  const { isSky, isMasked, lighterVariance, hiddenVariance } = background;
  const gain = quantileRatio(sums.luma, sums.background, { isSky, least: 36 * 8, rank: LIT });
  const texture = quantileRatio(sums.product, sums.square, { isSky, least: LEAST_SQUARE, rank: 0.5 });
  for (let cell = 0; cell < lighter.length; cell++) {
    // At the border fewer than nine cells are summed; their means are a little too dark, of picture and background alike.
    lighter[cell] = ((sums.luma[cell] as number) / gain - (sums.background[cell] as number)) / 36;
    const square = sums.square[cell] as number;
    hidden[cell] = square < LEAST_SQUARE ? 0 : clamp(1 - (sums.product[cell] as number) / (square * texture), -2, 2);
  }
  subtractSurroundings(lighter, around, row, scratch, IN_SHADE);
  subtractSurroundings(hidden, wide, row, scratch, 0);
  const isLearned = background.frames >= LEARNING_FRAMES;
  const sharpness = quantileRatio(sums.energy, sums.square, { isSky, least: 4 * LEAST_SQUARE, rank: 0.5 });
  const shaded = quantileRatio(sums.luma, sums.background, { isSky, least: 36 * 8, rank: SHADED });
  const isShade = shaded < LEAST_SHADED;
  const fog = isShade ? 0 : FOG_LEVELS * Math.max(0, Math.min(1 - texture / gain / background.clarity, gain - 1) - LEAST_FOG);
  for (let cell = 0; cell < lighter.length; cell++) {
    const deviations = thresholds.lighterDeviations * Math.sqrt(lighterVariance[cell] as number);
    const least = Math.max(thresholds.lighterLevels, deviations, (around[cell] as number) * OF_SURROUNDINGS, fog);
    const excess = isLearned ? (lighter[cell] as number) / least : 0;
    // Texture that has plainly become stronger is light, not smoke.
    const isVeiled = (hidden[cell] as number) > -2 * Math.sqrt(hiddenVariance[cell] as number);
    isHeld[cell] = Number(excess >= 0.5);
    isCandidate[cell] = Number(excess >= 1 && isVeiled && isMasked[cell] === 0);
  }
  return { gain, texture, fog, unexplained: Math.max(0, sharpness - texture * texture), tint: tintOf(scratch, background) };
}

/** How much redder and less blue the terrain has become in the middle, as under a low sun. */
function tintOf({ blue, red, isHeld }: Scratch, background: Background): number {
  let [sum, count] = [0, 1];
  for (let cell = 0; cell < blue.length; cell++) {
    if (background.isSky[cell] === 1 || isHeld[cell] === 1) continue;
    sum += (red[cell] as number) - (blue[cell] as number) - (background.red[cell] as number) + (background.blue[cell] as number);
    count += 1;
  }
  return sum / count;
}

/** What rises all around is weather. Of what falls all around, as in the shade of a cloud, a share is added. */
function subtractSurroundings(values: Float32Array, wide: Float32Array, line: Float32Array, { size }: Scratch, inShade: number): void {
  wide.set(values);
  boxSum(wide, line, size, SURROUNDINGS);
  const { cellColumns, cellRows } = size;
  for (let j = 0; j < cellRows; j++) {
    const high = Math.min(cellRows - 1, j + SURROUNDINGS) - Math.max(0, j - SURROUNDINGS) + 1;
    for (let i = 0; i < cellColumns; i++) {
      const broad = Math.min(cellColumns - 1, i + SURROUNDINGS) - Math.max(0, i - SURROUNDINGS) + 1;
      const cell = j * cellColumns + i;
      const mean = (wide[cell] as number) / (high * broad);
      values[cell] = (values[cell] as number) - (mean > 0 ? mean : inShade * mean);
      wide[cell] = Math.abs(mean);
    }
  }
}

/** A quantile of a ratio over the terrain with enough of the divisor; 1 where there is too little of it. */
function quantileRatio(
  dividend: Float32Array,
  divisor: Float32Array,
  { isSky, least, rank }: { readonly isSky: Uint8Array; readonly least: number; readonly rank: number },
): number {
  bins.fill(0);
  let count = 0;
  for (let cell = 0; cell < dividend.length; cell++) {
    const by = divisor[cell] as number;
    if (by < least || isSky[cell] === 1) continue;
    const bin = Math.floor(((dividend[cell] as number) / by / MOST_RATIO) * BINS);
    if (bin < 0 || bin >= BINS) continue;
    bins[bin] = (bins[bin] as number) + 1;
    count += 1;
  }
  if (count < 200) return 1;
  let seen = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const here = bins[bin] as number;
    if (seen + here >= count * rank) return Math.max(0.05, ((bin + (count * rank - seen) / here) / BINS) * MOST_RATIO);
    seen += here;
  }
  return 1;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

// What a camera sees in one pose when nothing burns: the mean of some 20 frames, and how much each cell varies.
import { createProfiles, type Profiles } from './shift.ts';
import type { Scratch, Size } from './working-picture.ts';

/** The frames that the mean remembers. */
const MEMORY_FRAMES = 20;
/** Frames before the first find. */
export const LEARNING_FRAMES = 10;
/** Cells that may be smoke are learned this much more slowly. */
const HELD_BACK = 0.05;
/** Gradients of the sky are below this, levels a pixel of the working picture. */
const SKY_GRADIENT = 1.6;
/** Variances before the first frames. */
const FIRST_LIGHTER = 0.06;
const FIRST_HIDDEN = 0.01;
/** One frame counts at most as this many times the variance, so that faint smoke does not become part of it. */
const MOST_VARIANCES = 6;
/** Fog comes slowly, so that the usual clarity is remembered longer. */
const CLARITY_SHARE = 0.02;
const SKYLINE_EVERY_FRAMES = 10;

export interface Background {
  readonly picture: Float32Array;
  readonly blue: Float32Array;
  readonly red: Float32Array;
  readonly heat: Float32Array;
  readonly profiles: Profiles;
  /** Variance of the excess of luma and of the hidden share. */
  readonly lighterVariance: Float32Array;
  readonly hiddenVariance: Float32Array;
  /** 1: above the skyline. */
  readonly isSky: Uint8Array;
  /** 1: hidden by a mask. */
  readonly isMasked: Uint8Array;
  /** Texture relative to the light, usually: below 1, because a single frame has noise. */
  clarity: number;
  frames: number;
}

/** @param isMasked whether the point at this share of the width and of the height (0 … 1) is masked */
export function createBackground(size: Size, isMasked: (across: number, down: number) => boolean): Background {
  const { columns, rows, cellColumns, cellRows, width, height } = size;
  const cells = cellColumns * cellRows;
  return {
    picture: new Float32Array(columns * rows),
    blue: new Float32Array(cells),
    red: new Float32Array(cells),
    heat: new Float32Array(cells),
    profiles: createProfiles(width, height),
    lighterVariance: new Float32Array(cells).fill(FIRST_LIGHTER),
    hiddenVariance: new Float32Array(cells).fill(FIRST_HIDDEN),
    isSky: new Uint8Array(cells),
    isMasked: Uint8Array.from({ length: cells }, (_, at) =>
      Number(isMasked(((at % cellColumns) + 0.5) / cellColumns, (Math.floor(at / cellColumns) + 0.5) / cellRows)),
    ),
    clarity: 1,
    frames: 0,
  };
}

/**
 * Learns the frame in the scratch arrays. The first frame is taken whole.
 * @param light of the frame relative to the background
 */
export function learn(
  background: Background,
  scratch: Scratch,
  { gain, texture }: { readonly gain: number; readonly texture: number },
): void {
  const { size, picture, blue, red, heat, profiles, isHeld, lighter, hidden } = scratch;
  const { columns, rows, cellColumns } = size;
  const share = 1 / Math.min(background.frames + 1, MEMORY_FRAMES);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const before = background.picture[at] as number;
      // A cell that may be smoke follows the light, and the picture only slowly.
      const isSlow = isHeld[(row >> 1) * cellColumns + (column >> 1)] === 1;
      const target = isSlow ? before * gain + HELD_BACK * ((picture[at] as number) - before * gain) : (picture[at] as number);
      background.picture[at] = before + share * (target - before);
    }
  for (let cell = 0; cell < blue.length; cell++) {
    const own = isHeld[cell] === 1 ? share * HELD_BACK : share;
    background.blue[cell] = (background.blue[cell] as number) + own * ((blue[cell] as number) - (background.blue[cell] as number));
    background.red[cell] = (background.red[cell] as number) + own * ((red[cell] as number) - (background.red[cell] as number));
    background.heat[cell] = (background.heat[cell] as number) + own * ((heat[cell] as number) - (background.heat[cell] as number));
    if (background.frames === 0) continue;
    background.lighterVariance[cell] = variance(background.lighterVariance[cell] as number, lighter[cell] as number, own);
    background.hiddenVariance[cell] = variance(background.hiddenVariance[cell] as number, hidden[cell] as number, own);
  }
  mix(background.profiles.columns, profiles.columns, share);
  mix(background.profiles.rows, profiles.rows, share);
  background.clarity += Math.max(1 / (background.frames + 1), CLARITY_SHARE) * (texture / gain - background.clarity);
  background.frames += 1;
  if (background.frames % SKYLINE_EVERY_FRAMES === 0) findSkyline(background, scratch);
}

const variance = (before: number, value: number, share: number): number =>
  before + Math.min(share, 0.15) * (Math.min(value * value, MOST_VARIANCES * before) - before);

function mix(to: Float32Array, from: Float32Array, share: number): void {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] as number) + share * ((from[at] as number) - (to[at] as number));
}

/** The sky reaches from the top of each column down to the first cell with texture. */
function findSkyline({ isSky }: Background, { size, sums }: Scratch): void {
  const { cellColumns, cellRows } = size;
  // 36 pixels with two gradients each are summed.
  const most = 36 * SKY_GRADIENT ** 2;
  for (let i = 0; i < cellColumns; i++) {
    let isAbove = true;
    for (let j = 0; j < cellRows; j++) {
      const cell = j * cellColumns + i;
      isAbove &&= (sums.square[cell] as number) < most;
      isSky[cell] = Number(isAbove);
    }
  }
}

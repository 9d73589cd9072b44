// Connected candidate cells of a frame, and the properties by which one frame distinguishes smoke from what looks like it.
import type { Background } from './background.ts';
import type { Light } from './evidence.ts';
import type { Thresholds } from './thresholds.ts';
import type { Scratch } from './working-picture.ts';

/** Weather, not smoke: more patches than this, or more of the terrain than this share. */
const MOST_PATCHES = 40;
const MOST_OF_TERRAIN = 0.15;
const RED_OVER_BLUE = 14;
/** Luma above black of what is saturated, and the share of a patch that may be. */
const WHITE = 208;
const MOST_WHITE = 0.25;
/** Squares of the gradients of noise, a pixel. */
const NOISE = 3;
const MOST_HARDNESS = 1.3;
/** Luma of the lightest smoke. */
const LIGHTEST = 170;
/** Fog is wide and faint: a patch is lighter by one level for so many cells, at most by so many levels. */
const FAINT_CELLS = 150;
const MOST_FAINT = 2.2;
/** Cells of a patch are at most this far apart. */
const GAP = 3;
/** Cells below the skyline. */
const LEAST_TERRAIN = 4;

/** Values of one patch; a pool of them is reused from frame to frame. */
export interface Patch {
  label: number;
  /** The number of its track. */
  track: number;
  cells: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Column of the foot, the middle of the lowest two rows. */
  foot: number;
  /** Sum of the excess of luma. */
  mass: number;
  /** Share of the texture that is hidden. */
  hidden: number;
  /** The least share that smoke hides to be so light; a low sun's glare hides nothing. */
  leastHidden: number;
  /** The sums that it is worked out from: gradients of the picture times those of the background, and the latter's squares. */
  product: number;
  square: number;
  /** How far the veil's colour lies from grey towards brown. */
  brown: number;
  /** Share of its cells above the skyline. */
  sky: number;
  /** Levels by which its hottest cell is warmer than before in the thermal picture: the fire at its foot is hot, smoke hardly is. */
  heat: number;
  /** Gradients that are not those of the background, a pixel, relative to the excess of luma: drops and lamps have edges. */
  hardness: number;
  /** Share of its cells that are as light as the picture can show. */
  white: number;
}

const emptyPatch = (): Patch => ({
  label: 0,
  track: 0,
  cells: 0,
  left: 0,
  top: 0,
  right: 0,
  bottom: 0,
  foot: 0,
  mass: 0,
  hidden: 0,
  leastHidden: 0,
  product: 0,
  square: 0,
  brown: 0,
  sky: 0,
  heat: 0,
  hardness: 0,
  white: 0,
});

export const createPatches = (): Patch[] => Array.from({ length: MOST_PATCHES }, emptyPatch);

/**
 * Labels the candidate cells and measures each patch.
 * @returns the number of patches at the front of `patches`; −1 where so much changed that the frame says nothing
 */
export function findPatches(patches: Patch[], scratch: Scratch, background: Background, light: Light, thresholds: Thresholds): number {
  const { isCandidate, label } = scratch;
  label.fill(0);
  let [found, candidates, terrain] = [0, 0, 0];
  for (let cell = 0; cell < label.length; cell++) {
    if (background.isSky[cell] === 1) continue;
    terrain += 1;
    candidates += isCandidate[cell] as number;
  }
  if (candidates > MOST_OF_TERRAIN * terrain) return -1;
  let next = 0;
  for (let cell = 0; cell < label.length; cell++) {
    if (isCandidate[cell] === 0 || label[cell] !== 0) continue;
    next += 1;
    const count = flood(scratch, cell, next);
    if (count < thresholds.leastCells) continue;
    if (found === patches.length) return -1;
    const patch = patches[found] as Patch;
    patch.label = next;
    measure(patch, scratch, background, light, count);
    if (isSmokeLike(patch)) found += 1;
  }
  sortByMass(patches, found);
  return found;
}

/** The largest first, so that of the pieces of a plume the largest continues its track. */
function sortByMass(patches: Patch[], found: number): void {
  for (let at = 1; at < found; at++) {
    const patch = patches[at] as Patch;
    let to = at;
    while (to > 0 && (patches[to - 1] as Patch).mass < patch.mass) {
      patches[to] = patches[to - 1] as Patch;
      to -= 1;
    }
    patches[to] = patch;
  }
}

/** Labels all candidates connected with a cell. @returns how many they are; they stand at the front of `queue` */
function flood({ size, isCandidate, label, queue }: Scratch, from: number, next: number): number {
  const { cellColumns, cellRows } = size;
  let [head, tail] = [0, 1];
  queue[0] = from;
  label[from] = next;
  while (head < tail) {
    const cell = queue[head++] as number;
    const column = cell % cellColumns;
    const row = (cell - column) / cellColumns;
    for (let j = Math.max(0, row - GAP); j <= Math.min(cellRows - 1, row + GAP); j++)
      for (let i = Math.max(0, column - GAP); i <= Math.min(cellColumns - 1, column + GAP); i++) {
        const other = j * cellColumns + i;
        if (isCandidate[other] === 0 || label[other] !== 0) continue;
        label[other] = next;
        queue[tail++] = other;
      }
  }
  return tail;
}

function measure(patch: Patch, scratch: Scratch, background: Background, { texture, tint, unexplained }: Light, count: number): void {
  const { size, queue, sums, lighter, blue, red, heat } = scratch;
  const { cellColumns } = size;
  let [left, top, right, bottom] = [cellColumns, size.cellRows, 0, 0];
  let [mass, product, square, energy, squares, luma, sky, warmer, white] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [blueNow, redNow, blueBefore, redBefore] = [0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const cell = queue[at] as number;
    const column = cell % cellColumns;
    const row = (cell - column) / cellColumns;
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    if (row > bottom) bottom = row;
    mass += lighter[cell] as number;
    const [along, own] = [sums.product[cell] as number, sums.square[cell] as number];
    // Cells count by their excess, so that edges beside a narrow plume do not outweigh it.
    const excess = lighter[cell] as number;
    product += excess * along;
    square += excess * own;
    squares += own;
    // What no multiple of the background's gradients explains.
    energy += (sums.energy[cell] as number) - (along * along) / (own + 1);
    white += Number((sums.luma[cell] as number) > 36 * WHITE);
    luma += (sums.background[cell] as number) / 36;
    sky += background.isSky[cell] as number;
    blueNow += blue[cell] as number;
    redNow += red[cell] as number;
    blueBefore += background.blue[cell] as number;
    redBefore += background.red[cell] as number;
    warmer = Math.max(warmer, (heat[cell] as number) - (background.heat[cell] as number));
  }
  let [foot, feet] = [0, 0];
  for (let at = 0; at < count; at++) {
    const cell = queue[at] as number;
    if (cell < (bottom - 1) * cellColumns) continue;
    foot += cell % cellColumns;
    feet += 1;
  }
  Object.assign(patch, { cells: count, left, top, right: right + 1, bottom: bottom + 1, foot: foot / feet, mass });
  product *= count / mass;
  square *= count / mass;
  const hidden = square < 1 ? 0 : 1 - product / (square * texture);
  patch.hidden = hidden;
  patch.product = product / texture;
  patch.square = square;
  patch.leastHidden = mass / count / Math.max(40, LIGHTEST - luma / count);
  const share = Math.min(1, Math.max(0.05, hidden, patch.leastHidden));
  const veil = (now: number, before: number) => (now / count - 128 - (1 - share) * (before / count - 128)) / share;
  patch.brown = veil(redNow, redBefore) - veil(blueNow, blueBefore) - tint / share;
  const usual = Math.max(36 * count * NOISE, 1.3 * unexplained * squares);
  patch.hardness = Math.sqrt(Math.max(0, energy - usual) / count / 36) / (mass / count);
  patch.white = white / count;
  patch.sky = sky / count;
  patch.heat = warmer;
}

/** Noise of about one level in the working picture, in each gradient twice; nine cells share their pixels. */
export const errorOfHidden = (square: number): number => Math.sqrt(18 / (square + 18));

function isSmokeLike({ hidden, square, brown, sky, cells, mass, hardness, white }: Patch): boolean {
  if (hidden < -2 * errorOfHidden(square)) return false;
  if (mass < cells * Math.min(MOST_FAINT, cells / FAINT_CELLS)) return false;
  if (hardness > MOST_HARDNESS || white > MOST_WHITE) return false;
  return cells * (1 - sky) >= LEAST_TERRAIN && brown < RED_OVER_BLUE;
}

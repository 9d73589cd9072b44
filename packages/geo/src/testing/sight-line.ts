// One line of sight by many samples over bilinear terrain: slow, plain, and the reference for the sweep of rays. It can be computed wrongly on
// purpose, in the five ways in which such programs fail silently (named by the public suite "silent failures in viewshed analysis" of
// vl4dimr), so that a test shows that its cases notice each.
import { CURVATURE_PER_METRE } from '../ray/sight.ts';
import { eastMetresAt, type HeightGrid, heightBetween, type Mast } from '../viewshed/height-grid.ts';

export const SIGHT_DEFECTS = [
  'curvature-subtracted',
  'curvature-ignored',
  'target-on-the-ground',
  'ends-hide-themselves',
  'coarse-samples',
] as const;
export type SightDefect = (typeof SIGHT_DEFECTS)[number];

const CURVATURES: Readonly<Partial<Record<SightDefect, number>>> = { 'curvature-subtracted': -1, 'curvature-ignored': 0 };

/** Between two crossings of grid lines, where the terrain is a parabola. */
const PIECES = 8;

/** A target on a grid: its post, and its height above the ground. */
export interface Target {
  readonly column: number;
  readonly row: number;
  readonly targetMetres: number;
}

/** Whether nothing between the camera and the target rises above the straight line. Both ends are known and on the grid. */
export function seesAlongLine(grid: HeightGrid, mast: Mast, target: Target, defect?: SightDefect): boolean {
  const { targetMetres } = target;
  if (defect === 'ends-hide-themselves' && (mast.mastMetres <= 0 || targetMetres <= 0)) return false;
  return lowestAlongLine(grid, mast, target, defect) <= (defect === 'target-on-the-ground' ? 0 : targetMetres) + 1e-6;
}

/** The lowest visible height above the ground at a post, metres; 0 or less where the ground is in view. */
export function lowestAlongLine(grid: HeightGrid, mast: Mast, post: Omit<Target, 'targetMetres'>, defect?: SightDefect): number {
  const across = post.column - mast.column;
  const down = post.row - mast.row;
  const metres = Math.hypot(across * eastMetresAt(grid, (mast.row + post.row) / 2), down * grid.northMetres);
  if (metres === 0) return 0;
  const curvature = CURVATURE_PER_METRE * ((defect && CURVATURES[defect]) ?? 1);
  const eye = heightBetween(grid, mast.column, mast.row) + mast.mastMetres;
  let steepest = Number.NEGATIVE_INFINITY;
  const shares = defect === 'coarse-samples' ? TENTHS : samplesOf(mast, across, down);
  for (const share of shares) {
    const far = metres * share;
    const height = heightBetween(grid, mast.column + across * share, mast.row + down * share);
    steepest = Math.max(steepest, (height - eye) / far - far * curvature);
  }
  return eye + (steepest + metres * curvature) * metres - heightBetween(grid, post.column, post.row);
}

const TENTHS = Array.from({ length: 9 }, (_, sample) => (sample + 1) / 10);

/** Where a line crosses columns and rows of posts, and places between, as shares of its length without its ends. */
function samplesOf({ column, row }: Mast, across: number, down: number): number[] {
  const crossings = [...crossingsOf(column, across), ...crossingsOf(row, down), 1].sort((a, b) => a - b);
  const shares = crossings.flatMap((end, index) => {
    const start = crossings[index - 1] ?? 0;
    return Array.from({ length: PIECES }, (_, piece) => start + ((end - start) * (piece + 1)) / PIECES);
  });
  return shares.filter((share) => share > 1e-9 && share < 1 - 1e-9);
}

function crossingsOf(from: number, way: number): number[] {
  const first = Math.ceil(Math.min(from, from + way));
  const last = Math.floor(Math.max(from, from + way));
  return way === 0 ? [] : Array.from({ length: last - first + 1 }, (_, line) => (first + line - from) / way);
}

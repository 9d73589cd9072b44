// Finds the first hit of a ray with the triangles of the terrain. Whole blocks of cells are skipped where the ray is above the block's
// highest post. Exact: the same hit as testing every triangle. Called by locate.ts.
import { TILE_POSTS } from '../elevation/lattice.ts';
import type { Surface } from '../elevation/surface.ts';
import { CURVATURE_PER_METRE } from './sight.ts';
import { DESCEND, END, type GroundPath, SKIP, type Walker, walk } from './walk.ts';

/** Height above sea level of the ray after d metres along the ground: eye + slope·d + d²(1−k)/(2R). */
export interface Ray {
  readonly eyeMetres: number;
  /** Tangent of the tilt; up positive. */
  readonly slope: number;
}

/** Tolerance, so that a ray that starts on the ground (a tower of 0 m) does not hit it there. */
const TOUCH_METRES = 1e-6;

/**
 * The distance along the ground of the first hit at or after `fromMetres`.
 * @returns null when there is none within the path, or when the ray reaches unknown terrain: a hit behind it might not be the first.
 */
export function firstHit(surface: Surface, path: GroundPath, ray: Ray, fromMetres = 0): number | null {
  const { eyeMetres, slope } = ray;
  const { highestMetres } = surface;
  // The ray is a parabola that opens upwards, with its lowest point here.
  const lowestAt = -slope / (2 * CURVATURE_PER_METRE);
  let hit: number | null = null;
  const walker: Walker = {
    examineBlock(highest, from, to) {
      const lowestHere = Math.max(from, Math.min(to, lowestAt));
      if (eyeMetres + lowestHere * (slope + lowestHere * CURVATURE_PER_METRE) <= highest) return DESCEND;
      return from >= lowestAt && eyeMetres + from * (slope + from * CURVATURE_PER_METRE) > highestMetres ? END : SKIP;
    },
    visitCell(posts, column, row, from, to, u, rateU, v, rateV) {
      hit = hitInCell(posts, column, row, ray, from, to, u, rateU, v, rateV);
      return hit !== null;
    },
  };
  walk(surface, path, walker, fromMetres, path.lengthMetres);
  return hit;
}

/** The first hit with the two triangles of a cell in the interval from … to; `u`, `v` are coordinates in the cell, 0 … 1, at d = 0. */
function hitInCell(
  posts: Float32Array,
  column: number,
  row: number,
  ray: Ray,
  from: number,
  to: number,
  u: number,
  rateU: number,
  v: number,
  rateV: number,
): number | null {
  const at = row * TILE_POSTS + column;
  const nw = posts[at] as number;
  const ne = posts[at + 1] as number;
  const sw = posts[at + TILE_POSTS] as number;
  const se = posts[at + TILE_POSTS + 1] as number;
  const turn = (1 - u - v) / (rateU + rateV);
  const middle = turn > from && turn < to ? turn : to;
  for (let start = from, end = middle; ; start = end, end = to) {
    // The plane of the triangle: height = corner + across·u + down·v. Cells are cut from south-west to north-east (u + v = 1), as in surface.ts.
    const centre = (start + end) / 2;
    const upper = u + v + (rateU + rateV) * centre < 1;
    const across = upper ? ne - nw : se - sw;
    const down = upper ? sw - nw : se - ne;
    const corner = upper ? nw : ne + sw - se;
    const hit = firstRoot(
      ray.eyeMetres +
        start * (ray.slope + start * CURVATURE_PER_METRE) -
        (corner + across * (u + rateU * start) + down * (v + rateV * start)),
      ray.slope + 2 * start * CURVATURE_PER_METRE - (across * rateU + down * rateV),
      end - start,
    );
    if (hit !== null) return start + hit;
    if (end === to) return null;
  }
}

/** The first t in 0 … length where gap + rate·t + CURVATURE·t² reaches 0. */
function firstRoot(gap: number, rate: number, length: number): number | null {
  if (gap < -TOUCH_METRES) return 0;
  if (rate >= 0) return null;
  if (gap <= 0) return 0;
  const discriminant = rate * rate - 4 * CURVATURE_PER_METRE * gap;
  if (discriminant < 0) return null;
  const t = (2 * gap) / (-rate + Math.sqrt(discriminant));
  return t <= length ? t : null;
}

// Carves valleys into the demo relief by the distance to river courses and the heights of their floors. Called by relief.ts.
import type { RiverCourse } from './base-heights.ts';

/** Kilometres of a degree on the stage; a fixed plane is accurate enough for valleys, and the same on every machine. */
export const KM_PER_LNG = 94.5;
export const KM_PER_LAT = 111;

/** The greatest distance at which a valley has an effect. */
const REACH_KM = 20;
/** The distance at which the terrain is half-way from floor to ridge. */
const HALF_RISE_KM = 2.2;
/** Half the width of the flat floor. */
const FLOOR_KM = 0.12;
const BUCKET_KM = 8;

interface Segment {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly lengthSquared: number;
  readonly floor: number;
  readonly fall: number;
}

/**
 * Carves river courses into the terrain: `carve(xs, ys, heights)` with positions in kilometres (degrees × KM_PER_…) changes the heights,
 * metres, in place. The result is a weighted mean of the terrain (weight 1) and every floor in reach (weight → ∞ at the river), which is
 * continuous where two valleys meet, unlike "the nearest river".
 */
export function valleyCarver(courses: readonly RiverCourse[]): (xs: Float64Array, ys: Float64Array, heights: Float64Array) => void {
  const buckets = bucketsOf(courses.flatMap(segmentsOf));
  return (xs, ys, heights) => {
    let bucketX = Number.NaN;
    let bucketY = Number.NaN;
    let near: readonly Segment[] = [];
    for (let k = 0; k < heights.length; k++) {
      const x = xs[k] as number;
      const y = ys[k] as number;
      const bx = Math.floor(x / BUCKET_KM);
      const by = Math.floor(y / BUCKET_KM);
      if (bx !== bucketX || by !== bucketY) {
        near = buckets.get(bucketKey(bx, by)) ?? [];
        bucketX = bx;
        bucketY = by;
      }
      let weights = 1;
      let sum = heights[k] as number;
      for (const s of near) {
        const t0 = ((x - s.x) * s.dx + (y - s.y) * s.dy) / s.lengthSquared;
        const t = Math.min(1, Math.max(0, t0));
        const ex = x - s.x - t * s.dx;
        const ey = y - s.y - t * s.dy;
        const squared = ex * ex + ey * ey;
        if (squared >= REACH_KM * REACH_KM) continue;
        const fade = 1 - squared / (REACH_KM * REACH_KM);
        const weight = ((HALF_RISE_KM * HALF_RISE_KM) / (squared + FLOOR_KM * FLOOR_KM)) * fade * fade;
        weights += weight;
        sum += weight * (s.floor + t * s.fall);
      }
      heights[k] = sum / weights;
    }
  };
}

/** @returns kilometres from a position (degrees × KM_PER_…) to the nearest course; Infinity: none within `REACH_KM` */
export function courseDistance(courses: readonly RiverCourse[]): (x: number, y: number) => number {
  const buckets = bucketsOf(courses.flatMap(segmentsOf));
  return (x, y) => {
    let nearest = REACH_KM * REACH_KM;
    for (const s of buckets.get(bucketKey(Math.floor(x / BUCKET_KM), Math.floor(y / BUCKET_KM))) ?? []) {
      const t = Math.min(1, Math.max(0, ((x - s.x) * s.dx + (y - s.y) * s.dy) / s.lengthSquared));
      const [ex, ey] = [x - s.x - t * s.dx, y - s.y - t * s.dy];
      nearest = Math.min(nearest, ex * ex + ey * ey);
    }
    return nearest < REACH_KM * REACH_KM ? Math.sqrt(nearest) : Number.POSITIVE_INFINITY;
  };
}

function segmentsOf(course: RiverCourse): Segment[] {
  return course.slice(1).flatMap(([lng, lat, floor], at) => {
    const head = course[at];
    if (head === undefined) return [];
    const x = head[0] * KM_PER_LNG;
    const y = head[1] * KM_PER_LAT;
    const dx = lng * KM_PER_LNG - x;
    const dy = lat * KM_PER_LAT - y;
    return [{ x, y, dx, dy, lengthSquared: dx * dx + dy * dy, floor: head[2], fall: floor - head[2] }];
  });
}

function bucketsOf(segments: readonly Segment[]): Map<number, Segment[]> {
  const buckets = new Map<number, Segment[]>();
  for (const s of segments) {
    const west = Math.floor((Math.min(s.x, s.x + s.dx) - REACH_KM) / BUCKET_KM);
    const east = Math.floor((Math.max(s.x, s.x + s.dx) + REACH_KM) / BUCKET_KM);
    const south = Math.floor((Math.min(s.y, s.y + s.dy) - REACH_KM) / BUCKET_KM);
    const north = Math.floor((Math.max(s.y, s.y + s.dy) + REACH_KM) / BUCKET_KM);
    for (let bx = west; bx <= east; bx++) {
      for (let by = south; by <= north; by++) {
        const key = bucketKey(bx, by);
        const bucket = buckets.get(key);
        if (bucket === undefined) buckets.set(key, [s]);
        else bucket.push(s);
      }
    }
  }
  return buckets;
}

const bucketKey = (bx: number, by: number): number => bx * 65_536 + by;

// A track with fewer positions, for drawing and replay: the positions with the most information about the track and its times are retained.
import type { LngLat } from '../coordinates/geodesic.ts';
import { GAP_MS, type TrackFix } from './patrol.ts';

const METRES_PER_DEGREE = 111_195;

/**
 * At most `most` of the positions, unchanged and in order, with the first and the last and both ends of every gap (all of these even if
 * there are more). Starting from the whole track, the position whose removal has the least effect is removed repeatedly. The effect is the
 * distance from where its neighbours would place it at its time (synchronised Euclidean distance: N. Meratnia, R. A. de By, EDBT 2004,
 * taken bottom-up as in M. Visvalingam, J. D. Whyatt 1993). So a halt keeps its times and a bend its shape. O(n log n).
 */
export function thinTrack<F extends TrackFix>(fixes: readonly F[], most: number): readonly F[] {
  if (fixes.length <= most) return fixes;
  const before = Int32Array.from(fixes, (_, index) => index - 1);
  const after = Int32Array.from(fixes, (_, index) => index + 1);
  const errors = Float64Array.from(fixes, (_, index) => errorAt(fixes, index - 1, index, index + 1));
  const isOut = new Uint8Array(fixes.length);
  const heap = heapBy(errors);
  for (const [index, error] of errors.entries()) if (error !== Number.POSITIVE_INFINITY) heap.push(index);
  for (let left = fixes.length; left > most; ) {
    const index = heap.pop();
    if (index === null) break;
    left--;
    isOut[index] = 1;
    const [previous, next] = [before[index] as number, after[index] as number];
    after[previous] = next;
    before[next] = previous;
    for (const neighbour of [previous, next]) {
      if (errors[neighbour] === Number.POSITIVE_INFINITY) continue;
      const error = errorAt(fixes, before[neighbour] as number, neighbour, after[neighbour] as number);
      // Never less than the error already removed here, or a long curve would be removed in small pieces.
      errors[neighbour] = Math.max(error, errors[index] as number);
      heap.moved(neighbour);
    }
  }
  return fixes.filter((_, index) => isOut[index] === 0);
}

/** Metres between a position and where its neighbours would place it at its time; infinite at the ends of the track and of gaps. */
function errorAt(fixes: readonly TrackFix[], before: number, index: number, after: number): number {
  const [a, b, c] = [fixes[before], fixes[index] as TrackFix, fixes[after]];
  if (a === undefined || c === undefined) return Number.POSITIVE_INFINITY;
  const isBesideGap = b.ms - (fixes[index - 1] as TrackFix).ms > GAP_MS || (fixes[index + 1] as TrackFix).ms - b.ms > GAP_MS;
  if (isBesideGap) return Number.POSITIVE_INFINITY;
  const part = c.ms === a.ms ? 0 : (b.ms - a.ms) / (c.ms - a.ms);
  return flatMetres({ lng: a.lng + part * (c.lng - a.lng), lat: a.lat + part * (c.lat - a.lat) }, b);
}

const flatMetres = (one: LngLat, other: LngLat): number =>
  METRES_PER_DEGREE * Math.hypot((one.lng - other.lng) * Math.cos((other.lat * Math.PI) / 180), one.lat - other.lat);

/** The indices in order of their keys; a key may change while its index is in the heap. */
function heapBy(keys: Float64Array) {
  const heap: number[] = [];
  /** For each index its place in the heap; −1: not in it. */
  const placeOf = new Int32Array(keys.length).fill(-1);
  const keyAt = (place: number): number => keys[heap[place] as number] as number;
  const put = (place: number, index: number): void => {
    heap[place] = index;
    placeOf[index] = place;
  };
  const swap = (one: number, other: number): void => {
    const [first, second] = [heap[one] as number, heap[other] as number];
    put(one, second);
    put(other, first);
  };
  const rise = (place: number): void => {
    for (let at = place; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (keyAt(parent) <= keyAt(at)) return;
      swap(parent, at);
      at = parent;
    }
  };
  const sink = (place: number): void => {
    for (let at = place; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && keyAt(child) < keyAt(least)) least = child;
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  return {
    push: (index: number): void => {
      put(heap.length, index);
      rise(heap.length - 1);
    },
    pop: (): number | null => {
      const [first] = heap;
      if (first === undefined) return null;
      swap(0, heap.length - 1);
      heap.pop();
      placeOf[first] = -1;
      sink(0);
      return first;
    },
    moved: (index: number): void => {
      const place = placeOf[index] as number;
      if (place < 0) return;
      rise(place);
      sink(placeOf[index] as number);
    },
  };
}

/** At most `most` of the points, evenly spaced in their order. The first and the last one are retained. */
export function evenlySpaced<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points];
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => points[Math.round(at * step)] as T);
}

// Where a person stayed, and how much that person climbed.
import type { LngLat } from '../coordinates/geodesic.ts';
import { isReached, type TrackFix } from '../track/patrol.ts';

/** A stay within `STOP_METRES` for at least `STOP_MS`. */
export interface PatrolStop extends LngLat {
  readonly beginMs: number;
  readonly endMs: number;
}

export const STOP_MS = 5 * 60_000;
export const STOP_METRES = 50;

const METRES_PER_DEGREE = 111_195;

/**
 * The stays of a track, after the stay points of Q. Li et al., "Mining user similarity based on location history" (ACM GIS 2008): from a
 * position, all later ones within 50 m without a gap; if they last five minutes, their mean is the place.
 * @param fixes sound positions, in order of time
 */
export function stopsOf(fixes: readonly TrackFix[]): PatrolStop[] {
  const stops: PatrolStop[] = [];
  for (let first = 0; first < fixes.length; ) {
    const from = fixes[first] as TrackFix;
    const shrink = Math.cos((from.lat * Math.PI) / 180);
    let last = first;
    for (let next = first + 1; next < fixes.length; next++) {
      const fix = fixes[next] as TrackFix;
      const metres = METRES_PER_DEGREE * Math.hypot((fix.lng - from.lng) * shrink, fix.lat - from.lat);
      if (metres > STOP_METRES || !isReached(fixes[next - 1] as TrackFix, fix)) break;
      last = next;
    }
    const end = fixes[last] as TrackFix;
    if (end.ms - from.ms < STOP_MS) {
      first++;
      continue;
    }
    const stay = fixes.slice(first, last + 1);
    const mean = (value: (fix: TrackFix) => number): number => stay.reduce((sum, fix) => sum + value(fix), 0) / stay.length;
    stops.push({ lng: mean(({ lng }) => lng), lat: mean(({ lat }) => lat), beginMs: from.ms, endMs: end.ms });
    first = last + 1;
  }
  return stops;
}

/** A rise counts only once it exceeds this: a phone's positions on a slope scatter by some metres of height. */
const CLIMB_NOISE_METRES = 10;

/** The sum of all rises along a profile of heights, each counted from its lowest to its highest point. */
export function climbMetres(profile: readonly number[]): number {
  let climb = 0;
  let [low, high] = [profile[0] ?? 0, profile[0] ?? 0];
  for (const height of profile) {
    if (height > high) high = height;
    if (high - height <= CLIMB_NOISE_METRES && height >= low) continue;
    if (high - low > CLIMB_NOISE_METRES) climb += high - low;
    [low, high] = [height, height];
  }
  return high - low > CLIMB_NOISE_METRES ? climb + high - low : climb;
}

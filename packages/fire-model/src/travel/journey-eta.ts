// When a person under way will arrive, from their positions and the planned route.
import type { JourneyState } from '@lookout/features/task/task-journey.ts';
import { distanceMetres, type LngLat, type TrackFix } from '@lookout/geo';
import { nearestOn } from './build-road-net.ts';

/** Within this distance of the goal a person has arrived. */
export const ARRIVED_METRES = 100;
/**
 * A person whose last two positions are farther from the planned route than this has left it. A phone is off by some 20 m, a road net by as
 * much.
 */
export const OFF_ROUTE_METRES = 200;
/** Period before the last position over which the pace is measured. */
export const PACE_MINUTES = 10;
/** A person who advances no farther along the route than this within `PACE_MINUTES` is standing still. */
export const STANDING_METRES = 30;
/** A shorter track does not give a pace. */
const LEAST_TRACK_SECONDS = 60;

export interface PlannedWay {
  readonly path: readonly LngLat[];
  /** For the whole route. */
  readonly seconds: number;
}

export interface JourneyEta {
  readonly state: JourneyState;
  /** Distance along the planned route; null: off the route, or no position. */
  readonly doneMetres: number | null;
  readonly leftMetres: number | null;
  /** Pace relative to the plan: 1 as planned, 0.5 half as fast; null: not measured. */
  readonly pace: number | null;
  /** Epoch milliseconds; null: unknown. For a person standing still, the arrival if they continued now as planned. */
  readonly arrivesMs: number | null;
}

/**
 * The rest of the planned time, at the person's pace of the last minutes, from their last position. The pace is limited to between a
 * quarter of and four times the plan. On a route that passes a place twice the progress never falls back to the first pass.
 * @param fixes in order of time, sound ones (`soundFixes`)
 */
export function journeyEta({ path, seconds }: PlannedWay, fixes: readonly TrackFix[]): JourneyEta {
  const last = fixes.at(-1);
  const goal = path.at(-1);
  if (last === undefined || goal === undefined)
    return { state: 'unknown', doneMetres: null, leftMetres: null, pace: null, arrivesMs: null };
  const line = measured(path);
  const total = line.at(-1) as number;
  if (distanceMetres(last, goal) <= ARRIVED_METRES)
    return { state: 'arrived', doneMetres: total, leftMetres: 0, pace: null, arrivesMs: last.ms };
  // A person who was at the goal when the route was planned has no route by which to come back.
  if (path.length < 2) return { state: 'off-route', doneMetres: null, leftMetres: null, pace: null, arrivesMs: null };
  const begin = last.ms - PACE_MINUTES * 60_000;
  const recent = fixes.filter(({ ms }) => ms >= begin);
  const progress: { ms: number; along: number; aside: number }[] = [];
  for (const fix of recent) progress.push({ ms: fix.ms, ...alongPath(path, line, fix, progress.at(-1)?.along ?? 0) });
  const now = progress.at(-1) as { ms: number; along: number; aside: number };
  if (progress.slice(-2).every(({ aside }) => aside > OFF_ROUTE_METRES))
    return { state: 'off-route', doneMetres: null, leftMetres: null, pace: null, arrivesMs: null };
  const leftMetres = total - now.along;
  const planned = (seconds * leftMetres) / total;
  const first = progress[0] as { ms: number; along: number };
  const [took, came] = [(now.ms - first.ms) / 1000, now.along - first.along];
  const known = { doneMetres: now.along, leftMetres };
  if (took < LEAST_TRACK_SECONDS) return { state: 'under-way', ...known, pace: null, arrivesMs: now.ms + planned * 1000 };
  if (came < STANDING_METRES) return { state: 'standing', ...known, pace: 0, arrivesMs: now.ms + planned * 1000 };
  const pace = Math.min(Math.max(came / took / (total / seconds), 0.25), 4);
  return { state: 'under-way', ...known, pace, arrivesMs: now.ms + (planned / pace) * 1000 };
}

/** Ratio of a walking route to the straight line. 待核对. */
const DETOUR_FACTOR = 1.4;
/** Walking speed over hills, m/s. 待核对. */
const WALKING = 1;
/** Limits of the speed towards the goal, m/s. 待核对. */
const CLOSING = { least: 0.5, most: 12 } as const;

/**
 * The straight-line estimate for a person without a known route: at the pace at which the distance decreased in the last minutes, else at
 * walking speed. It is the earliest possible arrival.
 * @param fixes in order of time, sound ones
 */
export function straightEta(goal: LngLat, fixes: readonly TrackFix[]): JourneyEta {
  const last = fixes.at(-1);
  if (last === undefined) return { state: 'unknown', doneMetres: null, leftMetres: null, pace: null, arrivesMs: null };
  const leftMetres = distanceMetres(last, goal);
  if (leftMetres <= ARRIVED_METRES) return { state: 'arrived', doneMetres: null, leftMetres: 0, pace: null, arrivesMs: last.ms };
  const first = fixes.find(({ ms }) => ms >= last.ms - PACE_MINUTES * 60_000) as TrackFix;
  const [took, nearer] = [(last.ms - first.ms) / 1000, distanceMetres(first, goal) - leftMetres];
  const isMeasured = took >= LEAST_TRACK_SECONDS && nearer >= STANDING_METRES;
  const speed = isMeasured ? Math.min(Math.max(nearer / took, CLOSING.least), CLOSING.most) : WALKING / DETOUR_FACTOR;
  return { state: 'straight', doneMetres: null, leftMetres, pace: null, arrivesMs: last.ms + (leftMetres / speed) * 1000 };
}

/** Metres from the beginning to each point. */
function measured(path: readonly LngLat[]): number[] {
  const passed = [0];
  for (let index = 1; index < path.length; index++)
    passed.push((passed.at(-1) as number) + distanceMetres(path[index - 1] as LngLat, path[index] as LngLat));
  return passed;
}

/** The nearest place on the route that is not before `least`; if two are equally near, the first. */
function alongPath(path: readonly LngLat[], passed: readonly number[], place: LngLat, least: number): { along: number; aside: number } {
  let best = { along: least, aside: Number.POSITIVE_INFINITY };
  for (let index = 0; index + 1 < path.length; index++) {
    const [begin, end] = [passed[index] as number, passed[index + 1] as number];
    if (end < least) continue;
    const { metres, share } = nearestOn(place, path[index] as LngLat, path[index + 1] as LngLat);
    if (metres < best.aside) best = { along: Math.max(begin + share * (end - begin), least), aside: metres };
  }
  return best;
}

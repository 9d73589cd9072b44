// When somebody under way will be there: from his own positions beside the way that was planned for him.
import type { JourneyState } from '@lookout/features/task/task-journey.ts';
import { distanceMetres, type LngLat, type TrackFix } from '@lookout/geo';
import { nearestOn } from './build-road-net.ts';

/** Nearer to the goal than this he has arrived. */
export const ARRIVED_METRES = 100;
/** Farther from the planned way than this, at his last two positions, he has left it. A phone is some 20 m off, a road net as much. */
export const OFF_ROUTE_METRES = 200;
/** In this time before his last position his pace is measured, */
export const PACE_MINUTES = 10;
/** and if he came no farther along the way than this in it, he stands still. */
export const STANDING_METRES = 30;
/** A shorter track says nothing of a pace. */
const LEAST_TRACK_SECONDS = 60;

export interface PlannedWay {
  readonly path: readonly LngLat[];
  /** For all of it. */
  readonly seconds: number;
}

export interface JourneyEta {
  readonly state: JourneyState;
  /** Of the planned way; null: off it, or no position. */
  readonly doneMetres: number | null;
  readonly leftMetres: number | null;
  /** Beside the plan: 1 as planned, 0.5 half as fast; null: not measured. */
  readonly pace: number | null;
  /** Epoch milliseconds; null: not to be said. Standing still, what it would be if he went on now as planned. */
  readonly arrivesMs: number | null;
}

/**
 * What is left of the plan's time, at his own pace of the last minutes, from his last position on. Pace is held between a quarter of and four times the plan.
 * On a way that passes a place twice his progress never falls back to the first time.
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
  // Who was on the spot when it was planned has no way to come back by.
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

/** A way on foot is so much longer than the straight line. 待核对. */
const DETOUR_FACTOR = 1.4;
/** On foot over hills, m/s. 待核对. */
const WALKING = 1;
/** Towards the goal, m/s: nobody is taken to come slower or faster than these. 待核对. */
const CLOSING = { least: 0.5, most: 12 } as const;

/**
 * Of one for whom no way is known, as the crow flies: at the pace at which he came nearer in the last minutes, else on foot. The earliest that can be said.
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

/** The nearest place of the way that is not behind `least`; of two as near, the first. */
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

// Tours of all steerable cameras together: where each looks next, so that a new fire is seen as early as its danger asks for, and no cell stays
// unseen beyond a limit.
import { checkCamera, longestMoveSeconds, type TourCamera, type TourLook, type TourStart, type TourVisit, visitNext } from './tour.ts';
import { assignDuty } from './watch-duty.ts';

export interface ToursAsked {
  readonly cameras: readonly TourCamera[];
  /** By cell: how likely a fire starts there and how bad it would be; 0: nothing to watch. */
  readonly weights: ArrayLike<number>;
  /** By cell: seconds since it was last in a judged picture; Infinity: never. */
  readonly unseenSeconds: ArrayLike<number>;
  readonly horizonSeconds: number;
  /** No cell with a weight stays unseen longer than this if a camera can look at it. LY/T 2581: 30 minutes. */
  readonly limitSeconds: number;
  /** By camera; default: free now, looking elsewhere. */
  readonly starts?: readonly TourStart[];
}

export interface PlannedTours {
  /** By camera, in the order of time; empty: the camera has no looks. The last one begins before the horizon. */
  readonly visits: readonly (readonly TourVisit[])[];
  /** Cameras whose duty takes longer than the limit for one round, and by how much. */
  readonly late: readonly { readonly camera: number; readonly seconds: number }[];
}

/** LY/T 2581: the interval at which a watched place is looked at. */
export const UNSEEN_LIMIT_SECONDS = 30 * 60;

/**
 * Plans tours for the next horizon; the same request gives the same plan. Each camera, as soon as it is free, takes the look whose cells gain
 * most a second: weight × the square of the time for which no camera has seen them, which is the index of Whittle for the mean age of sources
 * that are polled one at a time (Kadota et al., "Scheduling policies for minimizing age of information", 2018). A look that would make another
 * one late for its limit is not taken. Plans that follow each other from the ages and starts that the last one left are as good as one long plan.
 * @throws RangeError for a camera without dwell or speed
 */
export function planTours(asked: ToursAsked): PlannedTours {
  const { cameras, weights, unseenSeconds, horizonSeconds, limitSeconds } = asked;
  for (const camera of cameras) checkCamera(camera);
  const duty = assignDuty(cameras, weights, limitSeconds);
  // A cell that nobody has ever seen is as urgent as one at the limit.
  const seenAt = Float64Array.from(unseenSeconds, (seconds) => -Math.min(seconds, limitSeconds));
  const heads = cameras.map(
    (camera, index): Head => ({
      camera,
      duties: duty.cells[index] as Int32Array[],
      longestMove: longestMoveSeconds(camera),
      visits: [],
      start: asked.starts?.[index] ?? { look: null, freeAtSeconds: 0 },
    }),
  );
  const queue = heads.filter(({ camera, start }) => camera.looks.length > 0 && start.freeAtSeconds < horizonSeconds);
  while (queue.length > 0) {
    const head = queue.reduce((first, one) => (one.start.freeAtSeconds < first.start.freeAtSeconds ? one : first));
    const visit = nextVisit(head, weights, seenAt, limitSeconds);
    head.visits.push(visit);
    head.start = { look: visit.look, freeAtSeconds: visit.endSeconds };
    for (const cell of (head.camera.looks[visit.look] as TourLook).cells) {
      seenAt[cell] = Math.max(seenAt[cell] as number, visit.endSeconds);
    }
    if (visit.endSeconds >= horizonSeconds) queue.splice(queue.indexOf(head), 1);
  }
  return {
    visits: heads.map(({ visits }) => visits),
    late: duty.roundSeconds.flatMap((round, camera) => (round > limitSeconds ? [{ camera, seconds: round - limitSeconds }] : [])),
  };
}

/** A camera while its tour is being planned. */
interface Head {
  readonly camera: TourCamera;
  readonly duties: readonly Int32Array[];
  readonly longestMove: number;
  readonly visits: TourVisit[];
  start: TourStart;
}

interface Deadline {
  readonly look: number;
  readonly atSeconds: number;
}

function nextVisit(head: Head, weights: ArrayLike<number>, seenAt: Float64Array, limitSeconds: number): TourVisit {
  const { camera, start, longestMove } = head;
  const deadlines = deadlinesOf(head, seenAt, limitSeconds);
  const lookSeconds = camera.dwellSeconds + longestMove;
  let best: TourVisit | null = null;
  let most = -1;
  for (let look = 0; look < camera.looks.length; look++) {
    const visit = visitNext(camera, start, look, longestMove);
    const gain = gainOf(camera.looks[look] as TourLook, visit, weights, seenAt) / (visit.endSeconds - start.freeAtSeconds);
    if (gain > most && isInTime(visit, deadlines, lookSeconds)) [best, most] = [visit, gain];
  }
  // Nothing can be in time for all limits: the oldest first.
  return best ?? visitNext(camera, start, deadlines[0]?.look ?? 0, longestMove);
}

/** The looks with a duty, by when they must have been taken. */
function deadlinesOf({ duties }: Head, seenAt: Float64Array, limitSeconds: number): Deadline[] {
  const deadlines: Deadline[] = [];
  for (const [look, cells] of duties.entries()) {
    if (cells.length === 0) continue;
    let oldest = Number.POSITIVE_INFINITY;
    for (const cell of cells) oldest = Math.min(oldest, seenAt[cell] as number);
    deadlines.push({ look, atSeconds: oldest + limitSeconds });
  }
  return deadlines.sort((a, b) => a.atSeconds - b.atSeconds);
}

/**
 * Whether all others are in time if they follow in the order of their deadlines. If a round over the duties takes less than the limit, rounds in
 * this order are in time for ever, so a look that passes here never makes a later one late.
 */
function isInTime(visit: TourVisit, deadlines: readonly Deadline[], lookSeconds: number): boolean {
  let endSeconds = visit.endSeconds;
  for (const { look, atSeconds } of deadlines) {
    if (look === visit.look) continue;
    endSeconds += lookSeconds;
    if (endSeconds > atSeconds) return false;
  }
  return true;
}

function gainOf({ cells }: TourLook, visit: TourVisit, weights: ArrayLike<number>, seenAt: Float64Array): number {
  let gain = 0;
  for (const cell of cells) {
    const weight = weights[cell] as number;
    const unseen = visit.endSeconds - (seenAt[cell] as number);
    if (weight > 0 && unseen > 0) gain += weight * unseen * unseen;
  }
  return gain;
}

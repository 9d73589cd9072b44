// The summary of a ranger's positions of a day: time on duty, time moving, distance, gaps, area seen. It is a fold: later positions extend
// the present result, so that a day of thousands need not be read again for each new one.
import { distanceMetres, type LngLat } from '../coordinates/geodesic.ts';
import { addCellsAlong } from './cells.ts';

/** A position of a track. */
export interface TrackFix extends LngLat {
  /** The phone's time, epoch milliseconds. */
  readonly ms: number;
  /** The position was marked as implausible when it arrived. */
  readonly isDoubtful?: boolean;
}

/** Longer than this without a position while on duty is a gap. */
export const GAP_MS = 10 * 60_000;
/** A higher speed from the last sound position is a jump of the satellite fix, which is left out. */
const JUMP_KILOMETRES_PER_HOUR = 120;
/** Least speed of a moving person; a lower speed is the jitter of a phone at rest. */
const MOVING_METRES_PER_SECOND = 0.3;
/** This many consecutive jumps that agree with each other are the true position. */
const AGREEING = 3;

const JUMP_METRES_PER_MS = JUMP_KILOMETRES_PER_HOUR / 3_600;

/** A time without positions, with the last place before it and the first after it. */
export interface TrackGap {
  readonly beginMs: number;
  readonly endMs: number;
  readonly from: LngLat;
  readonly to: LngLat;
}

/** The positions of one ranger's day so far. */
export interface Patrol {
  /** Number of all positions, including those left out. */
  readonly positions: number;
  readonly leftOut: number;
  /** The first and the last sound position, epoch milliseconds; null: none yet. */
  readonly beginMs: number | null;
  readonly endMs: number | null;
  readonly movingMs: number;
  /** Distance on the ellipsoid along the sound positions; parts in a gap or slower than 0.3 m/s are not counted. */
  readonly metres: number;
  readonly gaps: readonly TrackGap[];
  /** The area seen (`addCellsAlong`). */
  readonly cells: ReadonlySet<number>;
  /** The last sound position. */
  readonly last: TrackFix | null;
  /** Jumps since the last sound position that agree with each other. */
  readonly doubtful: readonly TrackFix[];
}

export const EMPTY_PATROL: Patrol = {
  positions: 0,
  leftOut: 0,
  beginMs: null,
  endMs: null,
  movingMs: 0,
  metres: 0,
  gaps: [],
  cells: new Set(),
  last: null,
  doubtful: [],
};

/** No degree of latitude or longitude is longer than this on the ellipsoid. */
const MOST_METRES_PER_DEGREE = 111_700;

/** Whether the speed is above 120 km/h; two fixes of the same millisecond agree only at the same place. */
function isJump(from: TrackFix, to: TrackFix): boolean {
  const most = JUMP_METRES_PER_MS * (to.ms - from.ms);
  // Nearly always the positions are so near that the exact distance is not needed.
  if (MOST_METRES_PER_DEGREE * (Math.abs(to.lng - from.lng) + Math.abs(to.lat - from.lat)) <= most) return false;
  return distanceMetres(from, to) > most;
}

/** Whether the track between two consecutive positions is known: no gap, and no faster than 120 km/h. */
export const isReached = (from: TrackFix, to: TrackFix): boolean => to.ms - from.ms <= GAP_MS && !isJump(from, to);

interface Admitted<F> {
  readonly fix: F;
  /** Whether the position was reached from the previous one; false: the track between them is unknown. */
  readonly isReached: boolean;
}

/** Filters jumps. For each position it returns the position itself, nothing (so far), or the jumps that turn out to be true. */
function createSieve<F extends TrackFix>(last: F | null, doubtful: readonly F[]) {
  return {
    last,
    doubtful,
    admit(fix: F): readonly Admitted<F>[] {
      if (fix.isDoubtful) return [];
      if (this.last === null || !isJump(this.last, fix)) {
        this.doubtful = [];
        this.last = fix;
        return [{ fix, isReached: true }];
      }
      const previous = this.doubtful.at(-1);
      const agreeing = previous === undefined || isJump(previous, fix) ? [fix] : [...this.doubtful, fix];
      if (agreeing.length < AGREEING) {
        this.doubtful = agreeing;
        return [];
      }
      this.doubtful = [];
      this.last = fix;
      return agreeing.map((one, index) => ({ fix: one, isReached: index > 0 }));
    },
  };
}

/**
 * The patrol with further positions. A position that is more than 120 km/h away from the last sound one is left out; three such in a row
 * that agree with each other are sound after all (either the first positions were wrong, or the ranger was flown), and the distance to them
 * is not counted.
 * @param fixes later than all positions already included, in order of time
 */
export function extendPatrol(before: Patrol, fixes: readonly TrackFix[]): Patrol {
  const gaps = [...before.gaps];
  const cells = new Set(before.cells);
  const sieve = createSieve(before.last, before.doubtful);
  let { positions, leftOut, beginMs, endMs, movingMs, metres, last } = before;

  const keep = ({ fix, isReached }: Admitted<TrackFix>): void => {
    const from = last;
    const ms = from === null ? 0 : fix.ms - from.ms;
    beginMs ??= fix.ms;
    endMs = fix.ms;
    last = fix;
    if (from !== null && ms > GAP_MS) gaps.push({ beginMs: from.ms, endMs: fix.ms, from: placeOf(from), to: placeOf(fix) });
    if (from === null || ms > GAP_MS || !isReached) {
      addCellsAlong(fix, fix, cells);
      return;
    }
    const step = distanceMetres(from, fix);
    if (ms === 0 || step * 1000 < MOVING_METRES_PER_SECOND * ms) return;
    movingMs += ms;
    metres += step;
    addCellsAlong(from, fix, cells);
  };

  for (const fix of fixes) {
    const admitted = sieve.admit(fix);
    positions++;
    leftOut += 1 - admitted.length;
    for (const one of admitted) keep(one);
  }
  return { positions, leftOut, beginMs, endMs, movingMs, metres, gaps, cells, last, doubtful: sieve.doubtful };
}

const placeOf = ({ lng, lat }: LngLat): LngLat => ({ lng, lat });

/** The positions without those that `extendPatrol` leaves out, for drawing and further processing. @param fixes in order of time */
export function soundFixes<F extends TrackFix>(fixes: readonly F[]): F[] {
  const sieve = createSieve<F>(null, []);
  return fixes.flatMap((fix) => sieve.admit(fix).map(({ fix: sound }) => sound));
}

// Which positions of a phone are believed: where a person can have come to since he was last located. What cannot be is stored in his track as doubtful, but
// moves nobody, begins no watch over him and ends none.

import { haversineMetres, type Position } from '@lookout/domain';

/** As located by a phone. */
export interface Fix {
  readonly position: Position;
  /** The phone's time. */
  readonly at: Date;
  /** 95 % confidence radius in metres, as stated; null or absent: not stated. */
  readonly accuracyMetres?: number | null;
}

/** What is believed of one person. Plain data, stored with his last position. */
export interface FixBelief {
  readonly last: Pick<Fix, 'position' | 'at'> | null;
  /** He was last moving faster than any vehicle of the road: flown. */
  readonly isFast: boolean;
  /** Fixes that agree with each other, but not with `last`: the newest of them, when the first of them was, and how many there are. */
  readonly doubt: { readonly position: Position; readonly at: Date; readonly since: Date; readonly count: number } | null;
}

export const NO_BELIEF: FixBelief = { last: null, isFast: false, doubt: null };

/**
 * `moved`: believed, and where he is now. `late`: older than what is known, a matter of his track alone. `past`: of more than a day ago, so no word of where he
 * is. `doubtful`: he cannot have come there, or the phone hardly knows.
 */
export type FixVerdict = 'moved' | 'late' | 'past' | 'doubtful';

/** 162 km/h: above any vehicle on mountain roads and above people on foot. */
const ROAD_METRES_PER_SECOND = 45;
/** 324 km/h: above the helicopters of forest fire aviation (Mi-26 295 km/h). */
const FLIGHT_METRES_PER_SECOND = 90;
/** How far fixes scatter in a gorge or below trees without the phone stating it. 待核对. */
const SCATTER_METRES = 150;
/** Worse than this a position comes from a mobile cell, and moves nobody who was located in the last ten minutes. 待核对. */
const COARSE_METRES = 500;
const COARSE_WAITS_MS = 10 * 60_000;
/** So many fixes that agree, over at least so long, are where he really is: then the one before them was wrong, or he was flown. */
const AGREEING = 3;
const AGREEING_MS = 10_000;
/** A phone sends what it stored without a signal; what is older than a day says nothing of where its owner is. */
export const PAST_FIX_MS = 24 * 3_600_000;

/** How far a person can be from where he was believed to be, metres. @param elapsedMs not negative */
export function reachMetres(
  elapsedMs: number,
  { isFast = false, accuracyMetres = null }: { isFast?: boolean; accuracyMetres?: number | null } = {},
) {
  const speed = isFast ? FLIGHT_METRES_PER_SECOND : ROAD_METRES_PER_SECOND;
  return (speed * elapsedMs) / 1000 + SCATTER_METRES + Math.min(accuracyMetres ?? 0, COARSE_METRES);
}

type Placed = Pick<Fix, 'position' | 'at' | 'accuracyMetres'>;

/** Can he have come from one place to the other in the time between? The order of the two does not matter. */
export const isWithinReach = (from: Placed, to: Placed, isFast = false): boolean =>
  haversineMetres(from.position, to.position) <=
  reachMetres(Math.abs(to.at.getTime() - from.at.getTime()), { isFast, accuracyMetres: to.accuracyMetres ?? null });

interface JudgedFixes {
  /** In the order of the fixes. */
  readonly verdicts: readonly FixVerdict[];
  readonly belief: FixBelief;
}

/**
 * Judges the fixes of one person that arrived together.
 * A phone whose clock is ahead is believed by the time of receipt: else its next fixes, with the clock set right, would be older than what is known.
 * @param fixes in any order; each a plausible position at a plausible time
 */
export function judgeFixes(before: FixBelief, fixes: readonly Fix[], receivedAt: Date): JudgedFixes {
  const aheadMs = Math.max(0, ...fixes.map(({ at }) => at.getTime() - receivedAt.getTime()));
  const order = fixes.map((_, index) => index).sort((a, b) => (fixes[a] as Fix).at.getTime() - (fixes[b] as Fix).at.getTime());
  const verdicts = new Array<FixVerdict>(fixes.length);
  let belief = before;
  for (const index of order) {
    const fix = fixes[index] as Fix;
    const at = aheadMs === 0 ? fix.at : new Date(fix.at.getTime() - aheadMs);
    [verdicts[index], belief] = judgeFix(belief, { ...fix, at }, receivedAt);
  }
  return { verdicts, belief };
}

function judgeFix(before: FixBelief, fix: Fix, receivedAt: Date): [FixVerdict, FixBelief] {
  const { position, at } = fix;
  const { last, isFast, doubt } = before;
  if (receivedAt.getTime() - at.getTime() > PAST_FIX_MS) return ['past', before];
  const believed = (flown: boolean): [FixVerdict, FixBelief] => ['moved', { last: { position, at }, isFast: flown, doubt: null }];
  if (last === null) return believed(false);
  const elapsedMs = at.getTime() - last.at.getTime();
  if (elapsedMs <= 0) return ['late', before];
  if ((fix.accuracyMetres ?? 0) > COARSE_METRES && elapsedMs < COARSE_WAITS_MS) return ['doubtful', before];
  if (isWithinReach(last, fix)) return believed(false);
  if (isFast && isWithinReach(last, fix, true)) return believed(true);
  // A doubtful fix that is sent again, or out of order, is no further witness.
  if (doubt !== null && at <= doubt.at) return ['doubtful', before];
  const agrees = doubt !== null && isWithinReach(doubt, fix, true);
  const count = agrees ? doubt.count + 1 : 1;
  const since = agrees ? doubt.since : at;
  if (agrees && count >= AGREEING && at.getTime() - since.getTime() >= AGREEING_MS) return believed(!isWithinReach(doubt, fix));
  return ['doubtful', { ...before, doubt: { position, at, since, count } }];
}

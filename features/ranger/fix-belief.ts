// Decides which positions of a phone are believed, by how far a person can have travelled since last located. An impossible position is
// stored in the track as doubtful, but does not move the person, and neither starts nor ends a watch over that person.

import { haversineMetres, type Position } from '@lookout/domain';

/** A position as located by a phone. */
export interface Fix {
  readonly position: Position;
  /** The phone's time. */
  readonly at: Date;
  /** 95 % confidence radius in metres, as stated; null or absent: not stated. */
  readonly accuracyMetres?: number | null;
}

/** What is believed of one person's position. Plain data, stored with the last position. */
export interface FixBelief {
  readonly last: Pick<Fix, 'position' | 'at'> | null;
  /** The person last moved faster than any road vehicle, so was flown. */
  readonly isFast: boolean;
  /** Fixes that agree with each other, but not with `last`: the newest of them, the time of the first, and their number. */
  readonly doubt: { readonly position: Position; readonly at: Date; readonly since: Date; readonly count: number } | null;
}

export const NO_BELIEF: FixBelief = { last: null, isFast: false, doubt: null };

/**
 * `moved`: believed, and now the person's position. `late`: older than the last known position, so it only goes into the track. `past`:
 * more than a day old, so it does not show where the person is. `doubtful`: the person cannot have travelled there, or the phone's fix is
 * too inaccurate.
 */
export type FixVerdict = 'moved' | 'late' | 'past' | 'doubtful';

/** 162 km/h: above any vehicle on mountain roads and above people on foot. */
const ROAD_METRES_PER_SECOND = 45;
/** 324 km/h: above the helicopters of forest fire aviation (Mi-26 295 km/h). */
const FLIGHT_METRES_PER_SECOND = 90;
/** How far fixes scatter in a gorge or below trees without the phone stating it. 待核对. */
const SCATTER_METRES = 150;
/**
 * A position of lower accuracy than this comes from a mobile cell, and does not move a person who was located in the last ten minutes. 待核对.
 */
const COARSE_METRES = 500;
const COARSE_WAITS_MS = 10 * 60_000;
/**
 * This many fixes that agree, over at least this time, are the person's real position: either the fix before them was wrong, or the person
 * was flown.
 */
const AGREEING = 3;
const AGREEING_MS = 10_000;
/** A phone without signal stores its positions and sends them later. One older than a day does not show where its owner is. */
export const PAST_FIX_MS = 24 * 3_600_000;

/** How far a person can be from the believed position, in metres. @param elapsedMs not negative */
export function reachMetres(
  elapsedMs: number,
  { isFast = false, accuracyMetres = null }: { isFast?: boolean; accuracyMetres?: number | null } = {},
) {
  const speed = isFast ? FLIGHT_METRES_PER_SECOND : ROAD_METRES_PER_SECOND;
  return (speed * elapsedMs) / 1000 + SCATTER_METRES + Math.min(accuracyMetres ?? 0, COARSE_METRES);
}

type Placed = Pick<Fix, 'position' | 'at' | 'accuracyMetres'>;

/** Whether a person can have travelled from one place to the other in the time between. The order of the two does not matter. */
export const isWithinReach = (from: Placed, to: Placed, isFast = false): boolean =>
  haversineMetres(from.position, to.position) <=
  reachMetres(Math.abs(to.at.getTime() - from.at.getTime()), { isFast, accuracyMetres: to.accuracyMetres ?? null });

interface JudgedFixes {
  /** The verdicts in the order of the fixes. */
  readonly verdicts: readonly FixVerdict[];
  readonly belief: FixBelief;
}

/**
 * Judges the fixes of one person that arrived together. For a phone whose clock is ahead, the time of receipt is used. Otherwise its next
 * fixes, after the clock is corrected, would be older than the last known one.
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
  // A doubtful fix that is sent again, or out of order, does not count as confirmation.
  if (doubt !== null && at <= doubt.at) return ['doubtful', before];
  const agrees = doubt !== null && isWithinReach(doubt, fix, true);
  const count = agrees ? doubt.count + 1 : 1;
  const since = agrees ? doubt.since : at;
  if (agrees && count >= AGREEING && at.getTime() - since.getTime() >= AGREEING_MS) return believed(!isWithinReach(doubt, fix));
  return ['doubtful', { ...before, doubt: { position, at, since, count } }];
}

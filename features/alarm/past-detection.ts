// Detections of satellites that are history and no news: they are stored and learned from, but call nobody.
import type { LocatedObservation, SatelliteFacts } from './alarm.ts';

/** Why a detection is no news: `age`, seen more than two days ago; `archive`, of a file of archives; `source`, of a heat source that its own product knows. */
export const PAST_REASONS = ['age', 'archive', 'source'] as const;
export type PastReason = (typeof PAST_REASONS)[number];

/** What a row states of its product beside the detection. */
export interface ProductRecord {
  /** `type` of archives: 0 presumed vegetation fire, 1 active volcano, 2 other static land source, 3 offshore; null: no such column, as near real time. */
  readonly heatType: number | null;
  readonly version: string | null;
}

/**
 * What was seen longer ago is no news. A file of a day comes hours after its last overpass, a line or a server may be down for a night, and what was seen
 * yesterday may still burn: until then it is an alarm that shows when it was seen. After two days every satellite has looked again, four times.
 */
export const PAST_DETECTION_MS = 48 * 3_600_000;

/** Reprocessed products: 6.1, 61.03, 2; near real time ends in NRT, RT or URT. */
const ARCHIVE_VERSION = /^\d+(\.\d+)*$/;

/**
 * @returns why a detection is history; null: it is news
 * A version of digits alone makes no history of what was seen today: other providers write such versions. With the column of archives it does.
 */
export function pastReason(observedAt: Date, { heatType, version }: ProductRecord, now: Date): PastReason | null {
  if (heatType !== null && heatType > 0) return 'source';
  if (heatType !== null && version !== null && ARCHIVE_VERSION.test(version)) return 'archive';
  return now.getTime() - observedAt.getTime() > PAST_DETECTION_MS ? 'age' : null;
}

export interface PastDetection extends LocatedObservation<SatelliteFacts> {
  readonly reason: PastReason;
}

// Satellite detections that are history: they are stored and used for learning, but notify no one.
import type { LocatedObservation, SatelliteFacts } from './alarm.ts';

/**
 * Why a detection is history: `age`, seen more than two days ago; `archive`, from an archive file; `source`, from a heat source that the
 * product itself identifies.
 */
export const PAST_REASONS = ['age', 'archive', 'source'] as const;
export type PastReason = (typeof PAST_REASONS)[number];

/** What a row states about its product, in addition to the detection. */
export interface ProductRecord {
  /**
   * `type` in archives: 0 presumed vegetation fire, 1 active volcano, 2 other static land source, 3 offshore; null: no such column, as in
   * near real time.
   */
  readonly heatType: number | null;
  readonly version: string | null;
}

/**
 * Age above which a detection is history. A daily file arrives hours after its last overpass, a line or a server may be down for a night,
 * and a fire seen yesterday may still burn: such a detection is still an alarm, which shows when it was seen. After two days every
 * satellite has passed again four times.
 */
export const PAST_DETECTION_MS = 48 * 3_600_000;

/** Reprocessed products: 6.1, 61.03, 2; near real time ends in NRT, RT or URT. */
const ARCHIVE_VERSION = /^\d+(\.\d+)*$/;

/**
 * @returns why a detection is history; null: it is current. A version of digits alone does not make a detection of today history, because
 * other providers use such versions. Together with the archive column it does.
 */
export function pastReason(observedAt: Date, { heatType, version }: ProductRecord, now: Date): PastReason | null {
  if (heatType !== null && heatType > 0) return 'source';
  if (heatType !== null && version !== null && ARCHIVE_VERSION.test(version)) return 'archive';
  return now.getTime() - observedAt.getTime() > PAST_DETECTION_MS ? 'age' : null;
}

export interface PastDetection extends LocatedObservation<SatelliteFacts> {
  readonly reason: PastReason;
}

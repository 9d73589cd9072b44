// Rangers (护林员): where each was last, and when anything was last heard of him.
import type { Position } from './alarm.ts';

/** Positions come every 15 s; eight missed ones are silence. */
export const RANGER_SILENT_AFTER_MS = 120_000;

/** A position as a phone sent it; `at` is the phone's own time, `receivedAt` ours (a phone out of signal sends late, in a burst). */
export interface RangerPosition {
  readonly userId: string;
  readonly position: Position;
  readonly at: Date;
}

export const isRangerOnline = (lastAt: Date | null, now: Date): boolean =>
  lastAt !== null && now.getTime() - lastAt.getTime() <= RANGER_SILENT_AFTER_MS;

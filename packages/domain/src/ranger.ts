// Rangers (护林员): where each was last, and when anything was last heard of him.
import type { Position } from './alarm.ts';
import type { GridNo, Named } from './grid.ts';

/** Positions come every 15 s; eight missed ones are silence. */
export const RANGER_SILENT_AFTER_MS = 120_000;

/** A position as a phone sent it, by the phone's own time. */
export interface RangerPosition {
  readonly userId: string;
  readonly position: Position;
  readonly at: Date;
}

/** A position that was received; a phone out of signal sends late, in a burst. */
export interface TrackPoint {
  readonly position: Position;
  /** The phone's own time. */
  readonly at: Date;
  readonly receivedAt: Date;
}

export interface Ranger {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  readonly phone: string | null;
  /** Where they were last; null: never heard of. */
  readonly last: TrackPoint | null;
  /** Tasks in hand: neither done by them nor cancelled. */
  readonly taskIds: readonly string[];
}

/** A ranger as a desk is given them, as seen from the place that was asked about; null without one, or without a position. */
export interface ListedRanger extends Named<Ranger> {
  readonly distanceMetres: number | null;
  /** Clockwise from north. */
  readonly bearingDegrees: number | null;
}

export const isRangerOnline = (lastAt: Date | null, now: Date): boolean =>
  lastAt !== null && now.getTime() - lastAt.getTime() <= RANGER_SILENT_AFTER_MS;

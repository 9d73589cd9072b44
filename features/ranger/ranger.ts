// Rangers (护林员): last position and last contact.

import type { GridNo, Named, Position } from '@lookout/domain';

/** How often a ranger's page sends its position in daily duty. */
export const POSITION_EVERY_MS = 15_000;

/** Positions come every 15 s; after eight missed ones a ranger is offline. */
export const RANGER_SILENT_AFTER_MS = 120_000;

/** A position as sent by a phone, with the phone's time. */
export interface RangerPosition {
  readonly userId: string;
  readonly position: Position;
  readonly at: Date;
  /** 95 % confidence radius in metres; null or absent: not stated. */
  readonly accuracyMetres?: number | null;
}

/** A received position; a phone without signal sends late, in a burst. */
export interface TrackPoint {
  readonly position: Position;
  /** The phone's own time. */
  readonly at: Date;
  readonly receivedAt: Date;
  /** The person cannot have been there, or the fix was too inaccurate (fix-belief.ts). Absent: plausible. */
  readonly isDoubtful?: true;
}

export interface Ranger {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  readonly phone: string | null;
  /** The last position; null: none yet. */
  readonly last: TrackPoint | null;
  /** Open tasks: neither done by the ranger nor cancelled. */
  readonly taskIds: readonly string[];
}

/** Distance and bearing are from the requested place; null without one, or without a position. */
export interface ListedRanger extends Named<Ranger> {
  readonly distanceMetres: number | null;
  /** Clockwise from north. */
  readonly bearingDegrees: number | null;
}

export const isRangerOnline = (lastAt: Date | null, now: Date): boolean =>
  lastAt !== null && now.getTime() - lastAt.getTime() <= RANGER_SILENT_AFTER_MS;

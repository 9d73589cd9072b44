// Attendance of rangers (考勤): the totals of their positions by day, week or month. Days are in Beijing time. The counting rules are in geo
// (track/patrol.ts).

import type { GridNo, Position } from '@lookout/domain';

export const ATTENDANCE_STEPS = ['day', 'week', 'month'] as const;
export type AttendanceStep = (typeof ATTENDANCE_STEPS)[number];

/** Maximum number of rangers replayed at once. */
export const MOST_REPLAYED = 20;
/** Maximum number of days in an attendance query. */
export const MOST_ATTENDANCE_DAYS = 366;
/** Maximum number of positions of a ranger's track in a replay. */
export const MOST_REPLAYED_POSITIONS = 2_000;

/** More than ten minutes on duty without a position. */
export interface AttendanceGap {
  readonly begin: Date;
  readonly end: Date;
  /** The ranger's last position before the gap. */
  readonly from: Position;
  /** The ranger's first position after the gap. */
  readonly to: Position;
}

/** One ranger in one period. Without a position all counts are 0 and the times null. */
export interface Attendance {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  /** The period's first and last day within the queried window: `YYYY-MM-DD`, both included. */
  readonly beginDay: string;
  readonly endDay: string;
  /** Days with a position. */
  readonly daysOnDuty: number;
  /** First and last position of the period. */
  readonly begin: Date | null;
  readonly end: Date | null;
  /** The time from the first to the last position of each day, added up; gaps included. */
  readonly dutySeconds: number;
  readonly movingSeconds: number;
  readonly distanceMetres: number;
  readonly positions: number;
  /** Positions left out as jumps of the satellite fix. */
  readonly leftOut: number;
  readonly gapCount: number;
  readonly gapSeconds: number;
  /** The longest, longest first; at most `MOST_LISTED_GAPS`. */
  readonly gaps: readonly AttendanceGap[];
  /** The area within 500 m of the track. An area seen on several days counts once. */
  readonly seenSquareKilometres: number;
  readonly tasksDone: number;
}

export const MOST_LISTED_GAPS = 10;

/** A ranger's day for the replay. */
export interface ReplayTrack {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  /** Seconds since the day began, of each position sent; in order. Times and places are those of the phone, thinned. */
  readonly seconds: readonly number[];
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
  /** Number of positions in each ten minutes of the day, before thinning: 144 counts. */
  readonly activity: readonly number[];
  /** Number of positions of the day, counted as in `Attendance`. */
  readonly positions: number;
  readonly leftOut: number;
  readonly movingSeconds: number;
  readonly distanceMetres: number;
  readonly seenSquareKilometres: number;
  readonly gaps: readonly AttendanceGap[];
}

/** Interval of `ReplayTrack.activity`. */
export const ACTIVITY_SECONDS = 600;
export const ACTIVITY_COUNTS = 144;

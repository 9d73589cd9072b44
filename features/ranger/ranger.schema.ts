// Wire schemas of rangers, their positions, tracks and attendance.
import { position } from '@lookout/contract';
import { z } from 'zod';

/** Specification §3, "Ranger or team position": the content of a `teamTrajectory` message, one position per message. */
export const teamPosition = z.object({
  userId: z.string(),
  createUser: z.string(),
  position,
  actualUploadTime: z.string(),
});
export type TeamPosition = z.output<typeof teamPosition>;

export const ranger = z.object({
  userId: z.string(),
  fullName: z.string(),
  createUser: z.string(),
  phone: z.string().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  /** null: no position yet. */
  position: position.nullable(),
  actualUploadTime: z.string().nullable(),
  receiveTime: z.string().nullable(),
  isOnline: z.enum(['0', '1']),
  /** Number of open tasks. */
  taskCount: z.number(),
  taskIds: z.array(z.string()),
  /** Metres and degrees clockwise from north, from the requested place; null without one. */
  distance: z.number().nullable(),
  bearing: z.number().nullable(),
});
export type WireRanger = z.output<typeof ranger>;

export const trackPoint = z.object({
  position,
  actualUploadTime: z.string(),
  receiveTime: z.string(),
  /** 1: the person cannot have been there, or the fix was too inaccurate, so it is not part of the track's length. Absent: plausible. */
  isDoubtful: z.literal(1).optional(),
});
export type WireTrackPoint = z.output<typeof trackPoint>;

const attendanceGap = z.object({ beginTime: z.string(), endTime: z.string(), begin: position, end: position });

/** The totals of a ranger's positions in a period or a day. Lengths in metres, areas in km², times in seconds. */
const patrolSums = {
  positions: z.number(),
  /** Jumps of the satellite fix: more than 120 km/h from the previous position. */
  leftOut: z.number(),
  movingSeconds: z.number(),
  distance: z.number(),
  /** Area within 500 m of the track. */
  seenArea: z.number(),
  /** More than ten minutes without a position. */
  gaps: z.array(attendanceGap),
};

export const attendance = z.object({
  userId: z.string(),
  fullName: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  /** `YYYY-MM-DD`, both included. */
  beginDay: z.string(),
  endDay: z.string(),
  daysOnDuty: z.number(),
  /** First and last position; null: none. */
  beginTime: z.string().nullable(),
  endTime: z.string().nullable(),
  dutySeconds: z.number(),
  gapCount: z.number(),
  gapSeconds: z.number(),
  tasksDone: z.number(),
  ...patrolSums,
});
export type WireAttendance = z.output<typeof attendance>;

export const replayTrack = z.object({
  userId: z.string(),
  fullName: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  /** For each position: seconds since the day began in Beijing, and WGS 84 degrees. */
  seconds: z.array(z.number()),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  /** Number of positions in each of the day's 144 ten-minute intervals. */
  activity: z.array(z.number()),
  ...patrolSums,
});
export type WireReplayTrack = z.output<typeof replayTrack>;

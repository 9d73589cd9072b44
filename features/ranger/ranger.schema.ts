// Rangers, their positions, tracks and attendance as they are sent.
import { position } from '@lookout/contract';
import { z } from 'zod';

/** Specification §3, "Ranger or team position": what a `teamTrajectory` message carries, one a message. */
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
  /** Tasks in hand. */
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
  /** 1: he cannot have been there, or the phone hardly knew: no part of his way. Absent: he can. */
  isDoubtful: z.literal(1).optional(),
});
export type WireTrackPoint = z.output<typeof trackPoint>;

const attendanceGap = z.object({ beginTime: z.string(), endTime: z.string(), begin: position, end: position });

/** What a period's or a day's positions of a ranger come to. Lengths in metres, areas in km², times in seconds. */
const patrolSums = {
  positions: z.number(),
  /** Jumps of the satellite fix: more than 120 km/h from the position before. */
  leftOut: z.number(),
  movingSeconds: z.number(),
  distance: z.number(),
  /** Within 500 m of the track. */
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
  /** Of each position: seconds since the day began in Beijing, and WGS 84 degrees. */
  seconds: z.array(z.number()),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  /** Positions in each of the day's 144 ten minutes. */
  activity: z.array(z.number()),
  ...patrolSums,
});
export type WireReplayTrack = z.output<typeof replayTrack>;

// Schemas of the other objects that live messages carry: tasks, shifts, plots and ranger positions. A page loads the readers beside this file
// without them.
import { OPERATING_MODES, PLOT_COLOURS, PLOT_KINDS, PLOT_SYMBOLS, ROUTE_KINDS, TASK_STATES, TASK_STATUSES } from '@lookout/domain';
import { z } from 'zod';
import { WIRE_KINDS } from './alarm.ts';

const position = z.object({ lng: z.number(), lat: z.number() });

export const taskMember = z.object({
  userId: z.string(),
  fullName: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  state: z.enum(TASK_STATES),
  stateTime: z.string(),
});

export type WireTaskMember = z.output<typeof taskMember>;

/** Only on what belongs to an exercise: it is no real fire, task or message. */
export const drillMark = { drill: z.literal(true).optional(), exerciseId: z.uuid().optional() };

/** A line to walk along, or an area to be about in. */
export const patrolRoute = z.object({ kind: z.enum(ROUTE_KINDS), points: z.array(position) });

/** Only on a task of a recurring patrol: the rule it comes from. */
const taskPatrol = z.object({
  ruleId: z.uuid(),
  name: z.string(),
  /** The day it was planned for, `YYYY-MM-DD`. */
  day: z.string(),
  /** It was sent after a break of the server. */
  late: z.boolean(),
  /** Rangers of the rule who could not be sent. */
  skipped: z.array(z.string()),
  route: patrolRoute.nullable(),
});

export const task = z.object({
  ...drillMark,
  id: z.uuid(),
  taskContent: z.string(),
  taskStartTime: z.string(),
  taskEndTime: z.string(),
  priority: z.literal([1, 2, 3, 4]),
  taskType: z.literal([1, 2, 3, 4]),
  status: z.enum(TASK_STATUSES),
  position,
  longitude: z.number(),
  latitude: z.number(),
  address: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  fireId: z.string().nullable(),
  fireKind: z.enum(WIRE_KINDS).nullable(),
  operatorId: z.string(),
  operatorName: z.string(),
  taskImg: z.array(z.string()),
  peopleCount: z.number(),
  fireEngine: z.number(),
  fireEquipment: z.number(),
  reserve: z.string().nullable(),
  createTime: z.string(),
  cancelTime: z.string().nullable(),
  cancelReason: z.string().nullable(),
  taskMember: z.string(),
  members: z.array(taskMember),
  /** One thing to look at on each line. */
  checklist: z.string().optional(),
  patrol: taskPatrol.optional(),
});
export type WireTask = z.output<typeof task>;

export const taskStep = z.object({
  id: z.uuid(),
  taskId: z.uuid(),
  userId: z.string(),
  fullName: z.string(),
  state: z.enum(TASK_STATES),
  time: z.string(),
  text: z.string().nullable(),
  photos: z.array(z.string()),
  position: position.nullable(),
});
export type WireTaskStep = z.output<typeof taskStep>;

export const memberStory = taskMember.extend({ taskId: z.uuid(), steps: z.array(taskStep) });
export type WireMemberStory = z.output<typeof memberStory>;

export const shift = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  userId: z.string(),
  fullName: z.string(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  /** Left at the handover. */
  note: z.string().nullable(),
  /** Open alarms and fires in progress at the end of the shift; for the current one, now. */
  openAlarms: z.number(),
  firesInProgress: z.number(),
  /** Whom the handover named to take the desk. */
  successor: z.string().nullable(),
  /** Who took the desk next, and whether without a handover. */
  nextUser: z.string().nullable(),
  relieved: z.boolean(),
});
export type WireShift = z.output<typeof shift>;

export const exercise = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  name: z.string(),
  leaderId: z.uuid(),
  leaderName: z.string(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  endUser: z.string().nullable(),
  verdict: z.string().nullable(),
  verdictUser: z.string().nullable(),
  verdictTime: z.string().nullable(),
  version: z.number(),
});
export type WireExercise = z.output<typeof exercise>;

export const modeSetting = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  mode: z.enum(OPERATING_MODES),
  reason: z.string(),
  createUser: z.string(),
  createTime: z.string(),
  version: z.number(),
  /** The exercise that runs while the mode is `simulation`. */
  exerciseId: z.uuid().nullable(),
});
export type WireModeSetting = z.output<typeof modeSetting>;

export const plot = z.object({
  id: z.uuid(),
  kind: z.enum(PLOT_KINDS),
  /** Absent in archives sealed before there were symbols. */
  symbol: z.enum(PLOT_SYMBOLS).nullish(),
  name: z.string(),
  points: z.array(z.object({ lng: z.number(), lat: z.number() })),
  colour: z.enum(PLOT_COLOURS),
  width: z.number(),
  note: z.string().nullable(),
  fireId: z.string().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  version: z.number(),
  createUser: z.string(),
  createTime: z.string(),
  updateUser: z.string(),
  updateTime: z.string(),
});
export type WirePlot = z.output<typeof plot>;

const wirePosition = z.object({ lng: z.number(), lat: z.number() });

/** Specification §3, "Ranger or team position": what a `teamTrajectory` message carries, one a message. */
export const teamPosition = z.object({
  userId: z.string(),
  createUser: z.string(),
  position: wirePosition,
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
  position: wirePosition.nullable(),
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
  position: wirePosition,
  actualUploadTime: z.string(),
  receiveTime: z.string(),
  /** 1: he cannot have been there, or the phone hardly knew: no part of his way. Absent: he can. */
  isDoubtful: z.literal(1).optional(),
});
export type WireTrackPoint = z.output<typeof trackPoint>;

const attendanceGap = z.object({ beginTime: z.string(), endTime: z.string(), begin: wirePosition, end: wirePosition });

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

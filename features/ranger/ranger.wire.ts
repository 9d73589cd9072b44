// Converts rangers between the specification's names (actualUploadTime, createUser) and the domain's.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { Attendance, AttendanceGap, ReplayTrack } from './attendance.ts';
import type { WireAttendance, WireRanger, WireReplayTrack, WireTrackPoint } from './ranger.schema.ts';
import { isRangerOnline, type ListedRanger, type Ranger, type RangerPosition, type TrackPoint } from './ranger.ts';

/** Distance and bearing from a place; null without a place, or without a position. */
export interface Seen {
  readonly distanceMetres: number | null;
  readonly bearingDegrees: number | null;
}

/** @param now decides whether the ranger counts as online */
export const writeRanger = (r: Ranger, { distanceMetres, bearingDegrees }: Seen, nameOf: GridNames, now: Date): WireRanger => ({
  userId: r.userId,
  fullName: r.fullName,
  createUser: r.fullName,
  phone: r.phone,
  gridNo: r.gridNo,
  gridName: nameOf(r.gridNo) ?? r.gridNo,
  position: r.last?.position ?? null,
  actualUploadTime: r.last && formatTime(r.last.at),
  receiveTime: r.last && formatTime(r.last.receivedAt),
  // By the time of receipt: a phone's own clock may be wrong, and a late burst proves that it is online.
  isOnline: isRangerOnline(r.last?.receivedAt ?? null, now) ? '1' : '0',
  taskCount: r.taskIds.length,
  taskIds: [...r.taskIds],
  distance: distanceMetres,
  bearing: bearingDegrees,
});

function readLast({ position, actualUploadTime, receiveTime }: WireRanger): TrackPoint | null {
  if (position === null || actualUploadTime === null || receiveTime === null) return null;
  return { position, at: readTime(actualUploadTime), receivedAt: readTime(receiveTime) };
}

/** The inverse of `writeRanger`, with times to the second. The online state is computed from the last contact. */
export const readRanger = (w: WireRanger): ListedRanger => ({
  userId: w.userId,
  fullName: w.fullName,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  phone: w.phone,
  last: readLast(w),
  taskIds: w.taskIds,
  distanceMetres: w.distance,
  bearingDegrees: w.bearing,
});

export const writeTrackPoint = ({ position, at, receivedAt, isDoubtful }: TrackPoint): WireTrackPoint => ({
  position,
  actualUploadTime: formatTime(at),
  receiveTime: formatTime(receivedAt),
  ...(isDoubtful && { isDoubtful: 1 }),
});

export const readTrackPoint = (w: WireTrackPoint): TrackPoint => ({
  position: w.position,
  at: readTime(w.actualUploadTime),
  receivedAt: readTime(w.receiveTime),
  ...(w.isDoubtful === 1 && { isDoubtful: true }),
});

/** A row of the body of `position`. */
export const writeRangerPosition = ({ userId, position, at, accuracyMetres }: RangerPosition) => ({
  userId,
  position,
  actualUploadTime: formatTime(at),
  ...(accuracyMetres != null && { accuracy: accuracyMetres }),
});

// Attendance and replay.

type WireGap = WireAttendance['gaps'][number];

const writeGap = ({ begin, end, from, to }: AttendanceGap): WireGap => ({
  beginTime: formatTime(begin),
  endTime: formatTime(end),
  begin: from,
  end: to,
});

const readGap = ({ beginTime, endTime, begin, end }: WireGap): AttendanceGap => ({
  begin: readTime(beginTime),
  end: readTime(endTime),
  from: begin,
  to: end,
});

export const writeAttendance = (
  { begin, end, distanceMetres, seenSquareKilometres, gaps, ...rest }: Attendance,
  nameOf: GridNames,
): WireAttendance => ({
  ...rest,
  gridName: nameOf(rest.gridNo) ?? rest.gridNo,
  beginTime: begin && formatTime(begin),
  endTime: end && formatTime(end),
  distance: distanceMetres,
  seenArea: seenSquareKilometres,
  gaps: gaps.map(writeGap),
});

/** The inverse of `writeAttendance`, with times to the second. */
export const readAttendance = ({ gridNo, beginTime, endTime, distance, seenArea, gaps, ...rest }: WireAttendance): Named<Attendance> => ({
  ...rest,
  gridNo: gridNo as GridNo,
  begin: beginTime === null ? null : readTime(beginTime),
  end: endTime === null ? null : readTime(endTime),
  distanceMetres: distance,
  seenSquareKilometres: seenArea,
  gaps: gaps.map(readGap),
});

export const writeReplayTrack = (
  { seconds, longitudes, latitudes, activity, distanceMetres, seenSquareKilometres, gaps, ...rest }: ReplayTrack,
  nameOf: GridNames,
): WireReplayTrack => ({
  ...rest,
  gridName: nameOf(rest.gridNo) ?? rest.gridNo,
  seconds: [...seconds],
  longitudes: [...longitudes],
  latitudes: [...latitudes],
  activity: [...activity],
  distance: distanceMetres,
  seenArea: seenSquareKilometres,
  gaps: gaps.map(writeGap),
});

/** The inverse of `writeReplayTrack`; gaps to the second. */
export const readReplayTrack = ({ gridNo, distance, seenArea, gaps, ...rest }: WireReplayTrack): Named<ReplayTrack> => ({
  ...rest,
  gridNo: gridNo as GridNo,
  distanceMetres: distance,
  seenSquareKilometres: seenArea,
  gaps: gaps.map(readGap),
});

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const rangerReaders = {
  ranger: readRanger,
  'track-point': readTrackPoint,
  attendance: readAttendance,
  'replay-track': readReplayTrack,
} as const;

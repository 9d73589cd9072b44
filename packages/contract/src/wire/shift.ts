// Duty shifts (值班) as they travel.
import type { GridNo, Named, Shift, ShiftLoad } from '@lookout/domain';
import { formatTime, readTime } from '../times.ts';
import type { GridNames } from './alarm.ts';
import type { WireShift } from './shift-schema.ts';

/** @param load what is before the desk now; an ended shift has its own figures */
export const writeShift = (s: Shift, load: ShiftLoad, nameOf: GridNames): WireShift => ({
  id: s.id,
  gridNo: s.gridNo,
  gridName: nameOf(s.gridNo) ?? s.gridNo,
  userId: s.accountId,
  fullName: s.fullName,
  beginTime: formatTime(s.beganAt),
  endTime: s.endedAt && formatTime(s.endedAt),
  note: s.note,
  openAlarms: s.openAlarms ?? load.openAlarms,
  firesInProgress: s.firesInProgress ?? load.firesInProgress,
  nextUser: s.nextName,
  relieved: s.relieved,
});

/** The inverse of `writeShift`, to the second; a shift that goes on has the load of the moment. */
export const readShift = (w: WireShift): Named<Shift> => ({
  id: w.id,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  accountId: w.userId,
  fullName: w.fullName,
  beganAt: readTime(w.beginTime),
  endedAt: w.endTime === null ? null : readTime(w.endTime),
  note: w.note,
  openAlarms: w.openAlarms,
  firesInProgress: w.firesInProgress,
  nextName: w.nextUser,
  relieved: w.relieved,
});

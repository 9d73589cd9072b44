// Duty shifts (值班) in the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireShift } from './shift.schema.ts';
import type { Shift, ShiftLoad } from './shift.ts';

/** @param load the desk's current counts; an ended shift has stored counts */
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
  successor: s.successor,
  nextUser: s.nextName,
  relieved: s.relieved,
});

/** The inverse of `writeShift`, to the second; a current shift has the current counts. */
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
  successor: w.successor,
  nextName: w.nextUser,
  relieved: w.relieved,
});

const readShifts = ({ present, former }: { readonly present: WireShift | null; readonly former: WireShift | null }) => ({
  present: present && readShift(present),
  former: former && readShift(former),
});

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const shiftReaders = {
  shift: readShift,
  desk: readShifts,
} as const;

// Duty shifts (值班) as they travel.
import type { DeskLoad, Shift } from '@lookout/domain';
import { z } from 'zod';
import { formatTime } from '../times.ts';
import type { GridNames } from './alarm.ts';

export const shift = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  userId: z.string(),
  fullName: z.string(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  /** Said when the desk was handed over. */
  note: z.string().nullable(),
  /** Open alarms and fires in progress at the end of the shift; of the present one, now. */
  openAlarms: z.number(),
  firesInProgress: z.number(),
  /** Who took the desk after it, and whether they did so without being handed it. */
  nextUser: z.string().nullable(),
  relieved: z.boolean(),
});
export type WireShift = z.output<typeof shift>;

/** @param load what is before the desk now; an ended shift has its own figures */
export const writeShift = (s: Shift, load: DeskLoad, nameOf: GridNames): WireShift => ({
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

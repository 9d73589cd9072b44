// A shift as it is sent. A page loads the reader beside this file without it.
import { z } from 'zod';

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

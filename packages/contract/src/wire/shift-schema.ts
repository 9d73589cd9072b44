// Duty shifts (值班) as they travel, by their schema.
import { z } from 'zod';

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

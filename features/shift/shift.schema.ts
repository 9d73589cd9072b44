// A shift in the wire format. A page loads the reader in the neighbouring file without this schema.
import { z } from 'zod';

export const shift = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  userId: z.string(),
  fullName: z.string(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  /** Entered at the handover. */
  note: z.string().nullable(),
  /** Open alarms and fires in progress at the end of the shift; for the current shift, the current numbers. */
  openAlarms: z.number(),
  firesInProgress: z.number(),
  /** The person named in the handover to take the desk. */
  successor: z.string().nullable(),
  /** The person who took the desk next, and whether without a handover. */
  nextUser: z.string().nullable(),
  relieved: z.boolean(),
});
export type WireShift = z.output<typeof shift>;

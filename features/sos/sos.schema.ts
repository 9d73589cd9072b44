// The schema of an SOS, in replies and in live messages. A page loads the reader in the neighbouring file without it.

import { z } from 'zod';
import { SOS_OUTCOMES, SOS_STATES } from './sos.ts';

export const sos = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  fullName: z.string(),
  phone: z.string().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  /** Degrees WGS 84; null: the phone had no position. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** Metres. */
  accuracy: z.number().nullable(),
  positionTime: z.string().nullable(),
  formattedAddress: z.string().nullable(),
  /** By the phone's clock. */
  raiseTime: z.string(),
  receiveTime: z.string(),
  /** How often the button was pressed while the SOS was open: 1 or more. */
  pressCount: z.number(),
  /** Time of the last repeated press; null: pressed once. */
  pressTime: z.string().nullable(),
  pressId: z.uuid().nullable(),
  /** When the duty list was last alerted by short message. */
  callTime: z.string().nullable(),
  state: z.enum(SOS_STATES),
  takeUser: z.string().nullable(),
  takeUserId: z.string().nullable(),
  takeTime: z.string().nullable(),
  cancelTime: z.string().nullable(),
  cancelReason: z.string().nullable(),
  closeUser: z.string().nullable(),
  closeTime: z.string().nullable(),
  outcome: z.enum(SOS_OUTCOMES).nullable(),
  note: z.string().nullable(),
  /** Incremented by each change. */
  revision: z.number(),
});
export type WireSos = z.output<typeof sos>;

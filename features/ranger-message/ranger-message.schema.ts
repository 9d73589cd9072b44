// The schema of a message between a desk and a ranger, in replies and in live messages. A page loads the reader in the neighbouring file
// without it.

import { z } from 'zod';
import { MESSAGE_SENDERS } from './ranger-message.ts';

export const rangerMessage = z.object({
  id: z.uuid(),
  fireId: z.uuid(),
  fireName: z.string(),
  gridNo: z.string(),
  /** The ranger, whichever side wrote. */
  userId: z.uuid(),
  fullName: z.string(),
  sender: z.enum(MESSAGE_SENDERS),
  createUserId: z.uuid(),
  createUser: z.string(),
  content: z.string(),
  /** By the sender's clock. */
  writeTime: z.string(),
  receiveTime: z.string(),
  /** When the other side read it; null: unread. */
  readTime: z.string().nullable(),
  readUser: z.string().nullable(),
});
export type WireRangerMessage = z.output<typeof rangerMessage>;

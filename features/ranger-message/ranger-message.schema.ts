// The schema of a message between a desk and a ranger, in replies and in live messages. A page loads the reader beside this file without it.

import { z } from 'zod';
import { MESSAGE_SENDERS } from './ranger-message.ts';

export const rangerMessage = z.object({
  id: z.uuid(),
  fireId: z.uuid(),
  fireName: z.string(),
  gridNo: z.string(),
  /** The ranger, whoever wrote. */
  userId: z.uuid(),
  fullName: z.string(),
  sender: z.enum(MESSAGE_SENDERS),
  createUserId: z.uuid(),
  createUser: z.string(),
  content: z.string(),
  /** By the sender's time. */
  writeTime: z.string(),
  receiveTime: z.string(),
  /** By the other side; null: not yet. */
  readTime: z.string().nullable(),
  readUser: z.string().nullable(),
});
export type WireRangerMessage = z.output<typeof rangerMessage>;

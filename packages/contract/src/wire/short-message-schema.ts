// Short messages as they travel, by their schema.
import { SMS_STATES } from '@lookout/domain';
import { z } from 'zod';

export const sms = z.object({
  id: z.uuid(),
  fireId: z.string().nullable(),
  fireNme: z.string().nullable(),
  phone: z.string(),
  receiver: z.string().nullable(),
  content: z.string(),
  state: z.enum(SMS_STATES),
  attempts: z.number(),
  reason: z.string().nullable(),
  createUser: z.string(),
  createTime: z.string(),
  sendTime: z.string().nullable(),
  gridNo: z.string(),
});
export type WireSms = z.output<typeof sms>;

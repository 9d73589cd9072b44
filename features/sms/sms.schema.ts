// The schemas of short messages: the form of the specification's calls, with its spelling (fireNme), and the domain's form of all others.

import { gridNo, schemaOf, time, wireTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { drillMark } from '../exercise/drill.schema.ts';
import { type ShortMessage, SMS_STATES, type SmsReceiver, type SmsTemplate } from './short-message.ts';

export const sms = z.object({
  ...drillMark,
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
  createTime: wireTime,
  sendTime: wireTime.nullable(),
  gridNo: z.string(),
});
export type WireSms = z.output<typeof sms>;

export const shortMessage = schemaOf<ShortMessage>()(
  z.object({
    id: z.uuid(),
    fireId: z.string().nullable(),
    fireName: z.string().nullable(),
    phone: z.string(),
    receiver: z.string().nullable(),
    content: z.string(),
    state: z.enum(SMS_STATES),
    attempts: z.number(),
    reason: z.string().nullable(),
    fullName: z.string(),
    gridNo,
    createdAt: time,
    sentAt: time.nullable(),
    exerciseId: z.uuid().exactOptional(),
  }),
);

export const smsTemplate = schemaOf<Named<SmsTemplate>>()(
  z.object({ id: z.uuid(), gridNo, gridName: z.string(), name: z.string(), content: z.string() }),
);

export const smsReceiver = schemaOf<Named<SmsReceiver>>()(
  z.object({ id: z.uuid(), fullName: z.string(), gridNo, gridName: z.string(), phone: z.string().nullable() }),
);

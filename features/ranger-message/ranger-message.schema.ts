// The schema of a message between a desk and a ranger, in replies and in live messages.

import { gridNo, schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import { MESSAGE_SENDERS, type RangerMessage } from './ranger-message.ts';

export const rangerMessage = schemaOf<RangerMessage>()(
  z.object({
    id: z.uuid(),
    fireId: z.uuid(),
    fireName: z.string(),
    gridNo,
    userId: z.uuid(),
    fullName: z.string(),
    sender: z.enum(MESSAGE_SENDERS),
    authorId: z.uuid(),
    author: z.string(),
    content: z.string(),
    writtenAt: time,
    receivedAt: time,
    read: z.object({ at: time, by: z.string() }).nullable(),
  }),
);

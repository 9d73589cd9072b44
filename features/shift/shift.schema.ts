// The schema of a shift, in replies and in live messages.

import { gridNo, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import type { Shift } from './shift.ts';

export const shift = schemaOf<Named<Shift>>()(
  z.object({
    id: z.uuid(),
    gridNo,
    gridName: z.string(),
    accountId: z.string(),
    fullName: z.string(),
    beganAt: time,
    endedAt: time.nullable(),
    note: z.string().nullable(),
    openAlarms: z.number().nullable(),
    firesInProgress: z.number().nullable(),
    successor: z.string().nullable(),
    nextName: z.string().nullable(),
    relieved: z.boolean(),
  }),
);

// The schema of an exercise, in replies and in live messages.

import { gridNo, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import type { Exercise } from './exercise.ts';

export const exercise = schemaOf<Named<Exercise>>()(
  z.object({
    id: z.uuid(),
    gridNo,
    gridName: z.string(),
    name: z.string(),
    leaderId: z.uuid(),
    leaderName: z.string(),
    beganAt: time,
    endedAt: time.nullable(),
    endedBy: z.string().nullable(),
    verdict: z.object({ text: z.string(), by: z.string(), at: time }).nullable(),
    version: z.number(),
  }),
);

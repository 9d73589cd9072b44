// The schema of an application to burn.
import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { BURNING_PURPOSES, BURNING_STATES, type Burning } from './burning.ts';

export const burning = schemaOf<Named<Burning>>()(
  z.object({
    id: z.uuid(),
    applicant: z.string(),
    phone: z.string(),
    purpose: z.enum(BURNING_PURPOSES),
    position,
    address: z.string(),
    startsAt: time,
    endsAt: time,
    areaHectares: z.number().nullable(),
    peopleCount: z.number(),
    measures: z.string().nullable(),
    gridNo,
    gridName: z.string(),
    state: z.enum(BURNING_STATES),
    createdBy: z.string(),
    createdAt: time,
    reviewedBy: z.string().nullable(),
    reviewedAt: time.nullable(),
    reviewNote: z.string().nullable(),
  }),
);

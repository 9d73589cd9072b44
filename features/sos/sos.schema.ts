// The schema of an SOS, in replies and in live messages.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { SOS_OUTCOMES, type Sos } from './sos.ts';

export const sosPlace = z.object({ position, accuracyMetres: z.number().nullable(), foundAt: time });

export const sos = schemaOf<Named<Sos>>()(
  z.object({
    id: z.uuid(),
    userId: z.uuid(),
    fullName: z.string(),
    phone: z.string().nullable(),
    gridNo,
    gridName: z.string(),
    place: sosPlace.nullable(),
    address: z.string().nullable(),
    raisedAt: time,
    receivedAt: time,
    pressedAgain: z.object({ count: z.number(), at: time, id: z.uuid() }).nullable(),
    calledAt: time.nullable(),
    taken: z.object({ at: time, by: z.string(), accountId: z.string() }).nullable(),
    cancelled: z.object({ at: time, reason: z.string() }).nullable(),
    closed: z.object({ at: time, by: z.string(), outcome: z.enum(SOS_OUTCOMES), note: z.string().nullable() }).nullable(),
    revision: z.number(),
  }),
);

/** In the replay of a desk. */
export const pastSos = z.array(sos);

// The schemas of a person's safety near a fire, in replies and in live messages.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { MARGIN_CLASSES, type OwnSafety, type PersonSafety, SAFE_PLACE_KINDS, SAFETY_CONTACTS, SAFETY_REASONS } from './safety.ts';

export const personSafety = schemaOf<Named<PersonSafety>>()(
  z.object({
    id: z.uuid(),
    userId: z.uuid(),
    fullName: z.string(),
    phone: z.string().nullable(),
    gridNo,
    gridName: z.string(),
    fireId: z.uuid(),
    runId: z.uuid(),
    position,
    positionAt: time,
    arrivesAt: time.nullable(),
    escape: z
      .object({ seconds: z.number(), metres: z.number(), kind: z.enum(SAFE_PLACE_KINDS), place: position, path: z.array(position) })
      .nullable(),
    marginMinutes: z.number().nullable(),
    class: z.enum(MARGIN_CLASSES),
    contact: z.enum(SAFETY_CONTACTS),
    alarm: z
      .object({
        raisedAt: time,
        reasons: z.array(z.enum(SAFETY_REASONS)),
        taken: z.object({ by: z.string(), accountId: z.string(), at: time }).nullable(),
      })
      .nullable(),
    checkedAt: time,
    revision: z.number(),
  }),
);

/** In the replay of a desk. */
export const pastSafeties = z.array(personSafety);

/** null: no forecast has a fire that reaches the ranger's last position. */
export const ownSafety = schemaOf<{ readonly own: OwnSafety | null }>()(
  z.object({
    own: z
      .object({
        safety: personSafety,
        safePlaces: z.array(z.object({ kind: z.enum(SAFE_PLACE_KINDS), position, metres: z.number() })),
        separationMetres: z.number(),
        outlines: z.array(z.object({ at: time, coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))) })),
        validUntil: time,
        isDemo: z.boolean(),
      })
      .nullable(),
  }),
);

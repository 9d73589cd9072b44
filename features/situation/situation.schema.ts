// Schemas of orders and documents of a fire.

import { gridNo, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { DOCUMENT_FIELDS, FIRE_DOCUMENT_KINDS, type FireDocument } from './fire-document.ts';
import { type FireOrder, ORDER_RECEIVERS } from './fire-order.ts';

export const fireOrder = schemaOf<FireOrder>()(
  z.object({
    id: z.uuid(),
    fireId: z.uuid(),
    receivers: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(ORDER_RECEIVERS),
        name: z.string(),
        userId: z.string().nullable(),
        receipt: z.object({ at: time, by: z.string(), isOnBehalf: z.boolean(), note: z.string().nullable() }).nullable(),
      }),
    ),
    content: z.string(),
    dueAt: time.nullable(),
    issuedBy: z.string(),
    issuedAt: time,
    withdrawal: z.object({ at: time, by: z.string(), reason: z.string() }).nullable(),
  }),
);

const fieldNames = [...DOCUMENT_FIELDS.bulletin, ...DOCUMENT_FIELDS['situation-map']] as const;
const number = z.object({ year: z.number(), count: z.number() });

export const fireDocument = schemaOf<Named<FireDocument>>()(
  z.object({
    id: z.uuid(),
    fireId: z.uuid(),
    gridNo,
    gridName: z.string(),
    kind: z.enum(FIRE_DOCUMENT_KINDS),
    language: z.enum(['zh', 'en']),
    isDrill: z.boolean(),
    revision: z.number(),
    fields: z.partialRecord(z.enum(fieldNames), z.string()),
    corrects: z.object({ id: z.uuid(), number, reason: z.string() }).nullable(),
    createdBy: z.string(),
    createdAt: time,
    changedBy: z.string(),
    changedAt: time,
    issue: z.object({ number, by: z.string(), at: time, sha256: z.string() }).nullable(),
  }),
);

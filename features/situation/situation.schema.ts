// Schemas of orders and documents of a fire. A page loads the readers (situation.ts) without them.

import { z } from 'zod';
import { DOCUMENT_FIELDS, FIRE_DOCUMENT_KINDS } from './fire-document.ts';
import { ORDER_RECEIVERS } from './fire-order.ts';

export const fireOrder = z.object({
  id: z.uuid(),
  fireId: z.uuid(),
  receivers: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(ORDER_RECEIVERS),
      name: z.string(),
      userId: z.string().nullable(),
      /** null: not acknowledged yet. */
      receipt: z.object({ time: z.string(), user: z.string(), onBehalf: z.boolean(), note: z.string().nullable() }).nullable(),
    }),
  ),
  content: z.string(),
  /** null: immediately. */
  dueTime: z.string().nullable(),
  createUser: z.string(),
  createTime: z.string(),
  withdrawal: z.object({ time: z.string(), user: z.string(), reason: z.string() }).nullable(),
});
export type WireFireOrder = z.output<typeof fireOrder>;

const fieldNames = [...DOCUMENT_FIELDS.bulletin, ...DOCUMENT_FIELDS['situation-map']] as const;
/** 〔year〕count号. */
const number = z.object({ year: z.number(), count: z.number() });

export const fireDocument = z.object({
  id: z.uuid(),
  fireId: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  kind: z.enum(FIRE_DOCUMENT_KINDS),
  language: z.enum(['zh', 'en']),
  /** Belongs to an exercise. */
  drill: z.boolean(),
  revision: z.number(),
  fields: z.partialRecord(z.enum(fieldNames), z.string()),
  corrects: z.object({ id: z.uuid(), number, reason: z.string() }).nullable(),
  createUser: z.string(),
  createTime: z.string(),
  updateUser: z.string(),
  updateTime: z.string(),
  /** null: a draft. */
  issue: z.object({ number, user: z.string(), time: z.string(), sha256: z.string() }).nullable(),
});
export type WireFireDocument = z.output<typeof fireDocument>;

// Applications to burn (用火报备) as they travel, by their schema.
import { BURNING_PURPOSES, BURNING_STATES } from '@lookout/domain';
import { z } from 'zod';

export const burning = z.object({
  id: z.uuid(),
  applicant: z.string(),
  phone: z.string(),
  purpose: z.enum(BURNING_PURPOSES),
  position: z.object({ lng: z.number(), lat: z.number() }),
  gridNo: z.string(),
  gridName: z.string(),
  address: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  /** Hectares. */
  area: z.number().nullable(),
  peopleCount: z.number(),
  measures: z.string().nullable(),
  state: z.enum(BURNING_STATES),
  /** Of an approved one: its window is yet to come, open, or over. */
  phase: z.enum(['before', 'burning', 'over']).nullable(),
  createUser: z.string(),
  createTime: z.string(),
  reviewUser: z.string().nullable(),
  reviewTime: z.string().nullable(),
  reviewNote: z.string().nullable(),
});
export type WireBurning = z.output<typeof burning>;

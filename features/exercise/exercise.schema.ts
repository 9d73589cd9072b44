// An exercise in the wire format.
import { z } from 'zod';

export const exercise = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  name: z.string(),
  leaderId: z.uuid(),
  leaderName: z.string(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  endUser: z.string().nullable(),
  verdict: z.string().nullable(),
  verdictUser: z.string().nullable(),
  verdictTime: z.string().nullable(),
  version: z.number(),
});
export type WireExercise = z.output<typeof exercise>;

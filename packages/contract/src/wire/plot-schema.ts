// Plots (标绘) as they travel, by their schema.
import { PLOT_COLOURS, PLOT_KINDS } from '@lookout/domain';
import { z } from 'zod';

export const plot = z.object({
  id: z.uuid(),
  kind: z.enum(PLOT_KINDS),
  name: z.string(),
  points: z.array(z.object({ lng: z.number(), lat: z.number() })),
  colour: z.enum(PLOT_COLOURS),
  width: z.number(),
  note: z.string().nullable(),
  fireId: z.string().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  version: z.number(),
  createUser: z.string(),
  createTime: z.string(),
  updateUser: z.string(),
  updateTime: z.string(),
});
export type WirePlot = z.output<typeof plot>;

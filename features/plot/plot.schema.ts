// A plot in the wire format. A page loads the reader in the neighbouring file without this schema.
import { z } from 'zod';
import { PLOT_COLOURS, PLOT_KINDS } from './plot.ts';
import { PLOT_SYMBOLS } from './plot-symbol.ts';

export const plot = z.object({
  id: z.uuid(),
  kind: z.enum(PLOT_KINDS),
  /** Absent in archives sealed before symbols existed. */
  symbol: z.enum(PLOT_SYMBOLS).nullish(),
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

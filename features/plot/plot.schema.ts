// The schema of a plot, in replies and in live messages; and that of a plot in archives and documents.
import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import type { Plot } from './plot.ts';
import { PLOT_COLOURS, PLOT_KINDS } from './plot-kinds.ts';
import { PLOT_SYMBOLS } from './plot-symbol.ts';

export const plot = schemaOf<Named<Plot>>()(
  z.object({
    id: z.uuid(),
    kind: z.enum(PLOT_KINDS),
    symbol: z.enum(PLOT_SYMBOLS).nullable(),
    name: z.string(),
    points: z.array(position),
    colour: z.enum(PLOT_COLOURS),
    widthPixels: z.number(),
    note: z.string().nullable(),
    fireId: z.string().nullable(),
    gridNo,
    gridName: z.string(),
    version: z.number(),
    createdBy: z.string(),
    createdAt: time,
    changedBy: z.string(),
    changedAt: time,
  }),
);

/** In the replay of a desk. */
export const pastPlots = z.array(plot);

/** A plot as sealed archives and issued documents store it. */
export const archivedPlot = z.object({
  id: z.uuid(),
  kind: z.enum(PLOT_KINDS),
  /** Absent in archives sealed before symbols existed. */
  symbol: z.enum(PLOT_SYMBOLS).nullish(),
  name: z.string(),
  points: z.array(position),
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
export type ArchivedPlot = z.output<typeof archivedPlot>;

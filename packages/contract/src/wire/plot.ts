// Plots (标绘) as they travel.
import { PLOT_COLOURS, PLOT_KINDS, type Plot } from '@lookout/domain';
import { z } from 'zod';
import { formatTime } from '../times.ts';
import type { GridNames } from './alarm.ts';

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

export const writePlot = (p: Plot, nameOf: GridNames): WirePlot => ({
  id: p.id,
  kind: p.kind,
  name: p.name,
  points: p.points.map(({ lng, lat }) => ({ lng, lat })),
  colour: p.colour,
  width: p.widthPixels,
  note: p.note,
  fireId: p.fireId,
  gridNo: p.gridNo,
  gridName: nameOf(p.gridNo) ?? p.gridNo,
  version: p.version,
  createUser: p.createdBy,
  createTime: formatTime(p.createdAt),
  updateUser: p.changedBy,
  updateTime: formatTime(p.changedAt),
});

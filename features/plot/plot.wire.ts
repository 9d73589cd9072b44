// Plots (标绘) in the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WirePlot } from './plot.schema.ts';
import type { Plot, PlotDraft } from './plot.ts';

export const writePlot = (p: Plot, nameOf: GridNames): WirePlot => ({
  id: p.id,
  kind: p.kind,
  symbol: p.symbol,
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

/** The inverse of `writePlot`, to the second. */
export const readPlot = (w: WirePlot): Named<Plot> => ({
  id: w.id,
  kind: w.kind,
  symbol: w.symbol ?? null,
  name: w.name,
  points: w.points,
  colour: w.colour,
  widthPixels: w.width,
  note: w.note,
  fireId: w.fireId,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  version: w.version,
  createdBy: w.createUser,
  createdAt: readTime(w.createTime),
  changedBy: w.updateUser,
  changedAt: readTime(w.updateTime),
});

/** The body of `createPlot`, and the drawing in that of `updatePlot`. */
export const writePlotDraft = ({ points, widthPixels, ...draft }: PlotDraft) => ({
  ...draft,
  points: points.map(({ lng, lat }) => ({ lng, lat })),
  width: widthPixels,
});

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const plotReaders = {
  plot: readPlot,
} as const;

// Plots (标绘) in sealed archives and issued documents, whose hashes cover these names.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { ArchivedPlot } from './plot.schema.ts';
import type { Plot } from './plot.ts';

export const writeArchivedPlot = (p: Plot, nameOf: GridNames): ArchivedPlot => ({
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

/** The inverse of `writeArchivedPlot`, to the second. */
export const readArchivedPlot = (w: ArchivedPlot): Named<Plot> => ({
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

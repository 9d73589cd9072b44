// A plot between the wire and the inside.
import { type Contract, formatTime, type Received, type WirePlot } from '@lookout/contract';
import type { GridNo, Plot, PlotDraft } from '@lookout/domain';

type Body = Received<Contract['plots']['createPlot']>['body'];

export const draftOf = ({ kind, name, points, colour, width, note, fireId }: Body): PlotDraft => ({
  ...{ kind, points, colour, name: name.trim(), widthPixels: width, note: note?.trim() || null, fireId: fireId ?? null },
});

export const writePlot = (plot: Plot, nameOf: (no: GridNo) => string | null): WirePlot => ({
  id: plot.id,
  kind: plot.kind,
  name: plot.name,
  points: plot.points.map(({ lng, lat }) => ({ lng, lat })),
  colour: plot.colour,
  width: plot.widthPixels,
  note: plot.note,
  fireId: plot.fireId,
  gridNo: plot.gridNo,
  gridName: nameOf(plot.gridNo) ?? plot.gridNo,
  version: plot.version,
  createUser: plot.createdBy,
  createTime: formatTime(plot.createdAt),
  updateUser: plot.changedBy,
  updateTime: formatTime(plot.changedAt),
});

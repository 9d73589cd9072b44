// Plotting (标绘): drawings that a grid shares; each change is published on `plotDetail`.

import { errorCode, gridNo, id, numeric, optionalText, row, sentPosition, text } from '@lookout/contract';
import { z } from 'zod';
import { plot } from './plot.schema.ts';
import { checkPlotPoints, leastPlotPoints } from './plot.ts';
import { PLOT_COLOURS, PLOT_KINDS } from './plot-kinds.ts';
import { PLOT_SYMBOLS, symbolFits } from './plot-symbol.ts';

const draft = z
  .object({
    kind: z.enum(PLOT_KINDS, errorCode('plot-kind')),
    /** null: a plain drawing. Absent (a client older than symbols): the symbol is retained if it still fits. */
    symbol: z.enum(PLOT_SYMBOLS, errorCode('plot-symbol')).nullish(),
    name: text(64).default(''),
    points: z.array(sentPosition).max(2_000, errorCode('plot-points-at-most', { most: 2_000 })),
    colour: z.enum(PLOT_COLOURS, errorCode('plot-colour')).default('red'),
    widthPixels: numeric(z.number().min(1).max(12)).default(3),
    note: optionalText(200),
    fireId: id.nullish(),
  })
  .superRefine(({ kind, symbol, points, name }, context) => {
    const checked = checkPlotPoints(kind, points.length);
    if (!checked.ok) {
      const message =
        checked.error === 'too-few-points' ? errorCode('too-few-points', { least: leastPlotPoints(kind) }) : errorCode('too-many-points');
      context.addIssue({ code: 'custom', path: ['points'], message });
    }
    if (symbol && !symbolFits(symbol, kind))
      context.addIssue({ code: 'custom', path: ['symbol'], message: errorCode('plot-symbol-misfit') });
    if (kind === 'label' && name.trim() === '')
      context.addIssue({ code: 'custom', path: ['name'], message: errorCode('plot-text-needed') });
  });

const draws = { anyOf: ['act-on-alarms', 'dispatch'] } as const;

export const plotCalls = {
  plotList: row({
    method: 'POST',
    path: '/resource/api/plot/list',
    summary: '标绘列表：自己网格内的',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish(), fireId: id.nullish() }),
    reply: plot,
  }),
  createPlot: row({
    method: 'POST',
    path: '/resource/api/plot',
    summary: '新建标绘：归入包含其所有点的最小网格，须在自己的网格内',
    permission: draws,
    scope: 'position',
    envelope: 'created',
    effect: 'write',
    act: 'create-plot',
    input: draft,
    reply: z.object({ id: z.uuid() }),
  }),
  updatePlot: row({
    method: 'PUT',
    path: '/resource/api/plot/{id}',
    summary: '修改标绘：version 不是现有版本时为 409，附现有的标绘',
    permission: draws,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'update-plot',
    params: z.object({ id }),
    input: z.object({ version: numeric(z.number().int().min(1)), plot: draft }),
    reply: plot,
    current: plot,
  }),
  deletePlot: row({
    method: 'DELETE',
    path: '/resource/api/plot/{id}',
    summary: '删除标绘',
    permission: draws,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'delete-plot',
    params: z.object({ id }),
    reply: z.null(),
  }),
};

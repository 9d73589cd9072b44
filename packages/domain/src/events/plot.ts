// What can happen to a plot, and what it looks like afterwards.
import type { GridNo } from '../grid.ts';
import type { Plot, PlotDraft } from '../plot.ts';
import { actorName, type OccurrencesOf } from './event.ts';

export interface PlotPayloads {
  'plot.drawn': { readonly plot: Plot };
  /** `gridNo`: where it lies now. */
  'plot.revised': { readonly draft: PlotDraft; readonly gridNo: GridNo; readonly version: number };
  'plot.removed': Pick<Plot, 'kind' | 'name' | 'version'>;
}
export type PlotEvent = OccurrencesOf<PlotPayloads>;

/** @returns the plot after the event; null: it was taken away */
export function applyToPlot(plot: Plot | null, event: PlotEvent): Plot | null {
  if (event.kind === 'plot.drawn') return event.payload.plot;
  if (plot === null || event.kind === 'plot.removed') return null;
  const { draft, gridNo, version } = event.payload;
  return { ...plot, ...draft, gridNo, version, changedBy: actorName(event.actor), changedAt: event.happenedAt };
}

// Plots (标绘): drawings of officers on the map, shared with all users of the grid. A plot belongs to the smallest grid that contains all its
// points.

import { actorName, eventObject, type GridNo, type OccurrencesOf, ok, type Position, type Result, refuse } from '@lookout/domain';
import type { PlotColour, PlotKind } from './plot-kinds.ts';
import type { PlotSymbol } from './plot-symbol.ts';

/** The number of points of each kind. An arrow runs from its tail through its bends to its head. */
const pointsOf = {
  point: { least: 1, most: 1 },
  label: { least: 1, most: 1 },
  line: { least: 2, most: 2_000 },
  polygon: { least: 3, most: 2_000 },
  arrow: { least: 2, most: 20 },
} as const satisfies Record<PlotKind, { least: number; most: number }>;

/** CSS colours, for the globe and for print. */
export const PLOT_HUES = {
  red: '#ff3b30',
  orange: '#fb923c',
  yellow: '#facc15',
  green: '#3ecf8e',
  blue: '#3b82f6',
  white: '#ffffff',
} as const satisfies Record<PlotColour, string>;

export interface PlotDraft {
  readonly kind: PlotKind;
  /** The meaning of the plot in a fire's situation; it fits the kind. null: a plain drawing. */
  readonly symbol: PlotSymbol | null;
  /** The text next to the plot, or the text of a label. */
  readonly name: string;
  readonly points: readonly Position[];
  readonly colour: PlotColour;
  readonly widthPixels: number;
  readonly note: string | null;
  /** The alarm for which the plot was drawn. */
  readonly fireId: string | null;
}

export interface Plot extends PlotDraft {
  readonly id: string;
  readonly gridNo: GridNo;
  /** Incremented by each change; a change based on an older version is refused. */
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  readonly changedAt: Date;
}

/** Checks the number of points against the limits of the kind. */
export function checkPlotPoints(kind: PlotKind, count: number): Result<number, 'too-few-points' | 'too-many-points'> {
  const { least, most } = pointsOf[kind];
  if (count < least) return refuse('too-few-points');
  return count > most ? refuse('too-many-points') : ok(count);
}

export const leastPlotPoints = (kind: PlotKind): number => pointsOf[kind].least;

export interface PlotPayloads {
  'plot.drawn': { readonly plot: Plot };
  /** `gridNo`: the grid of the plot after the change. */
  'plot.revised': { readonly draft: PlotDraft; readonly gridNo: GridNo; readonly version: number };
  'plot.removed': Pick<Plot, 'kind' | 'name' | 'version'>;
}
export type PlotEvent = OccurrencesOf<PlotPayloads>;

/** The log contains plots from before symbols existed. */
const withSymbol = <D extends PlotDraft>(draft: D): D => ({ ...draft, symbol: draft.symbol ?? null });

/** @returns the plot after the event; null: it was removed */
export function applyToPlot(plot: Plot | null, event: PlotEvent): Plot | null {
  if (event.kind === 'plot.drawn') return withSymbol(event.payload.plot);
  if (plot === null || event.kind === 'plot.removed') return null;
  const { draft, gridNo, version } = event.payload;
  return { ...plot, ...withSymbol(draft), gridNo, version, changedBy: actorName(event.actor), changedAt: event.happenedAt };
}

export const plotObject = eventObject<PlotPayloads, Plot>()({
  apply: applyToPlot,
  keeping: {
    'plot.drawn': 'always',
    'plot.revised': 'always',
    'plot.removed': 'always',
  },
  summaries: {
    'plot.drawn': ({ plot: { kind, name, version } }) => ({ kind, name, version }),
    'plot.revised': ({ draft: { kind, name }, version }) => ({ kind, name, version }),
  },
});

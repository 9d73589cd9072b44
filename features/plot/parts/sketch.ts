// A plot being drawn or edited, with undo and redo. Pure; stored as text in the browser, so that no drawing is lost.

import type { LngLat } from '@lookout/geo';
import { leastPlotPoints, type Plot, type PlotDraft } from '../plot.ts';
import { PLOT_COLOURS, PLOT_KINDS, type PlotColour, type PlotKind } from '../plot-kinds.ts';
import { PLOT_SYMBOLS, type PlotSymbol, plotSymbols } from '../plot-symbol.ts';

export interface Sketch {
  readonly kind: PlotKind;
  /** null: a drawing without a symbol. */
  readonly symbol: PlotSymbol | null;
  readonly name: string;
  readonly points: readonly LngLat[];
  readonly colour: PlotColour;
  readonly widthPixels: number;
  readonly note: string;
}

export interface SketchState {
  /** The idempotency key: a retry after a lost reply does not create the plot twice. */
  readonly key: string;
  /** The edited plot; null: a new one. */
  readonly plot: { readonly id: string; readonly version: number } | null;
  readonly fireId: string | null;
  readonly now: Sketch;
  readonly past: readonly Sketch[];
  readonly future: readonly Sketch[];
  /** True while clicks add points; afterwards points can only be dragged. */
  readonly isDrawing: boolean;
}

const FIRST = { symbol: null, name: '', points: [], colour: 'red', widthPixels: 3, note: '' } as const;
const MOST_STEPS = 100;

export const begun = (kind: PlotKind, key: string, like: Sketch | null): SketchState => ({
  key,
  plot: null,
  fireId: null,
  past: [],
  future: [],
  isDrawing: true,
  // The next sketch takes over colour and width.
  now: { ...FIRST, ...(like && { colour: like.colour, widthPixels: like.widthPixels }), kind },
});

/** Begins a sketch of a symbol, in the symbol's colour. @param fireId null: for no fire */
export const begunSymbol = (symbol: PlotSymbol, key: string, fireId: string | null): SketchState => {
  const { kind, colour } = plotSymbols[symbol];
  const plain = begun(kind, key, null);
  return { ...plain, fireId, now: { ...plain.now, symbol, colour } };
};

export const sketchOf = (
  { id, version, fireId, kind, symbol, name, points, colour, widthPixels, note }: Plot,
  key: string,
): SketchState => ({
  key,
  fireId,
  plot: { id, version },
  past: [],
  future: [],
  isDrawing: false,
  now: { kind, symbol, name, points, colour, widthPixels, note: note ?? '' },
});

/** The draft to save. */
export const draftOf = ({ fireId, now }: SketchState): PlotDraft => ({ ...now, note: now.note || null, fireId });

/** Applies a change and adds an undo step. */
export function changed(store: SketchState, change: Partial<Sketch>): SketchState {
  return { ...store, now: { ...store.now, ...change }, past: [...store.past, store.now].slice(-MOST_STEPS), future: [] };
}

/** Moves a point during a drag: only the end of the drag is an undo step. */
export const dragged = (store: SketchState, index: number, position: LngLat): SketchState => ({
  ...store,
  now: { ...store.now, points: store.now.points.map((point, at) => (at === index ? position : point)) },
});

export function undone(store: SketchState): SketchState {
  const before = store.past.at(-1);
  if (!before) return store;
  // A sketch with fewer than the minimum number of points returns to drawing.
  const isDrawing = store.isDrawing || !isWhole(before);
  return { ...store, isDrawing, now: before, past: store.past.slice(0, -1), future: [store.now, ...store.future] };
}

export function redone(store: SketchState): SketchState {
  const [after, ...future] = store.future;
  return after ? { ...store, now: after, past: [...store.past, store.now], future } : store;
}

export const isWhole = ({ kind, points }: Sketch): boolean => points.length >= leastPlotPoints(kind);

/** Why the sketch cannot be saved; null: it can. */
export function sketchFault(sketch: Sketch): 'points' | 'text' | null {
  if (!isWhole(sketch)) return 'points';
  return sketch.kind === 'label' && sketch.name.trim() === '' ? 'text' : null;
}

export const writeSketch = ({ past: _, future: __, ...kept }: SketchState): string => JSON.stringify(kept);

/** @returns null when the text is not a sketch: the browser's storage may contain anything */
export function readSketch(text: string | null): SketchState | null {
  if (text === null) return null;
  try {
    const stored = JSON.parse(text) as Partial<SketchState> | null;
    const { key, plot = null, fireId = null, now, isDrawing } = stored ?? {};
    if (typeof key !== 'string' || now === undefined || !isSketch(now)) return null;
    const isPlot = plot === null || (typeof plot.id === 'string' && typeof plot.version === 'number');
    if (!isPlot || (fireId !== null && typeof fireId !== 'string')) return null;
    // A sketch stored before symbols existed has none.
    return { key, plot, fireId, now: { ...now, symbol: now.symbol ?? null }, past: [], future: [], isDrawing: isDrawing === true };
  } catch {
    return null;
  }
}

function isSketch({ kind, symbol, name, points, colour, widthPixels, note }: Partial<Sketch>): boolean {
  const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
  return (
    PLOT_KINDS.includes(kind as PlotKind) &&
    (symbol == null || PLOT_SYMBOLS.includes(symbol)) &&
    PLOT_COLOURS.includes(colour as PlotColour) &&
    typeof name === 'string' &&
    typeof note === 'string' &&
    isNumber(widthPixels) &&
    Array.isArray(points) &&
    points.every((point: Partial<LngLat> | null) => isNumber(point?.lng) && isNumber(point?.lat))
  );
}

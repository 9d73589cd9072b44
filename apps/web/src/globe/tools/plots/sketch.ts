// A plot that is being drawn or changed, with its way back. Pure; kept as text in the browser, so that nothing drawn is lost.
import { leastPlotPoints, PLOT_COLOURS, PLOT_KINDS, type Plot, type PlotColour, type PlotDraft, type PlotKind } from '@lookout/domain';
import type { LngLat } from '@lookout/geo';

export interface Sketch {
  readonly kind: PlotKind;
  readonly name: string;
  readonly points: readonly LngLat[];
  readonly colour: PlotColour;
  readonly widthPixels: number;
  readonly note: string;
}

export interface SketchState {
  /** Names its sending: sent again after a lost answer, it is drawn once. */
  readonly key: string;
  /** What it changes; null: it is new. */
  readonly plot: { readonly id: string; readonly version: number } | null;
  readonly fireId: string | null;
  readonly now: Sketch;
  readonly past: readonly Sketch[];
  readonly future: readonly Sketch[];
  /** Points are still added by clicks; afterwards they are dragged. */
  readonly isDrawing: boolean;
}

const FIRST = { name: '', points: [], colour: 'red', widthPixels: 3, note: '' } as const;
const MOST_STEPS = 100;

export const begun = (kind: PlotKind, key: string, like: Sketch | null): SketchState => ({
  key,
  plot: null,
  fireId: null,
  past: [],
  future: [],
  isDrawing: true,
  // The next one in the same colour and width.
  now: { ...FIRST, ...(like && { colour: like.colour, widthPixels: like.widthPixels }), kind },
});

export const sketchOf = ({ id, version, fireId, kind, name, points, colour, widthPixels, note }: Plot, key: string): SketchState => ({
  key,
  fireId,
  plot: { id, version },
  past: [],
  future: [],
  isDrawing: false,
  now: { kind, name, points, colour, widthPixels, note: note ?? '' },
});

/** What is saved of it. */
export const draftOf = ({ fireId, now }: SketchState): PlotDraft => ({ ...now, note: now.note || null, fireId });

/** A step that can be undone. */
export function changed(store: SketchState, change: Partial<Sketch>): SketchState {
  return { ...store, now: { ...store.now, ...change }, past: [...store.past, store.now].slice(-MOST_STEPS), future: [] };
}

/** On the way of a drag: only its end is a step. */
export const dragged = (store: SketchState, index: number, place: LngLat): SketchState => ({
  ...store,
  now: { ...store.now, points: store.now.points.map((point, at) => (at === index ? place : point)) },
});

export function undone(store: SketchState): SketchState {
  const before = store.past.at(-1);
  if (!before) return store;
  // What has lost a point it needs is drawn on.
  const isDrawing = store.isDrawing || !isWhole(before);
  return { ...store, isDrawing, now: before, past: store.past.slice(0, -1), future: [store.now, ...store.future] };
}

export function redone(store: SketchState): SketchState {
  const [after, ...future] = store.future;
  return after ? { ...store, now: after, past: [...store.past, store.now], future } : store;
}

export const isWhole = ({ kind, points }: Sketch): boolean => points.length >= leastPlotPoints(kind);

/** Why it cannot be saved yet; null: it can. */
export function sketchFault(sketch: Sketch): 'points' | 'text' | null {
  if (!isWhole(sketch)) return 'points';
  return sketch.kind === 'label' && sketch.name.trim() === '' ? 'text' : null;
}

export const writeSketch = ({ past: _, future: __, ...kept }: SketchState): string => JSON.stringify(kept);

/** @returns null when the text is no sketch: people and other programs may write into a browser's storage */
export function readSketch(text: string | null): SketchState | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<SketchState> | null;
    const { key, plot = null, fireId = null, now, isDrawing } = kept ?? {};
    if (typeof key !== 'string' || now === undefined || !isSketch(now)) return null;
    const isPlot = plot === null || (typeof plot.id === 'string' && typeof plot.version === 'number');
    if (!isPlot || (fireId !== null && typeof fireId !== 'string')) return null;
    return { key, plot, fireId, now, past: [], future: [], isDrawing: isDrawing === true };
  } catch {
    return null;
  }
}

function isSketch({ kind, name, points, colour, widthPixels, note }: Partial<Sketch>): boolean {
  const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
  return (
    PLOT_KINDS.includes(kind as PlotKind) &&
    PLOT_COLOURS.includes(colour as PlotColour) &&
    typeof name === 'string' &&
    typeof note === 'string' &&
    isNumber(widthPixels) &&
    Array.isArray(points) &&
    points.every((point: Partial<LngLat> | null) => isNumber(point?.lng) && isNumber(point?.lat))
  );
}

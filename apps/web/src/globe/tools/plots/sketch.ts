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

export interface SketchDesk {
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

export const begun = (kind: PlotKind, key: string, like: Sketch | null): SketchDesk => ({
  ...{ key, plot: null, fireId: null, past: [], future: [], isDrawing: true },
  // The next one in the same colour and width.
  now: { ...FIRST, ...(like && { colour: like.colour, widthPixels: like.widthPixels }), kind },
});

export const sketchOf = ({ id, version, fireId, kind, name, points, colour, widthPixels, note }: Plot, key: string): SketchDesk => ({
  ...{ key, fireId, plot: { id, version }, past: [], future: [], isDrawing: false },
  now: { kind, name, points, colour, widthPixels, note: note ?? '' },
});

/** What is saved of it. */
export const draftOf = ({ fireId, now }: SketchDesk): PlotDraft => ({ ...now, note: now.note || null, fireId });

/** A step that can be undone. */
export function changed(desk: SketchDesk, change: Partial<Sketch>): SketchDesk {
  return { ...desk, now: { ...desk.now, ...change }, past: [...desk.past, desk.now].slice(-MOST_STEPS), future: [] };
}

/** On the way of a drag: only its end is a step. */
export const dragged = (desk: SketchDesk, index: number, place: LngLat): SketchDesk => ({
  ...desk,
  now: { ...desk.now, points: desk.now.points.map((point, at) => (at === index ? place : point)) },
});

export function undone(desk: SketchDesk): SketchDesk {
  const before = desk.past.at(-1);
  if (!before) return desk;
  // What has lost a point it needs is drawn on.
  const isDrawing = desk.isDrawing || !isWhole(before);
  return { ...desk, isDrawing, now: before, past: desk.past.slice(0, -1), future: [desk.now, ...desk.future] };
}

export function redone(desk: SketchDesk): SketchDesk {
  const [after, ...future] = desk.future;
  return after ? { ...desk, now: after, past: [...desk.past, desk.now], future } : desk;
}

export const isWhole = ({ kind, points }: Sketch): boolean => points.length >= leastPlotPoints(kind);

/** Why it cannot be saved yet; null: it can. */
export function sketchFault(sketch: Sketch): 'points' | 'text' | null {
  if (!isWhole(sketch)) return 'points';
  return sketch.kind === 'label' && sketch.name.trim() === '' ? 'text' : null;
}

export const writeSketch = ({ past: _, future: __, ...kept }: SketchDesk): string => JSON.stringify(kept);

/** @returns null when the text is no sketch: people and other programs may write into a browser's storage */
export function readSketch(text: string | null): SketchDesk | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<SketchDesk> | null;
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

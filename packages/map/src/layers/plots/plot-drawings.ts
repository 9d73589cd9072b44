// From a plot to its drawings. Loads no Cesium.
import { leastPlotPoints, type PlotColour, type PlotKind } from '@lookout/domain';
import { attackArrow } from '@lookout/geo';
import { cutLabel } from '../labels.ts';
import type { Drawing, Place } from './drawing-layer.ts';

export interface PlotMark {
  /** null: not saved yet, cannot be picked. */
  readonly id: string | null;
  readonly kind: PlotKind;
  readonly name: string;
  readonly points: readonly Place[];
  readonly colour: PlotColour;
  readonly widthPixels: number;
  /** Its points can be dragged. */
  readonly isEdited: boolean;
}

/** The CSS colours of the plot colour names. */
export const PLOT_HUES = {
  red: '#ff3b30',
  orange: '#fb923c',
  yellow: '#facc15',
  green: '#3ecf8e',
  blue: '#3b82f6',
  white: '#ffffff',
} as const satisfies Record<PlotColour, string>;

const SHAPES = { point: 'point', line: 'line', polygon: 'area', arrow: 'area', label: 'text' } as const satisfies Record<
  PlotKind,
  Drawing['shape']
>;

/** An unfinished plot is drawn as the line it has so far. */
export function plotDrawings({ id, kind, name, points, colour, widthPixels, isEdited }: PlotMark): Drawing[] {
  if (points.length === 0) return [];
  const common = { plotId: id, colour: PLOT_HUES[colour], widthPixels };
  const isWhole = points.length >= leastPlotPoints(kind);
  // A label's text is shown in full; a name beside a drawing is cut like every other.
  const text = kind === 'label' ? name : cutLabel(name);
  const ring = kind === 'arrow' ? attackArrow(points) : points;
  const shape = isWhole ? SHAPES[kind] : 'line';
  const handles: Drawing[] = isEdited ? [{ ...common, shape: 'text', points, texts: [], handles: true }] : [];
  const drawn =
    shape === 'area' && ring.length < 3 ? [] : [{ ...common, shape, points: isWhole ? ring : points, texts: [], handles: false }];
  const labels: Drawing[] =
    text === ''
      ? []
      : [{ ...common, shape: kind === 'label' ? 'text' : 'line', points: points.slice(0, 1), texts: [text], handles: false }];
  return [...(kind === 'label' ? [] : drawn), ...labels, ...handles];
}

// Converts a plot to its drawings. Loads no Cesium.

import { attackArrow, drawLine, hatches, middleOfArea, middleOfLine } from '@lookout/geo';
import type { Place } from '@lookout/map/engine/places.ts';
import type { Drawing, TextPlace } from '@lookout/map/layers/drawings/drawing-layer.ts';
import { cutLabel } from '@lookout/map/layers/labels.ts';
import { leastPlotPoints, PLOT_HUES } from '../plot.ts';
import type { PlotColour, PlotKind } from '../plot-kinds.ts';
import { type PlotSymbol, plotSymbols, SYMBOL_BOX } from '../plot-symbol.ts';

export interface PlotMark {
  /** null: not saved yet, so it cannot be picked. */
  readonly id: string | null;
  readonly kind: PlotKind;
  /** null: a plain drawing. */
  readonly symbol: PlotSymbol | null;
  readonly name: string;
  readonly points: readonly Place[];
  readonly colour: PlotColour;
  readonly widthPixels: number;
  /** Its points can be dragged. */
  readonly isEdited: boolean;
}

const SHAPES = { point: 'point', line: 'line', polygon: 'area', arrow: 'area', label: 'text' } as const satisfies Record<
  PlotKind,
  Drawing['shape']
>;

/** An unfinished plot is drawn as a line through its points so far. */
export function plotDrawings({ id, kind, symbol, name, points, colour, widthPixels, isEdited }: PlotMark): Drawing[] {
  if (points.length === 0) return [];
  const common = { plotId: id, colour: PLOT_HUES[colour], widthPixels, texts: [], handles: false };
  const isWhole = points.length >= leastPlotPoints(kind);
  // A label's text is shown in full; a name next to a drawing is cut like every other.
  const text = kind === 'label' ? name : cutLabel(name);
  const drawn = !isWhole
    ? [{ ...common, shape: 'line' as const, points }]
    : symbol === null
      ? plainDrawings(kind, points, common)
      : symbolDrawings(symbol, colour, points, common);
  const { place, at } = nameOf(isWhole ? kind : 'point', points);
  const labels: Drawing[] =
    text === '' || at === undefined ? [] : [{ ...common, shape: 'text', textPlace: place, points: [at], texts: [text] }];
  const handles: Drawing[] = isEdited ? [{ ...common, shape: 'text', points, handles: true }] : [];
  return [...(kind === 'label' ? [] : drawn), ...labels, ...handles];
}

/** Position of the name, off the plot's strokes: above the middle of a line, in the middle of an area, next to a single place. */
function nameOf(kind: PlotKind, points: readonly Place[]): { readonly place: TextPlace; readonly at: Place | undefined } {
  switch (kind) {
    case 'line':
      return { place: 'above', at: middleOfLine(points) };
    case 'polygon':
      return { place: 'centre', at: middleOfArea(points) };
    case 'label':
      return { place: 'centre', at: points[0] };
    default:
      return { place: 'beside', at: points[0] };
  }
}

type Common = Omit<Drawing, 'shape' | 'points'>;

function plainDrawings(kind: PlotKind, points: readonly Place[], common: Common): Drawing[] {
  const shape = SHAPES[kind];
  const ring = kind === 'arrow' ? attackArrow(points) : points;
  return shape === 'area' && ring.length < 3 ? [] : [{ ...common, shape, points: ring }];
}

/** Thinner than the edge. */
const HATCH_PIXELS = 1.5;

/** Draws a symbol from the domain's table; geo computes the positions of its strokes. */
function symbolDrawings(symbol: PlotSymbol, colour: PlotColour, points: readonly Place[], common: Common): Drawing[] {
  const entry = plotSymbols[symbol];
  switch (entry.kind) {
    case 'point':
      return [
        {
          ...common,
          shape: 'picture',
          points,
          picture: { name: `plot.${symbol}.${colour}`, sidePixels: SYMBOL_BOX, strokes: entry.drawing },
        },
      ];
    case 'line': {
      const { lines, fills } = drawLine(points, entry.drawing);
      // Two rails together are as wide as one line.
      const widthPixels = common.widthPixels / entry.drawing.rails.length;
      return [
        ...lines.map((line): Drawing => ({ ...common, widthPixels, shape: 'line', points: line })),
        ...fills.map((ring): Drawing => ({ ...common, shape: 'area', widthPixels: 1, points: ring, fillOpacity: 1 })),
      ];
    }
    case 'polygon':
    case 'arrow': {
      const ring = entry.kind === 'arrow' ? attackArrow(points) : points;
      if (ring.length < 3) return [];
      const { fillOpacity, hatches: count } = entry.drawing;
      return [
        { ...common, shape: 'area', points: ring, fillOpacity },
        ...hatches(ring, count).map((line): Drawing => ({ ...common, shape: 'line', widthPixels: HATCH_PIXELS, points: line })),
      ];
    }
  }
}

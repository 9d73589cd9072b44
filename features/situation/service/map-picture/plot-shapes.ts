// Plots as drawn on a map picture, with the same table and the same strokes as on the globe; and the legend of their symbols.

import { attackArrow, drawLine, hatches, type LngLat, middleOfArea, middleOfLine } from '@lookout/geo';
import { leastPlotPoints, PLOT_HUES, type Plot } from '../../../plot/plot.ts';
import { type PlotSymbol, plotSymbols } from '../../../plot/plot-symbol.ts';
import type { LegendRow, MapShapes } from './drawing.ts';

type DrawnPlot = Pick<Plot, 'kind' | 'symbol' | 'name' | 'points' | 'colour' | 'widthPixels'>;

const NOTHING: MapShapes = { areas: [], lines: [], marks: [] };
const PLAIN_OPACITY = 0.18;
const HATCH_PIXELS = 1.5;

const pairs = (points: readonly LngLat[]): (readonly [number, number])[] => points.map(({ lng, lat }) => [lng, lat]);

const together = (shapes: readonly MapShapes[]): MapShapes => ({
  areas: shapes.flatMap(({ areas }) => areas),
  lines: shapes.flatMap(({ lines }) => lines),
  marks: shapes.flatMap(({ marks }) => marks),
});

export const shapesOfPlots = (plots: readonly DrawnPlot[]): MapShapes => together(plots.map(shapesOf));

function shapesOf(plot: DrawnPlot): MapShapes {
  const { kind, symbol, name, points, widthPixels } = plot;
  const [first] = points;
  if (first === undefined || points.length < leastPlotPoints(kind)) return NOTHING;
  const colour = PLOT_HUES[plot.colour];
  // Offset from its strokes, as on the globe.
  const { lng, lat } = (kind === 'line' ? middleOfLine(points) : kind === 'polygon' ? middleOfArea(points) : undefined) ?? first;
  const label = { at: [lng, lat] as const, colour, label: name };
  const entry = symbol && plotSymbols[symbol];
  if (entry?.kind === 'point') return { ...NOTHING, marks: [{ ...label, shape: entry.drawing }] };
  if (kind === 'point' || kind === 'label') return { ...NOTHING, marks: [{ ...label, shape: kind === 'label' ? [] : 'dot' }] };
  const marks = name === '' ? [] : [{ ...label, shape: [] }];
  if (kind === 'line') {
    if (entry?.kind !== 'line') return { ...NOTHING, marks, lines: [{ points: pairs(points), colour, widthPixels }] };
    const { lines, fills } = drawLine(points, entry.drawing);
    // Two rails are together as wide as one line.
    const strokePixels = widthPixels / entry.drawing.rails.length;
    return {
      marks,
      lines: lines.map((line) => ({ points: pairs(line), colour, widthPixels: strokePixels })),
      areas: fills.map((ring) => ({ rings: [pairs(ring)], colour, fillOpacity: 1, isDashed: false, edgePixels: 1 })),
    };
  }
  const ring = kind === 'arrow' ? attackArrow(points) : points;
  const { fillOpacity, hatches: count } =
    entry?.kind === 'polygon' || entry?.kind === 'arrow' ? entry.drawing : { fillOpacity: PLAIN_OPACITY, hatches: 0 };
  return {
    marks,
    areas: [{ rings: [pairs(ring)], colour, fillOpacity, isDashed: false }],
    lines: hatches(ring, count).map((line) => ({ points: pairs(line), colour, widthPixels: HATCH_PIXELS })),
  };
}

/** The sample in a legend, in degrees so small that the Earth's surface is a plane. */
const LONG = 0.04;
const HIGH = 0.02;
const MIDDLE = { lng: LONG / 2, lat: HIGH / 2 };
const SAMPLES = {
  point: [MIDDLE],
  label: [MIDDLE],
  // Longer than the box, so that its strokes are not too fine; only the part inside the box is visible.
  line: [
    { lng: -2 * LONG, lat: HIGH / 2 },
    { lng: LONG - 0.001, lat: HIGH / 2 },
  ],
  arrow: [
    { lng: 0, lat: HIGH / 2 },
    { lng: LONG, lat: HIGH / 2 },
  ],
  polygon: [
    { lng: 0.004, lat: 0.002 },
    { lng: 0.036, lat: 0.002 },
    { lng: 0.036, lat: 0.018 },
    { lng: 0.004, lat: 0.018 },
  ],
} as const satisfies Record<Plot['kind'], readonly LngLat[]>;
const SAMPLE_WIDTH_PIXELS = 3;

/** One row for each symbol used, in the order of the table, in the colour of its first use. */
export function legendOf(plots: readonly DrawnPlot[], language: 'zh' | 'en'): LegendRow[] {
  return (Object.keys(plotSymbols) as PlotSymbol[]).flatMap((symbol) => {
    const used = plots.find((plot) => plot.symbol === symbol);
    if (used === undefined) return [];
    const { kind } = plotSymbols[symbol];
    const sample = { kind, symbol, name: '', points: SAMPLES[kind], colour: used.colour, widthPixels: SAMPLE_WIDTH_PIXELS };
    return [{ label: plotSymbols[symbol][language], shapes: shapesOf(sample), box: { west: 0, south: 0, east: LONG, north: HIGH } }];
  });
}

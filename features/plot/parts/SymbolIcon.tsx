// A plot symbol as an icon: the same drawing as on the globe, from the domain's table.

import { attackArrow, drawLine, hatches, type LngLat } from '@lookout/geo';
import { PLOT_HUES } from '../plot.ts';
import type { PlotColour } from '../plot-kinds.ts';
import { type PlotSymbol, plotSymbols, SYMBOL_BOX } from '../plot-symbol.ts';

interface Props {
  readonly symbol: PlotSymbol;
  readonly colour: PlotColour;
}

const INKS = { light: '#ffffff', dark: '#0b1220' } as const;

export function SymbolIcon({ symbol, colour }: Props) {
  const inks = { ...INKS, main: PLOT_HUES[colour] };
  const entry = plotSymbols[symbol];
  return (
    <svg className="plot-symbol" viewBox={`-1 -1 ${SYMBOL_BOX + 2} ${SYMBOL_BOX + 2}`} aria-hidden="true">
      {entry.kind === 'point'
        ? entry.drawing.map(({ d, fill, line, width }) => (
            <path
              key={d}
              d={d}
              fill={fill === null ? 'none' : inks[fill]}
              stroke={line === null ? 'none' : inks[line]}
              strokeWidth={width}
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          ))
        : sampleOf(symbol).map(({ d, fillOpacity }) => (
            <path key={d} d={d} fill={inks.main} fillOpacity={fillOpacity} stroke={inks.main} strokeWidth={fillOpacity === 1 ? 0.5 : 2} />
          ))}
    </svg>
  );
}

/** One unit of the box in degrees, small enough for the terrain to be treated as a plane. */
const UNIT = 0.001;
const at = (x: number, y: number): LngLat => ({ lng: x * UNIT, lat: -y * UNIT });
/** Longer than the box, so that the strokes are not too fine; only the part inside the box is visible. */
const LINE = [at(-48, 18), at(80, 18)];
const HEADED = [at(-96, 18), at(31, 18)];
const RING = [at(2, 5), at(30, 5), at(30, 27), at(2, 27)];
const ARROW = [at(1, 16), at(31, 16)];
const MOST_HATCHES = 6;

interface Sample {
  readonly d: string;
  readonly fillOpacity: number;
}

/** A small sample of a line, an area or an arrow. */
function sampleOf(symbol: PlotSymbol): Sample[] {
  const entry = plotSymbols[symbol];
  if (entry.kind === 'point') return [];
  if (entry.kind === 'line') {
    const { lines, fills } = drawLine(entry.drawing.hasHead ? HEADED : LINE, entry.drawing);
    return [
      ...lines.map((line) => ({ d: pathOf(line, false), fillOpacity: 0 })),
      ...fills.map((ring) => ({ d: pathOf(ring, true), fillOpacity: 1 })),
    ];
  }
  const ring = entry.kind === 'arrow' ? attackArrow(ARROW) : RING;
  const strokes = hatches(ring, Math.min(MOST_HATCHES, entry.drawing.hatches));
  return [
    { d: pathOf(ring, true), fillOpacity: entry.drawing.fillOpacity },
    ...strokes.map((line) => ({ d: pathOf(line, false), fillOpacity: 0 })),
  ];
}

const pathOf = (points: readonly LngLat[], isClosed: boolean): string =>
  points.map(({ lng, lat }, index) => `${index === 0 ? 'M' : 'L'}${(lng / UNIT).toFixed(2)} ${(-lat / UNIT).toFixed(2)}`).join('') +
  (isClosed ? 'Z' : '');

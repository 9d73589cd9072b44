import { describe, expect, it } from 'vitest';
import type { PlotKind } from '../plot-kinds.ts';
import { PLOT_SYMBOLS, plotSymbols } from '../plot-symbol.ts';
import { type PlotMark, plotDrawings } from './plot-drawings.ts';

const POINTS = [
  { lng: 103, lat: 31 },
  { lng: 103.1, lat: 31 },
  { lng: 103.1, lat: 31.1 },
];
const mark = (overrides: Partial<PlotMark> = {}): PlotMark => ({
  id: 'a',
  kind: 'line',
  symbol: null,
  name: '',
  points: POINTS,
  colour: 'red',
  widthPixels: 3,
  isEdited: false,
  ...overrides,
});
const shapes = (overrides: Partial<PlotMark>) => plotDrawings(mark(overrides)).map(({ shape }) => shape);

describe('drawings of a plot', () => {
  it('a plot is drawn in the shape of its kind', () => {
    expect(shapes({ kind: 'point', points: POINTS.slice(0, 1) })).toEqual(['point']);
    expect(shapes({ kind: 'line' })).toEqual(['line']);
    expect(shapes({ kind: 'polygon' })).toEqual(['area']);
    expect(shapes({ kind: 'arrow' })).toEqual(['area']);
    expect(shapes({ kind: 'label', name: '集结', points: POINTS.slice(0, 1) })).toEqual(['text']);
  });

  it('an arrow is drawn as its outline, which ends at its last point', () => {
    const [arrow] = plotDrawings(mark({ kind: 'arrow' }));
    expect(arrow?.points.length).toBeGreaterThan(10);
    expect(arrow?.points.some(({ lng, lat }) => Math.hypot(lng - 103.1, lat - 31.1) < 1e-9)).toBe(true);
  });

  it('an unfinished plot is a plain line, and nothing before its first point', () => {
    expect(shapes({ kind: 'polygon', points: POINTS.slice(0, 2) })).toEqual(['line']);
    expect(shapes({ points: [] })).toEqual([]);
  });

  it('a drawing has the plot’s id for picking, and a handle at each point while it is edited', () => {
    const drawings = plotDrawings(mark({ isEdited: true }));
    expect(drawings.every(({ plotId }) => plotId === 'a')).toBe(true);
    expect(drawings.filter(({ handles }) => handles).map(({ points }) => points)).toEqual([POINTS]);
  });

  // Proves §9.12b
  it('a plot has its name next to it, cut to seven characters; a label’s text is shown in full', () => {
    const textsOf = (overrides: Partial<PlotMark>) => plotDrawings(mark(overrides)).flatMap(({ texts }) => texts);
    expect(textsOf({ name: '威州镇北侧隔离带' })).toEqual(['威州镇北侧隔离…']);
    expect(textsOf({ name: '威州镇北侧隔离带', kind: 'label', points: POINTS.slice(0, 1) })).toEqual(['威州镇北侧隔离带']);
  });

  it('a plot’s name is off its strokes: above the middle of a line, in the middle of an area, next to a point', () => {
    const nameOf = (overrides: Partial<PlotMark>) => {
      const { textPlace, points } = plotDrawings(mark({ name: '北线', ...overrides })).at(-1) ?? {};
      return [textPlace, points?.map(({ lng, lat }) => [Number(lng.toFixed(3)), Number(lat.toFixed(3))])];
    };
    expect(nameOf({ kind: 'line' })).toEqual(['above', [[103.1, 31]]]);
    expect(nameOf({ kind: 'line', points: POINTS.slice(0, 2) })).toEqual(['above', [[103.05, 31]]]);
    expect(nameOf({ kind: 'polygon', points: [...POINTS, { lng: 103, lat: 31.1 }] })).toEqual(['centre', [[103.05, 31.05]]]);
    expect(nameOf({ kind: 'polygon', points: POINTS.slice(0, 2) })).toEqual(['beside', [[103, 31]]]);
    expect(nameOf({ kind: 'point', points: POINTS.slice(0, 1) })).toEqual(['beside', [[103, 31]]]);
    expect(nameOf({ kind: 'arrow' })).toEqual(['beside', [[103, 31]]]);
  });
});

describe('drawings of a symbol', () => {
  const count: Readonly<Record<PlotKind, number>> = { point: 1, label: 1, line: 3, polygon: 3, arrow: 3 };
  it.each(PLOT_SYMBOLS)('%s is more than a plain drawing, has the plot’s colour, and can be picked', (symbol) => {
    const { kind } = plotSymbols[symbol];
    const drawings = plotDrawings(mark({ kind, symbol, colour: 'green', points: POINTS.slice(0, count[kind]) }));
    const plain = plotDrawings(mark({ kind, colour: 'green', points: POINTS.slice(0, count[kind]) }));
    expect(drawings).not.toEqual([]);
    if (symbol !== 'route')
      expect(drawings.map(({ shape, fillOpacity }) => [shape, fillOpacity])).not.toEqual(plain.map(({ shape }) => [shape, undefined]));
    for (const { colour, plotId } of drawings) expect({ colour, plotId }).toEqual({ colour: '#3ecf8e', plotId: 'a' });
  });

  it('a point symbol is its picture, by symbol and colour, with the name next to it', () => {
    const [picture, label] = plotDrawings(mark({ kind: 'point', symbol: 'danger', name: '高压线', points: POINTS.slice(0, 1) }));
    expect(picture).toMatchObject({ shape: 'picture', picture: { name: 'plot.danger.red' } });
    expect(label?.texts).toEqual(['高压线']);
  });

  it('an unfinished symbol is a plain line', () => {
    expect(shapes({ kind: 'polygon', symbol: 'burnt-area', points: POINTS.slice(0, 2) })).toEqual(['line']);
  });
});

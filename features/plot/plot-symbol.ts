// The symbols of a fire's situation (火场态势标绘): the kind of plot each requires, its names, and its drawing as data, used by both the globe
// and the printed map. The drawings are original (decision 0035).
import type { PlotColour, PlotKind } from './plot-kinds.ts';

/** `main`: the plot's own colour. */
type Ink = 'main' | 'light' | 'dark';

/** A path in a box of 32 by 32, y downwards, in SVG notation; null: not filled, no line. */
export interface Stroke {
  readonly d: string;
  readonly fill: Ink | null;
  readonly line: Ink | null;
  /** In the units of the box. */
  readonly width: number;
}

/** Distance along the line and to its left, in steps. */
type StepPoint = readonly [along: number, left: number];

/** How a line is drawn; lengths are in steps, of which every line has the same number. */
export interface LineDrawing {
  /** The parallel strokes, as distances to the left; 0: on the line itself. */
  readonly rails: readonly number[];
  /** The share of each step that is drawn; 1: unbroken. */
  readonly drawn: number;
  /** Marks at the middle of each step. */
  readonly marks: readonly { readonly points: readonly StepPoint[]; readonly isFilled: boolean }[];
  /** Whether the line ends in an arrow head. */
  readonly hasHead: boolean;
}

/** How an area, and the outline of an arrow, is drawn. */
export interface AreaDrawing {
  /** 0 to 1. */
  readonly fillOpacity: number;
  /** The number of parallel strokes across the area; 0: none. */
  readonly hatches: number;
}

export const SYMBOL_BOX = 32;

/** The symbols by the kind of plot they require. `colour`: the colour of a new one. */
type SymbolEntry = {
  readonly zh: string;
  readonly en: string;
  readonly colour: PlotColour;
} & (
  | { readonly kind: 'point'; readonly drawing: readonly Stroke[] }
  | { readonly kind: 'line'; readonly drawing: LineDrawing }
  | { readonly kind: 'polygon' | 'arrow'; readonly drawing: AreaDrawing }
);

const body = (d: string): Stroke => ({ d, fill: 'main', line: 'dark', width: 1.6 });
const light = (d: string): Stroke => ({ d, fill: 'light', line: null, width: 0 });
const drawn = (d: string, line: Ink, width: number): Stroke => ({ d, fill: null, line, width });
const circle = (x: number, y: number, r: number): string => `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
const plain = { rails: [0], drawn: 1, marks: [], hasHead: false } as const;

const table = {
  'fire-front': {
    kind: 'line',
    zh: '火线',
    en: 'Fire front',
    colour: 'red',
    // Teeth in the direction of spread, which is to the left of the drawing direction.
    drawing: {
      ...plain,
      marks: [
        {
          points: [
            [-0.26, 0],
            [0, 0.46],
            [0.26, 0],
          ],
          isFilled: true,
        },
      ],
    },
  },
  'burnt-area': { kind: 'polygon', zh: '过火区', en: 'Burnt area', colour: 'red', drawing: { fillOpacity: 0.22, hatches: 14 } },
  'fire-head': {
    kind: 'point',
    zh: '火头',
    en: 'Fire head',
    colour: 'red',
    drawing: [
      body('M16 2C18 9 26 12 26 20C26 27 21 30 16 30C11 30 6 27 6 20C6 15 9 13 10 9C12 11 13 12 13 14C15 11 16 7 16 2Z'),
      light('M16 17C18 20 20 21 20 24C20 27 18 28.5 16 28.5C14 28.5 12 27 12 24C12 22 14 20 16 17Z'),
    ],
  },
  'fire-break': {
    kind: 'line',
    zh: '隔离带',
    en: 'Fire break',
    colour: 'green',
    drawing: {
      ...plain,
      rails: [-0.2, 0.2],
      marks: [
        {
          points: [
            [-0.2, -0.2],
            [0.2, 0.2],
          ],
          isFilled: false,
        },
        {
          points: [
            [-0.2, 0.2],
            [0.2, -0.2],
          ],
          isFilled: false,
        },
      ],
    },
  },
  'attack-direction': { kind: 'arrow', zh: '进攻方向', en: 'Attack', colour: 'blue', drawing: { fillOpacity: 0.45, hatches: 0 } },
  team: {
    kind: 'point',
    zh: '扑救队伍',
    en: 'Firefighting team',
    colour: 'blue',
    drawing: [
      body('M2 6H30V26H2Z'),
      light(`${circle(9, 13, 2.6)}${circle(23, 13, 2.6)}${circle(16, 11.5, 3)}`),
      light(
        'M4.5 23C4.5 18.5 6.5 17 9 17S13.5 18.5 13.5 23ZM18.5 23C18.5 18.5 20.5 17 23 17S27.5 18.5 27.5 23ZM11 24C11 18 13 16 16 16S21 18 21 24Z',
      ),
    ],
  },
  'command-post': {
    kind: 'point',
    zh: '前线指挥部',
    en: 'Command post',
    colour: 'red',
    drawing: [
      drawn('M6 2V31', 'dark', 4),
      drawn('M6 2V31', 'light', 1.6),
      body('M7.5 3H30V20H7.5Z'),
      light('M18.5 5L20.1 9.6L25 9.7L21.1 12.7L22.5 17.4L18.5 14.6L14.5 17.4L15.9 12.7L12 9.7L16.9 9.6Z'),
    ],
  },
  'water-point': {
    kind: 'point',
    zh: '取水点',
    en: 'Water point',
    colour: 'blue',
    drawing: [
      body('M16 2C20 9 26 14 26 20.5C26 26 21.5 30 16 30C10.5 30 6 26 6 20.5C6 14 12 9 16 2Z'),
      drawn('M10 21C12 18.5 14 18.5 16 21S20 23.5 22 21', 'light', 2.4),
    ],
  },
  'helicopter-point': {
    kind: 'point',
    zh: '直升机起降点',
    en: 'Helicopter point',
    colour: 'blue',
    drawing: [body(circle(16, 16, 14)), drawn('M11 9V23M21 9V23M11 16H21', 'light', 3.2)],
  },
  route: { kind: 'line', zh: '行进路线', en: 'Route', colour: 'blue', drawing: { ...plain, hasHead: true } },
  'evacuation-route': {
    kind: 'line',
    zh: '撤离路线',
    en: 'Evacuation route',
    colour: 'green',
    drawing: { ...plain, drawn: 0.6, hasHead: true },
  },
  'gathering-place': {
    kind: 'point',
    zh: '安全集合点',
    en: 'Gathering place',
    colour: 'green',
    drawing: [
      body('M2 2H30V30H2Z'),
      drawn('M6 6L12 12M12 7.5V12H7.5M26 6L20 12M20 7.5V12H24.5M6 26L12 20M12 24.5V20H7.5M26 26L20 20M20 24.5V20H24.5', 'light', 2.4),
      light(circle(16, 16, 2.6)),
    ],
  },
  'observation-post': {
    kind: 'point',
    zh: '观察哨',
    en: 'Observation post',
    colour: 'orange',
    drawing: [
      body('M16 1L31 16L16 31L1 16Z'),
      light('M7 16C11 10.5 21 10.5 25 16C21 21.5 11 21.5 7 16Z'),
      { d: circle(16, 16, 3), fill: 'dark', line: null, width: 0 },
    ],
  },
  danger: {
    kind: 'point',
    zh: '危险点',
    en: 'Danger',
    colour: 'yellow',
    drawing: [body('M16 2L31 29H1Z'), drawn('M16 11V20', 'dark', 3.2), { d: circle(16, 24.5, 1.9), fill: 'dark', line: null, width: 0 }],
  },
  'material-point': {
    kind: 'point',
    zh: '物资点',
    en: 'Material point',
    colour: 'orange',
    drawing: [body('M16 2L29 9V23L16 30L3 23V9Z'), drawn('M3 9L16 16L29 9M16 16V30', 'dark', 1.8)],
  },
} as const satisfies Record<string, SymbolEntry>;

export type PlotSymbol = keyof typeof table;
/** In the order of the palette. */
export const PLOT_SYMBOLS = Object.keys(table) as readonly PlotSymbol[] as readonly [PlotSymbol, ...PlotSymbol[]];
export const plotSymbols: Readonly<Record<PlotSymbol, SymbolEntry>> = table;

/** Whether this symbol fits a plot of this kind. */
export const symbolFits = (symbol: PlotSymbol, kind: PlotKind): boolean => plotSymbols[symbol].kind === kind;

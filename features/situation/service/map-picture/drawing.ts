// A picture of an area for reports: shaded relief with the events drawn on it, a coordinate frame, a scale bar and a north arrow. Text is
// drawn as outlines of a bundled font, because the machine may have no font with Chinese.

import { readFont } from '@lookout/server/services/documents/fonts.ts';
import { create, type Font } from 'fontkit';
import sharp from 'sharp';
import { type Stroke, SYMBOL_BOX } from '../../../plot/plot-symbol.ts';
import { FRAME, innerOf, LEGEND } from './frame.ts';

type Pair = readonly [lng: number, lat: number];

/** Degrees. */
export interface PictureBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The shapes to draw, each list above the previous one. CSS colours. */
export interface MapShapes {
  readonly areas: readonly {
    readonly rings: readonly (readonly Pair[])[];
    readonly colour: string;
    readonly fillOpacity: number;
    readonly isDashed: boolean;
    /** Default 3. */
    readonly edgePixels?: number;
  }[];
  readonly lines: readonly { readonly points: readonly Pair[]; readonly colour: string; readonly widthPixels: number }[];
  readonly marks: readonly {
    readonly at: Pair;
    readonly colour: string;
    /** A symbol's strokes, or a built-in shape; no strokes: only the label. */
    readonly shape: 'fire' | 'dot' | 'square' | readonly Stroke[];
    readonly label: string;
  }[];
}

/** A sample of a symbol in its own coordinate box, and its name. */
export interface LegendRow {
  readonly label: string;
  readonly shapes: MapShapes;
  readonly box: PictureBox;
}

export interface MapDrawing extends MapShapes {
  readonly box: PictureBox;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Metres, in rows from the north-west, evenly spaced over the box; null: unknown. */
  readonly heights: { readonly columns: number; readonly rows: number; readonly metres: readonly (number | null)[] };
  /** Bottom right; empty: no legend. */
  readonly legend: { readonly title: string; readonly rows: readonly LegendRow[] };
}

const FONT_PIXELS = 22;
const SMALL_PIXELS = 17;
/** Light from the north-west at 45° elevation, as on printed maps. */
const LIGHT = { x: -0.5, y: 0.5, z: Math.SQRT1_2 } as const;
const METRES_PER_DEGREE = 111_320;

/** @returns a PNG */
export async function drawMap(drawing: MapDrawing): Promise<Uint8Array> {
  const { widthPixels: width, heightPixels: height } = drawing;
  const { width: innerWidth, height: innerHeight } = innerOf(drawing);
  const { columns, rows } = drawing.heights;
  const relief = await sharp(shaded(drawing), { raw: { width: columns, height: rows, channels: 3 } })
    .resize(innerWidth, innerHeight, { kernel: 'cubic', fit: 'fill' })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: relief, left: FRAME, top: FRAME },
      { input: Buffer.from(overlayOf(drawing)), left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** RGB of each sample: elevation as a soft tint, slope as shading. */
function shaded({ box, heights: { columns, rows, metres } }: MapDrawing): Uint8Array {
  const known = metres.filter((one) => one !== null);
  const low = known.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const high = known.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const stretch = Math.cos((((box.south + box.north) / 2) * Math.PI) / 180);
  const across = ((box.east - box.west) * METRES_PER_DEGREE * stretch) / Math.max(1, columns - 1);
  const down = ((box.north - box.south) * METRES_PER_DEGREE) / Math.max(1, rows - 1);
  const at = (column: number, row: number): number | null =>
    metres[Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))] ?? null;
  const pixels = new Uint8Array(columns * rows * 3);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const here = at(column, row);
      const [east, west, north, south] = [at(column + 1, row), at(column - 1, row), at(column, row - 1), at(column, row + 1)];
      const offset = (row * columns + column) * 3;
      if (here === null) {
        pixels.fill(232, offset, offset + 3);
        continue;
      }
      const slopeX = ((east ?? here) - (west ?? here)) / (2 * across);
      const slopeY = ((north ?? here) - (south ?? here)) / (2 * down);
      const light = (-slopeX * LIGHT.x - slopeY * LIGHT.y + LIGHT.z) / Math.hypot(slopeX, slopeY, 1);
      const share = high > low ? (here - low) / (high - low) : 0.5;
      const shade = 0.62 + 0.5 * Math.max(0, light);
      pixels[offset] = Math.min(255, (186 + 48 * share) * shade);
      pixels[offset + 1] = Math.min(255, (204 + 22 * share) * shade);
      pixels[offset + 2] = Math.min(255, (168 + 42 * share) * shade);
    }
  return pixels;
}

let font: Font | null = null;

/** Text whose baseline begins at a point, as outlines with a white halo. */
function textPath(text: string, x: number, y: number, pixels: number, anchor: 'start' | 'middle' | 'end' = 'start'): string {
  font ??= create(readFont('regular')) as Font;
  const { glyphs, positions } = font.layout(text);
  const scale = pixels / font.unitsPerEm;
  const length = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale;
  let from = x - (anchor === 'start' ? 0 : anchor === 'middle' ? length / 2 : length);
  const paths = glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${from.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${glyph.path.toSVG()}"/>`;
    from += (positions[index]?.xAdvance ?? 0) * scale;
    return path;
  });
  const shapes = paths.join('');
  // The halo has the same width on the page at any scale of the glyphs.
  return `<g fill="#fff" stroke="#fff" stroke-width="${(4 / scale).toFixed(0)}" stroke-linejoin="round">${shapes}</g><g fill="#101828">${shapes}</g>`;
}

/** Maps degrees to pixels of the picture. */
interface Projection {
  readonly x: (lng: number) => number;
  readonly y: (lat: number) => number;
}

const projection = (box: PictureBox, left: number, top: number, width: number, height: number): Projection => ({
  x: (lng) => left + ((lng - box.west) / (box.east - box.west)) * width,
  y: (lat) => top + ((box.north - lat) / (box.north - box.south)) * height,
});

function shapesAt({ areas, lines, marks }: MapShapes, { x, y }: Projection): string {
  const trace = (points: readonly Pair[]): string =>
    points.map(([lng, lat], at) => `${at === 0 ? 'M' : 'L'}${x(lng).toFixed(1)} ${y(lat).toFixed(1)}`).join('');
  const drawnAreas = areas.map(
    ({ rings, colour, fillOpacity, isDashed, edgePixels = 3 }) =>
      `<path d="${rings.map((ring) => `${trace(ring)}Z`).join('')}" fill="${colour}" fill-opacity="${fillOpacity}" fill-rule="evenodd" stroke="${colour}" stroke-width="${edgePixels}"${isDashed ? ' stroke-dasharray="12 7"' : ''}/>`,
  );
  const drawnLines = lines.map(
    ({ points, colour, widthPixels }) =>
      `<path d="${trace(points)}" fill="none" stroke="${colour}" stroke-width="${widthPixels}" stroke-linejoin="round" stroke-linecap="round"/>`,
  );
  const drawnMarks = marks.map(({ at: [lng, lat], colour, shape, label }) => markAt(x(lng), y(lat), colour, shape, label));
  return [...drawnAreas, ...drawnLines, ...drawnMarks].join('');
}

function overlayOf(drawing: MapDrawing): string {
  const { box, widthPixels: width, heightPixels: height } = drawing;
  const { width: innerWidth, height: innerHeight } = innerOf(drawing);
  const right = FRAME + innerWidth;
  const place = projection(box, FRAME, FRAME, innerWidth, innerHeight);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <clipPath id="inner"><rect x="${FRAME}" y="${FRAME}" width="${innerWidth}" height="${innerHeight}"/></clipPath>
    <g clip-path="url(#inner)">${shapesAt(drawing, place)}</g>
    <rect x="${FRAME}" y="${FRAME}" width="${innerWidth}" height="${innerHeight}" fill="none" stroke="#101828" stroke-width="2"/>
    ${frameOf(box, place, right, height)}${scaleBar(box, innerWidth, height)}${northArrow(right)}${legendAt(drawing)}
  </svg>`;
}

function markAt(x: number, y: number, colour: string, shape: MapDrawing['marks'][number]['shape'], label: string): string {
  const look = `fill="${colour}" stroke="#fff" stroke-width="2.5"`;
  const drawn =
    typeof shape !== 'string'
      ? symbolAt(x, y, colour, shape)
      : shape === 'dot'
        ? `<circle cx="${x}" cy="${y}" r="8" ${look}/>`
        : shape === 'square'
          ? `<rect x="${x - 8}" y="${y - 8}" width="16" height="16" ${look}/>`
          : `<path d="M${x} ${y - 18}C${x + 4} ${y - 8} ${x + 13} ${y - 5} ${x + 11} ${y + 5}C${x + 9} ${y + 15} ${x - 9} ${y + 15} ${x - 11} ${y + 5}C${x - 12} ${y - 2} ${x - 4} ${y - 6} ${x} ${y - 18}Z" ${look}/>`;
  const beside = typeof shape === 'string' ? 15 : SYMBOL_PIXELS / 2 + 4;
  return drawn + (label === '' ? '' : textPath(label, x + beside, y + 7, FONT_PIXELS));
}

/** A symbol is slightly larger than on the screen. */
const SYMBOL_PIXELS = 40;
const INKS = { light: '#ffffff', dark: '#0b1220' } as const;

function symbolAt(x: number, y: number, main: string, strokes: readonly Stroke[]): string {
  const inks = { ...INKS, main };
  const scale = SYMBOL_PIXELS / SYMBOL_BOX;
  const half = SYMBOL_PIXELS / 2;
  const paths = strokes.map(
    ({ d, fill, line, width }) =>
      `<path d="${d}" fill="${fill === null ? 'none' : inks[fill]}"${line === null ? '' : ` stroke="${inks[line]}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`}/>`,
  );
  return `<g transform="translate(${x - half} ${y - half}) scale(${scale})">${paths.join('')}</g>`;
}

function legendAt({ legend: { title, rows }, widthPixels, heightPixels }: MapDrawing): string {
  if (rows.length === 0) return '';
  const { sample: wide, high, pad } = LEGEND;
  const [left, top] = [widthPixels - FRAME - LEGEND.wide + pad, FRAME];
  const drawn = rows.map(({ label, shapes, box }, index) => {
    const y = top + 44 + index * LEGEND.row;
    const sample = shapesAt(shapes, projection(box, 0, 0, wide, high));
    // A nested picture, which clips everything outside its box.
    return `<svg x="${left + pad}" y="${y}" width="${wide}" height="${high}">${sample}</svg>${textPath(label, left + pad + wide + 16, y + 28, FONT_PIXELS)}`;
  });
  return `<rect x="${left}" y="${top}" width="${LEGEND.wide - pad}" height="${heightPixels - 2 * FRAME}" fill="#fff" stroke="#101828" stroke-width="2"/>${textPath(title, left + pad, top + 30, FONT_PIXELS)}${drawn.join('')}`;
}

/** Tick intervals of the frame, degrees. */
const STEPS = [5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const LEAST_TICKS = 3;

const stepOf = (span: number): number => STEPS.find((step) => span / step >= LEAST_TICKS) ?? 0.001;

function ticksOf(from: number, to: number): { readonly at: number; readonly text: string }[] {
  const step = stepOf(to - from);
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => {
    const at = (first + index) * step;
    return { at, text: `${at.toFixed(digits)}°` };
  });
}

function frameOf(box: PictureBox, { x, y }: Projection, right: number, height: number): string {
  const tick = (x1: number, y1: number, x2: number, y2: number) => `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#101828" stroke-width="2"/>`;
  const across = ticksOf(box.west, box.east).map(({ at, text }) =>
    [tick(x(at), height - FRAME, x(at), height - FRAME + 8), textPath(text, x(at), height - FRAME + 28, SMALL_PIXELS, 'middle')].join(''),
  );
  const down = ticksOf(box.south, box.north).map(
    ({ at, text }) =>
      `${tick(FRAME - 8, y(at), FRAME, y(at))}<g transform="rotate(-90 ${FRAME - 14} ${y(at)})">${textPath(text, FRAME - 14, y(at), SMALL_PIXELS, 'middle')}</g>`,
  );
  return [...across, ...down, textPath('WGS 84', right, FRAME - 12, SMALL_PIXELS, 'end')].join('');
}

function scaleBar({ west, east, south, north }: PictureBox, innerWidth: number, height: number): string {
  const metresAcross = (east - west) * METRES_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const most = metresAcross / 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2, 1].find((times) => times * power <= most) ?? 1) * power;
  const pixels = (metres / metresAcross) * innerWidth;
  const [x, y] = [FRAME + 16, height - FRAME - 16];
  const text = metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`;
  return `<path d="M${x} ${y - 10}V${y}H${x + pixels}V${y - 10}" fill="none" stroke="#fff" stroke-width="6"/><path d="M${x} ${y - 10}V${y}H${x + pixels}V${y - 10}" fill="none" stroke="#101828" stroke-width="3"/>${textPath(text, x + pixels / 2, y - 14, SMALL_PIXELS, 'middle')}`;
}

function northArrow(right: number): string {
  const [x, y] = [right - 34, FRAME + 22];
  return `<path d="M${x} ${y}L${x + 13} ${y + 44}L${x} ${y + 34}L${x - 13} ${y + 44}Z" fill="#101828" stroke="#fff" stroke-width="2"/>${textPath('N', x, y + 66, FONT_PIXELS, 'middle')}`;
}

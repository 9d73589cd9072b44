// A picture of an area for reports: shaded relief with what happened on it, a frame of coordinates, a scale bar and a north arrow. Text is drawn as
// outlines of our own font, since the machine may have none with Chinese.
import { create, type Font } from 'fontkit';
import sharp from 'sharp';
import { readFont } from '../documents/fonts.ts';

type Pair = readonly [lng: number, lat: number];

/** Degrees. */
export interface PictureBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Colours as CSS has them. */
export interface MapDrawing {
  readonly box: PictureBox;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Metres, rows from the north-west, evenly over the box; null: unknown. */
  readonly heights: { readonly columns: number; readonly rows: number; readonly metres: readonly (number | null)[] };
  /** Drawn in this order, each list above the one before. */
  readonly areas: readonly {
    readonly rings: readonly (readonly Pair[])[];
    readonly colour: string;
    readonly fillOpacity: number;
    readonly isDashed: boolean;
    /** Without its line. */
    readonly isBare?: boolean;
  }[];
  /** Colours of areas with their meaning, in a corner; default: none. */
  readonly legend?: readonly { readonly colour: string; readonly label: string }[];
  readonly lines: readonly { readonly points: readonly Pair[]; readonly colour: string; readonly widthPixels: number }[];
  readonly marks: readonly {
    readonly at: Pair;
    readonly colour: string;
    readonly shape: 'fire' | 'dot' | 'square';
    readonly label: string;
  }[];
}

const FRAME = 44;
const FONT_PIXELS = 22;
const SMALL_PIXELS = 17;
/** Light from the north-west, 45° high, as on printed maps. */
const LIGHT = { x: -0.5, y: 0.5, z: Math.SQRT1_2 } as const;
const METRES_PER_DEGREE = 111_320;

/** @returns a PNG */
export async function drawMap(drawing: MapDrawing): Promise<Uint8Array> {
  const { widthPixels: width, heightPixels: height } = drawing;
  const [innerWidth, innerHeight] = [width - 2 * FRAME, height - 2 * FRAME];
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

/** RGB of each post: height as a soft tint, slope as light and shade. */
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

/** Text whose baseline begins at a point, as outlines with a white edge. */
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
  // The edge is as wide on the page whatever the scale of the glyphs.
  return `<g fill="#fff" stroke="#fff" stroke-width="${(4 / scale).toFixed(0)}" stroke-linejoin="round">${shapes}</g><g fill="#101828">${shapes}</g>`;
}

function overlayOf({ box, widthPixels: width, heightPixels: height, areas, lines, marks, legend = [] }: MapDrawing): string {
  const [innerWidth, innerHeight] = [width - 2 * FRAME, height - 2 * FRAME];
  const x = (lng: number): number => FRAME + ((lng - box.west) / (box.east - box.west)) * innerWidth;
  const y = (lat: number): number => FRAME + ((box.north - lat) / (box.north - box.south)) * innerHeight;
  const trace = (points: readonly Pair[]): string =>
    points.map(([lng, lat], at) => `${at === 0 ? 'M' : 'L'}${x(lng).toFixed(1)} ${y(lat).toFixed(1)}`).join('');
  const drawnAreas = areas.map(
    ({ rings, colour, fillOpacity, isDashed, isBare = false }) =>
      `<path d="${rings.map((ring) => `${trace(ring)}Z`).join('')}" fill="${colour}" fill-opacity="${fillOpacity}" fill-rule="evenodd" ${isBare ? '' : `stroke="${colour}" stroke-width="3"`}${isDashed ? ' stroke-dasharray="12 7"' : ''}/>`,
  );
  const drawnLines = lines.map(
    ({ points, colour, widthPixels }) =>
      `<path d="${trace(points)}" fill="none" stroke="${colour}" stroke-width="${widthPixels}" stroke-linejoin="round" stroke-linecap="round"/>`,
  );
  const drawnMarks = marks.map(({ at: [lng, lat], colour, shape, label }) => markAt(x(lng), y(lat), colour, shape, label));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <clipPath id="inner"><rect x="${FRAME}" y="${FRAME}" width="${innerWidth}" height="${innerHeight}"/></clipPath>
    <g clip-path="url(#inner)">${[...drawnAreas, ...drawnLines, ...drawnMarks].join('')}</g>
    <rect x="${FRAME}" y="${FRAME}" width="${innerWidth}" height="${innerHeight}" fill="none" stroke="#101828" stroke-width="2"/>
    ${frameOf(box, x, y, width, height)}${scaleBar(box, innerWidth, height)}${northArrow(width)}${legendOf(legend)}
  </svg>`;
}

const LEGEND_ROW = 30;

/** In the upper left corner. */
function legendOf(legend: NonNullable<MapDrawing['legend']>): string {
  const [x, y] = [FRAME + 16, FRAME + 16];
  const rows = legend.map(({ colour, label }, row) => {
    const top = y + row * LEGEND_ROW;
    return `<rect x="${x}" y="${top}" width="26" height="18" fill="${colour}" stroke="#101828"/>${textPath(label, x + 36, top + 16, SMALL_PIXELS)}`;
  });
  return rows.join('');
}

function markAt(x: number, y: number, colour: string, shape: MapDrawing['marks'][number]['shape'], label: string): string {
  const look = `fill="${colour}" stroke="#fff" stroke-width="2.5"`;
  const drawn =
    shape === 'dot'
      ? `<circle cx="${x}" cy="${y}" r="8" ${look}/>`
      : shape === 'square'
        ? `<rect x="${x - 8}" y="${y - 8}" width="16" height="16" ${look}/>`
        : `<path d="M${x} ${y - 18}C${x + 4} ${y - 8} ${x + 13} ${y - 5} ${x + 11} ${y + 5}C${x + 9} ${y + 15} ${x - 9} ${y + 15} ${x - 11} ${y + 5}C${x - 12} ${y - 2} ${x - 4} ${y - 6} ${x} ${y - 18}Z" ${look}/>`;
  return drawn + (label === '' ? '' : textPath(label, x + 15, y + 7, FONT_PIXELS));
}

/** Steps of degrees for the ticks of the frame. */
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

function frameOf(box: PictureBox, x: (lng: number) => number, y: (lat: number) => number, width: number, height: number): string {
  const tick = (x1: number, y1: number, x2: number, y2: number) => `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#101828" stroke-width="2"/>`;
  const across = ticksOf(box.west, box.east).map(({ at, text }) =>
    [tick(x(at), height - FRAME, x(at), height - FRAME + 8), textPath(text, x(at), height - FRAME + 28, SMALL_PIXELS, 'middle')].join(''),
  );
  const down = ticksOf(box.south, box.north).map(
    ({ at, text }) =>
      `${tick(FRAME - 8, y(at), FRAME, y(at))}<g transform="rotate(-90 ${FRAME - 14} ${y(at)})">${textPath(text, FRAME - 14, y(at), SMALL_PIXELS, 'middle')}</g>`,
  );
  return [...across, ...down, textPath('WGS 84', width - FRAME, height - 14, SMALL_PIXELS, 'end')].join('');
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

function northArrow(width: number): string {
  const [x, y] = [width - FRAME - 34, FRAME + 22];
  return `<path d="M${x} ${y}L${x + 13} ${y + 44}L${x} ${y + 34}L${x - 13} ${y + 44}Z" fill="#101828" stroke="#fff" stroke-width="2"/>${textPath('N', x, y + 66, FONT_PIXELS, 'middle')}`;
}

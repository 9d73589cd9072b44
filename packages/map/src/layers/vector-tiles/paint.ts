// Draws the shapes and names of decoded tiles. Runs in the worker; tests pass a pen that records its calls.
import type { VectorLayerKind } from '@lookout/domain';
import type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';
import { cutLabel, overlaps, type ScreenBox } from '../labels.ts';
import { type LineStyle, ROAD_LINES, VECTOR_STYLES, type VectorStyle } from './styles.ts';
import type { TilePart } from './tile-source.ts';

/** The used part of a 2D canvas context. */
export type Pen = Pick<
  OffscreenCanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'save'
  | 'restore'
  | 'clip'
  | 'setLineDash'
  | 'fillText'
  | 'strokeText'
> & {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: CanvasLineJoin;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  globalAlpha: number;
};

export interface PaintJob {
  readonly kind: VectorLayerKind;
  readonly part: TilePart;
  readonly pixels: number;
}

const POINT = 1;
const LINE = 2;

export function paintShapes(pen: Pen, tile: VectorTile, job: PaintJob): void {
  const { features } = tile.layers;
  const style = VECTOR_STYLES[job.kind];
  for (let i = 0; i < (features?.length ?? 0); i++) {
    const feature = features?.feature(i);
    if (feature) paintFeature(pen, feature, style, job);
  }
}

type Point = { readonly x: number; readonly y: number };

/** Makes the conversion from coordinates of the stored tile to pixels of the drawn tile. */
function toPixelsOf(extent: number, { part, pixels }: PaintJob): (point: Point) => Point {
  const scale = (pixels * part.parts) / extent;
  return ({ x, y }) => ({ x: x * scale - part.column * pixels, y: y * scale - part.row * pixels });
}

function paintFeature(pen: Pen, feature: VectorTileFeature, style: VectorStyle, job: PaintJob): void {
  const toPixels = toPixelsOf(feature.extent, job);
  const parts = feature.loadGeometry().map((part) => part.map(toPixels));
  if (feature.type === POINT) {
    paintPoints(pen, parts.flat(), style);
    return;
  }
  const isArea = feature.type !== LINE;
  trace(pen, parts, isArea);
  if (isArea && style.fill) {
    pen.fillStyle = style.fill;
    pen.fill('evenodd');
  }
  if (isArea && style.hatch) {
    hatchArea(pen, style.hatch, job.pixels);
    trace(pen, parts, isArea);
  }
  const roadLine = job.kind === 'road' ? ROAD_LINES[String(feature.properties.class)] : undefined;
  strokeLine(pen, roadLine ?? style.line);
}

function trace(pen: Pen, parts: readonly (readonly Point[])[], closed: boolean): void {
  pen.beginPath();
  for (const part of parts) {
    for (const [i, { x, y }] of part.entries()) {
      if (i === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    if (closed) pen.closePath();
  }
}

function strokeLine(pen: Pen, { colour, pixels, dash }: LineStyle): void {
  pen.strokeStyle = colour;
  pen.lineWidth = pixels;
  pen.lineJoin = 'round';
  pen.setLineDash(dash ? [...dash] : []);
  pen.stroke();
}

/** Hatches the traced path. The pattern is aligned to the tile, so that it continues in the next one. */
function hatchArea(pen: Pen, { colour, everyPixels }: NonNullable<VectorStyle['hatch']>, pixels: number): void {
  pen.save();
  pen.clip('evenodd');
  pen.beginPath();
  for (let at = -pixels; at < pixels; at += stepOf(pixels, everyPixels)) {
    pen.moveTo(at, pixels);
    pen.lineTo(at + pixels, 0);
  }
  strokeLine(pen, { colour, pixels: 1 });
  pen.restore();
}

/** A whole number of strokes fits into a tile. */
const stepOf = (pixels: number, spacing: number): number => pixels / Math.round(pixels / spacing);

function paintPoints(pen: Pen, points: readonly Point[], { line, pointPixels }: VectorStyle): void {
  pen.fillStyle = line.colour;
  for (const { x, y } of points) {
    pen.beginPath();
    pen.arc(x, y, pointPixels, 0, 2 * Math.PI);
    pen.fill();
  }
}

// Names: those of all vector layers are drawn together, so that none covers another.

/** One layer's tile and its position in the drawn tile. */
interface NameSheet {
  readonly tile: VectorTile;
  readonly job: PaintJob;
  readonly opacity: number;
}

interface Name {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Size of the named shape, pixels. */
  readonly span: number;
  readonly box: ScreenBox;
  readonly style: VectorStyle;
  readonly opacity: number;
}

const NAME_EDGE = 'rgba(8, 14, 24, 0.9)';
const NAME_GAP_PIXELS = 4;

/**
 * Considers all names of the stored tiles, also those outside the drawn part: neighbouring parts must choose the same names.
 * @param sheets topmost layer first: it wins between two names of equal size
 * @returns whether there were any names
 */
export function paintNames(pen: Pen, sheets: readonly NameSheet[]): boolean {
  const names = apart(sheets.flatMap(namesOf));
  for (const name of names) paintName(pen, name);
  return names.length > 0;
}

function namesOf({ tile, ...sheet }: NameSheet): Name[] {
  const { names } = tile.layers;
  return Array.from({ length: names?.length ?? 0 }, (_, i) => names?.feature(i)).flatMap((feature) =>
    feature ? nameOf(feature, sheet) : [],
  );
}

function nameOf(feature: VectorTileFeature, { job, opacity }: Omit<NameSheet, 'tile'>): Name[] {
  const style = VECTOR_STYLES[job.kind];
  const { fontPixels, leastPixels } = style.name;
  const { name, span } = feature.properties;
  const [[first] = []] = feature.loadGeometry();
  if (first === undefined || typeof name !== 'string') return [];
  const spanPixels = (Number(span) / 360) * 2 ** job.part.from.level * job.part.parts * job.pixels;
  const isPoint = Number(span) === 0;
  if (!isPoint && spanPixels < leastPixels) return [];
  const point = toPixelsOf(feature.extent, job)(first);
  const [text, x, y] = [cutLabel(name), point.x, point.y + (isPoint ? style.pointPixels + fontPixels * 0.8 : 0)];
  const halfWidth = ([...text].length * fontPixels) / 2 + NAME_GAP_PIXELS;
  const halfHeight = fontPixels / 2 + NAME_GAP_PIXELS;
  return [{ text, x, y, span: spanPixels, box: [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight], style, opacity }];
}

/** The larger shape keeps its name; names that would cover it are dropped. */
function apart(names: readonly Name[]): Name[] {
  const kept: Name[] = [];
  for (const name of names.toSorted((a, b) => b.span - a.span)) if (!kept.some(({ box }) => overlaps(box, name.box))) kept.push(name);
  return kept;
}

function paintName(pen: Pen, { text, x, y, style: { name: style }, opacity }: Name): void {
  pen.globalAlpha = opacity;
  pen.font = `${style.fontPixels}px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.setLineDash([]);
  pen.lineJoin = 'round';
  pen.lineWidth = 3;
  pen.strokeStyle = NAME_EDGE;
  pen.strokeText(text, x, y);
  pen.fillStyle = style.colour;
  pen.fillText(text, x, y);
}

// Draws the shapes of decoded tiles. Runs in the worker; tests pass a pen that records its calls.

import type { VectorTile, VectorTileFeature } from '@lookout/map/layers/vector-tile.ts';
import type { VectorLayerKind } from '../../map-layer.ts';
import { type LineStyle, ROAD_LINES, VECTOR_STYLES, type VectorStyle } from './styles.ts';
import type { TilePart } from './tile-source.ts';

/** The used part of a 2D canvas context. */
export type Pen = Pick<
  OffscreenCanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'arc' | 'fill' | 'stroke' | 'save' | 'restore' | 'clip' | 'setLineDash'
> & {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: CanvasLineJoin;
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

/** Returns the conversion from coordinates of the stored tile to pixels of the drawn tile. */
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

/** Distance between strokes, adjusted so that a whole number of them fits into a tile. */
const stepOf = (pixels: number, spacing: number): number => pixels / Math.round(pixels / spacing);

function paintPoints(pen: Pen, points: readonly Point[], { line, pointPixels }: VectorStyle): void {
  pen.fillStyle = line.colour;
  for (const { x, y } of points) {
    pen.beginPath();
    pen.arc(x, y, pointPixels, 0, 2 * Math.PI);
    pen.fill();
  }
}

// Vector layers as Cesium imagery: the shapes of each tile are drawn in a worker and draped like any imagery, in all three modes.

import { Credit, Event, type ImageryProvider, type ImageryTypes, Rectangle, WebMercatorTilingScheme } from 'cesium';
import type { VectorLayerKind } from '../../map-layer.ts';
import type { TileReader } from './tile-host.ts';
import { type TileSource, tilePart } from './tile-source.ts';

const PIXELS = 512;
/** Finest drawn level; at finer ones the coordinate steps of the stored tiles would be visible. */
const FINEST_DRAWN = 18;
/** Most requests at a time; further ones are declined, and Cesium repeats them in the next frame. */
const MAX_IN_FLIGHT = 12;

/** Degrees: west, south, east, north. */
type Box = readonly [number, number, number, number];

interface TiledLayer {
  readonly kind: VectorLayerKind;
  readonly box: Box;
  readonly maxLevel: number;
  readonly source: TileSource;
}

interface ImageryOptions {
  /** Coarser tiles stay empty. */
  readonly minLevel: number;
  readonly painter: Pick<TileReader, 'paint'>;
  /** Cesium uses an image, and repeats declined requests, only when it draws a frame. */
  readonly requestFrame: () => void;
}

export function shapesImagery(
  layer: TiledLayer,
  { minLevel, painter, requestFrame }: ImageryOptions,
  onFailed: () => void,
): ImageryProvider {
  return imageryOf({ box: layer.box, onFailed, requestFrame }, async (x, y, level) => {
    if (level < minLevel) return null;
    const sheet = await sheetOf(layer, x, y, level);
    return sheet && painter.paint(sheet);
  });
}

async function sheetOf({ kind, maxLevel, source }: TiledLayer, x: number, y: number, level: number) {
  const part = tilePart({ level, x, y }, maxLevel);
  const bytes = await source.tile(part.from);
  return bytes && { bytes, kind, part, pixels: PIXELS };
}

const MERCATOR_EDGE_DEGREES = 85.05;
/** A layer of a single point still needs an area to draw on. */
const MARGIN_DEGREES = 0.01;

const rectangleOf = ([west, south, east, north]: Box): Rectangle =>
  Rectangle.fromDegrees(
    Math.max(-180, west - MARGIN_DEGREES),
    Math.max(-MERCATOR_EDGE_DEGREES, south - MARGIN_DEGREES),
    Math.min(180, east + MARGIN_DEGREES),
    Math.min(MERCATOR_EDGE_DEGREES, north + MARGIN_DEGREES),
  );

/** @param draw resolves to null when the tile is empty */
function imageryOf(
  { box, onFailed, requestFrame }: { readonly box: Box; readonly onFailed: () => void } & Pick<ImageryOptions, 'requestFrame'>,
  draw: (x: number, y: number, level: number) => Promise<ImageBitmap | null>,
): ImageryProvider {
  const errorEvent = new Event();
  // Without a listener Cesium writes to the console; the layer tree shows the failure.
  errorEvent.addEventListener(onFailed);
  let inFlight = 0;
  const request = async (x: number, y: number, level: number): Promise<ImageryTypes> => {
    inFlight++;
    try {
      return (await draw(x, y, level)) ?? nothing();
    } finally {
      inFlight--;
      requestFrame();
    }
  };
  return {
    rectangle: rectangleOf(box),
    tileWidth: PIXELS,
    tileHeight: PIXELS,
    minimumLevel: 0,
    maximumLevel: FINEST_DRAWN,
    tilingScheme: new WebMercatorTilingScheme(),
    tileDiscardPolicy: undefined as never,
    errorEvent,
    credit: new Credit(''),
    proxy: undefined as never,
    hasAlphaChannel: true,
    getTileCredits: () => [],
    requestImage: (x, y, level) => (inFlight < MAX_IN_FLIGHT ? request(x, y, level) : undefined),
    pickFeatures: () => undefined,
  };
}

/** A small transparent image: many tiles are empty. */
function nothing(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = 4;
  canvas.height = 4;
  return canvas;
}

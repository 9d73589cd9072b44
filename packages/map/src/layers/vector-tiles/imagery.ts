// Vector layers as Cesium imagery: each tile is drawn in a worker and draped like any imagery, in all three modes. The shapes of each layer
// are one imagery with its opacity; the names of all layers share one imagery on top, where no name covers another.
import type { VectorLayerKind } from '@lookout/domain';
import { Credit, Event, type ImageryProvider, type ImageryTypes, Rectangle, WebMercatorTilingScheme } from 'cesium';
import { type TileSource, tilePart } from './tile-source.ts';
import type { TileDone, TileJob, TileWork } from './tile-worker.ts';

const PIXELS = 512;
/**
 * The tile size reported to Cesium for names, so that it loads the next finer level: imagery is magnified by up to the globe's screen space
 * error (2, in software 3), and names must be legible.
 */
const NAMES_COUNT_AS_PIXELS = PIXELS / 2;
/** At finer levels the coordinate steps of the stored tiles would be visible. */
const FINEST_DRAWN = 18;
/** Requests beyond this are declined; Cesium repeats them in the next frame. */
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
  readonly painter: TilePainter;
  /** Cesium takes an image, and asks again for what was declined, only when it draws. */
  readonly requestFrame: () => void;
}

export function shapesImagery(
  layer: TiledLayer,
  { minLevel, painter, requestFrame }: ImageryOptions,
  onFailed: () => void,
): ImageryProvider {
  return imageryOf({ box: layer.box, pixels: PIXELS, onFailed, requestFrame }, async (x, y, level) => {
    if (level < minLevel) return null;
    const sheet = await sheetOf(layer, x, y, level);
    return sheet && painter.paint({ draw: 'shapes', sheet });
  });
}

/** @param layers topmost first. Failures are reported by the layer's shapes */
export function namesImagery(
  layers: readonly (TiledLayer & { readonly opacity: number })[],
  { minLevel, painter, requestFrame }: ImageryOptions,
): ImageryProvider {
  const tilingScheme = new WebMercatorTilingScheme();
  const inReach = (x: number, y: number, level: number) => {
    const tile = tilingScheme.tileXYToRectangle(x, y, level);
    return layers.filter(({ box }) => Rectangle.intersection(tile, rectangleOf(box)) !== undefined);
  };
  return imageryOf(
    { box: boxRound(layers.map(({ box }) => box)), pixels: NAMES_COUNT_AS_PIXELS, onFailed: () => undefined, requestFrame },
    async (x, y, level) => {
      if (level < minLevel) return null;
      const found = await Promise.all(
        inReach(x, y, level).map(async (layer) => {
          const sheet = await sheetOf(layer, x, y, level).catch(() => null);
          return sheet && { ...sheet, opacity: layer.opacity };
        }),
      );
      const sheets = found.filter((sheet) => sheet !== null);
      return sheets.length > 0 ? painter.paint({ draw: 'names', sheets, pixels: PIXELS }) : null;
    },
  );
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

const boxRound = (boxes: readonly Box[]): Box => [
  Math.min(...boxes.map(([west]) => west)),
  Math.min(...boxes.map(([, south]) => south)),
  Math.max(...boxes.map(([, , east]) => east)),
  Math.max(...boxes.map(([, , , north]) => north)),
];

/** @param draw resolves to null when the tile is empty */
function imageryOf(
  {
    box,
    pixels,
    onFailed,
    requestFrame,
  }: { readonly box: Box; readonly pixels: number; readonly onFailed: () => void } & Pick<ImageryOptions, 'requestFrame'>,
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
    tileWidth: pixels,
    tileHeight: pixels,
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

// The page's side of the tile worker.

interface TilePainter {
  /** null: the tile is empty. */
  readonly paint: (work: TileWork) => Promise<ImageBitmap | null>;
  readonly stop: () => void;
}

export function startTilePainter(): TilePainter {
  const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module', name: 'vector-tiles' });
  const waiting = new Map<number, { resolve: (image: ImageBitmap | null) => void; reject: (error: Error) => void }>();
  let lastJob = 0;
  worker.onmessage = ({ data }: MessageEvent<TileDone>) => {
    const pending = waiting.get(data.job);
    waiting.delete(data.job);
    if (data.image === null) pending?.reject(new Error('a vector tile could not be drawn'));
    else pending?.resolve(data.image === 'nothing' ? null : data.image);
  };
  return {
    paint: (work) => {
      const job = ++lastJob;
      return new Promise((resolve, reject) => {
        waiting.set(job, { resolve, reject });
        worker.postMessage({ ...work, job } satisfies TileJob);
      });
    },
    stop: () => {
      worker.terminate();
      waiting.clear();
    },
  };
}

// Vector layers as Cesium imagery: each tile is drawn in a worker and lies on the ground like any picture, in all three modes. The shapes of
// a layer are one imagery of its own, with its opacity; the names of all of them are one above, where none lies over another.
import type { VectorLayerKind } from '@lookout/domain';
import { Credit, Event, type ImageryProvider, type ImageryTypes, Rectangle, WebMercatorTilingScheme } from 'cesium';
import { type TileSource, tilePart } from './tile-source.ts';
import type { TileDone, TileJob, TileWork } from './tile-worker.ts';

const PIXELS = 512;
/**
 * What Cesium is told of a tile of names: so it asks for the next finer level. A picture on the ground is magnified by up to the globe's
 * screen space error (2, in software 3), and names must be read.
 */
const NAMES_COUNT_AS_PIXELS = PIXELS / 2;
/** Finer than this a step of the stored tiles would be seen. */
const FINEST_DRAWN = 18;
/** Cesium asks again next frame for what it is refused now. */
const MOST_UNDER_WAY = 12;

/** Degrees: west, south, east, north. */
type Box = readonly [number, number, number, number];

interface TiledLayer {
  readonly kind: VectorLayerKind;
  readonly box: Box;
  readonly maxLevel: number;
  readonly source: TileSource;
}

interface ImageryOptions {
  /** Coarser tiles are left empty. */
  readonly minLevel: number;
  readonly painter: TilePainter;
}

export function shapesImagery(layer: TiledLayer, { minLevel, painter }: ImageryOptions, onFailed: () => void): ImageryProvider {
  return imageryOf({ box: layer.box, pixels: PIXELS, onFailed }, async (x, y, level) => {
    if (level < minLevel) return null;
    const sheet = await sheetOf(layer, x, y, level);
    return sheet && painter.paint({ draw: 'shapes', sheet });
  });
}

/** @param layers the topmost first. What fails is told by the shapes of its layer */
export function namesImagery(
  layers: readonly (TiledLayer & { readonly opacity: number })[],
  { minLevel, painter }: ImageryOptions,
): ImageryProvider {
  const tilingScheme = new WebMercatorTilingScheme();
  const inReach = (x: number, y: number, level: number) => {
    const tile = tilingScheme.tileXYToRectangle(x, y, level);
    return layers.filter(({ box }) => Rectangle.intersection(tile, rectangleOf(box)) !== undefined);
  };
  return imageryOf(
    { box: boxRound(layers.map(({ box }) => box)), pixels: NAMES_COUNT_AS_PIXELS, onFailed: () => undefined },
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
/** Round a single point there must be something to draw on. */
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

/** @param draw null: nothing to be seen there */
function imageryOf(
  { box, pixels, onFailed }: { readonly box: Box; readonly pixels: number; readonly onFailed: () => void },
  draw: (x: number, y: number, level: number) => Promise<ImageBitmap | null>,
): ImageryProvider {
  const errorEvent = new Event();
  // Heard, so that Cesium does not write into the console; the layer tree says it.
  errorEvent.addEventListener(onFailed);
  let underWay = 0;
  const request = async (x: number, y: number, level: number): Promise<ImageryTypes> => {
    underWay++;
    try {
      return (await draw(x, y, level)) ?? nothing();
    } finally {
      underWay--;
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
    requestImage: (x, y, level) => (underWay < MOST_UNDER_WAY ? request(x, y, level) : undefined),
    pickFeatures: () => undefined,
  };
}

/** A clear picture, small: many tiles are empty. */
function nothing(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = 4;
  canvas.height = 4;
  return canvas;
}

// The worker that draws vector tiles, as the page sees it.

interface TilePainter {
  /** null: there is nothing to be seen. */
  readonly paint: (work: TileWork) => Promise<ImageBitmap | null>;
  readonly stop: () => void;
}

export function startTilePainter(): TilePainter {
  const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module', name: 'vector-tiles' });
  const waiting = new Map<number, { resolve: (image: ImageBitmap | null) => void; reject: (error: Error) => void }>();
  let lastJob = 0;
  worker.onmessage = ({ data }: MessageEvent<TileDone>) => {
    const asked = waiting.get(data.job);
    waiting.delete(data.job);
    if (data.image === null) asked?.reject(new Error('a vector tile could not be drawn'));
    else asked?.resolve(data.image === 'nothing' ? null : data.image);
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

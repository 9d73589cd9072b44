// The worker that decodes and draws vector tiles: bytes in, an image out. Started by imagery.ts.
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { type PaintJob, paintNames, paintShapes } from './paint.ts';

/** A layer's stored tile and its position in the drawn one. */
export interface TileSheet extends PaintJob {
  readonly bytes: Uint8Array;
}

export type TileWork =
  | { readonly draw: 'shapes'; readonly sheet: TileSheet }
  /** Topmost layer first. */
  | { readonly draw: 'names'; readonly sheets: readonly (TileSheet & { readonly opacity: number })[]; readonly pixels: number };

export type TileJob = TileWork & { readonly job: number };
export interface TileDone {
  readonly job: number;
  /** `nothing`: the tile is empty. null: the bytes are not a valid tile. */
  readonly image: ImageBitmap | 'nothing' | null;
}

// The tsconfig has the page's types only; this is the used part of the worker's global.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<TileJob>) => void) | null;
  postMessage: (message: TileDone, transfer: Transferable[]) => void;
};

scope.onmessage = async ({ data }) => {
  const image = await draw(data).catch(() => null);
  scope.postMessage({ job: data.job, image }, image instanceof ImageBitmap ? [image] : []);
};

const decode = (bytes: Uint8Array): VectorTile => new VectorTile(new PbfReader(bytes));

async function draw(work: TileWork): Promise<ImageBitmap | 'nothing'> {
  const pixels = work.draw === 'shapes' ? work.sheet.pixels : work.pixels;
  const canvas = new OffscreenCanvas(pixels, pixels);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  if (work.draw === 'shapes') paintShapes(pen, decode(work.sheet.bytes), work.sheet);
  else if (
    !paintNames(
      pen,
      work.sheets.map(({ bytes, opacity, ...job }) => ({ tile: decode(bytes), job, opacity })),
    )
  )
    return 'nothing';
  // Cesium expects image bitmaps already flipped.
  return createImageBitmap(canvas, { imageOrientation: 'flipY', premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
}

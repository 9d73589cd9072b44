// The worker that decodes vector tiles: bytes in, a picture of their shapes or their names out. Started by tile-host.ts.
import { decodeVectorTile } from '@lookout/map/layers/vector-tile.ts';
import { type PaintJob, paintShapes } from './paint.ts';
import { namesOf, type TileName } from './tile-names.ts';
import type { TileAt } from './tile-source.ts';

/** A layer's stored tile and its position in the drawn one. */
export interface TileSheet extends PaintJob {
  readonly bytes: Uint8Array;
}

export type TileWork =
  | { readonly ask: 'picture'; readonly sheet: TileSheet }
  | { readonly ask: 'names'; readonly bytes: Uint8Array; readonly at: TileAt };

export type TileJob = TileWork & { readonly job: number };
export interface TileDone {
  readonly job: number;
  /** null: the bytes are not a valid tile. */
  readonly found: ImageBitmap | readonly TileName[] | null;
}

// The tsconfig has the page's types only; this is the used part of the worker's global.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<TileJob>) => void) | null;
  postMessage: (message: TileDone, transfer: Transferable[]) => void;
};

scope.onmessage = async ({ data }) => {
  const found = await answer(data).catch(() => null);
  scope.postMessage({ job: data.job, found }, found instanceof ImageBitmap ? [found] : []);
};

async function answer(work: TileWork): Promise<ImageBitmap | readonly TileName[]> {
  if (work.ask === 'names') return namesOf(decodeVectorTile(work.bytes), work.at);
  const { bytes, pixels } = work.sheet;
  const canvas = new OffscreenCanvas(pixels, pixels);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  paintShapes(pen, decodeVectorTile(bytes), work.sheet);
  // Cesium expects image bitmaps already flipped.
  return createImageBitmap(canvas, { imageOrientation: 'flipY', premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
}

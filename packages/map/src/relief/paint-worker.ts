// The worker that paints the terrain images: takes a grid of heights or a tile of land cover, returns an image bitmap. Started by
// painter.ts.
import { paintCover } from './cover.ts';
import { type PaintedLook, paintRelief, type ReliefGrid } from './shade.ts';

export type PaintOrder =
  | { readonly kind: 'relief'; readonly grid: ReliefGrid; readonly pixels: number; readonly look: PaintedLook }
  | { readonly kind: 'cover'; readonly tile: Uint8Array<ArrayBuffer>; readonly pixels: number; readonly strength: number };

export interface PaintJob {
  readonly job: number;
  readonly order: PaintOrder;
}
export interface PaintDone {
  readonly job: number;
  readonly image: ImageBitmap;
}

// The tsconfig has the page's types only; this is the used part of the worker's global.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<PaintJob>) => void) | null;
  postMessage: (message: PaintDone, transfer: Transferable[]) => void;
};

const paint = (order: PaintOrder): Uint8ClampedArray<ArrayBuffer> =>
  order.kind === 'relief' ? paintRelief(order.grid, order.pixels, order.look) : paintCover(order.tile, order.pixels, order.strength);

scope.onmessage = async ({ data: { job, order } }) => {
  const data = new ImageData(paint(order), order.pixels, order.pixels);
  const image = await createImageBitmap(data, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  scope.postMessage({ job, image }, [image]);
};

// The worker that paints the relief: a grid of heights in, an image bitmap out. Started by imagery.ts.
import { type PaintedLook, paintRelief, type ReliefGrid } from './shade.ts';

export interface ReliefJob {
  readonly job: number;
  readonly grid: ReliefGrid;
  readonly pixels: number;
  readonly look: PaintedLook;
}
export interface ReliefDone {
  readonly job: number;
  readonly image: ImageBitmap;
}

// The tsconfig has the page's types only; this is the used part of the worker's global.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ReliefJob>) => void) | null;
  postMessage: (message: ReliefDone, transfer: Transferable[]) => void;
};

scope.onmessage = async ({ data: { job, grid, pixels, look } }) => {
  const data = new ImageData(paintRelief(grid, pixels, look), pixels, pixels);
  const image = await createImageBitmap(data, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  scope.postMessage({ job, image }, [image]);
};

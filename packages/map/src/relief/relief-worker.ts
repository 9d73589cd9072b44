// The worker that paints the ground: a grid of heights in, an image bitmap out. Started by imagery.ts.
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

// The page's types are loaded here (one tsconfig); this is the part of the worker's own global that is used.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ReliefJob>) => void) | null;
  postMessage: (message: ReliefDone, transfer: Transferable[]) => void;
};

scope.onmessage = async ({ data: { job, grid, pixels, look } }) => {
  const data = new ImageData(paintRelief(grid, pixels, look), pixels, pixels);
  const image = await createImageBitmap(data, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  scope.postMessage({ job, image }, [image]);
};

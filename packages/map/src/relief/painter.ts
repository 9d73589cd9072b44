// The page's side of the worker that paints the terrain images.
import type { PaintDone, PaintJob, PaintOrder } from './paint-worker.ts';

export interface Painter {
  /** @param transfer buffers of the order that the worker takes over */
  paint(order: PaintOrder, transfer: Transferable[]): Promise<ImageBitmap>;
  stop(): void;
}

/** @param requestFrame Cesium uses an image only when it draws a frame */
export function createPainter(requestFrame: () => void): Painter {
  const worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module', name: 'ground' });
  const waiting = new Map<number, (image: ImageBitmap) => void>();
  let lastJob = 0;
  worker.onmessage = ({ data }: MessageEvent<PaintDone>) => {
    waiting.get(data.job)?.(data.image);
    waiting.delete(data.job);
    requestFrame();
  };
  return {
    paint(order, transfer) {
      const job = ++lastJob;
      return new Promise((resolve) => {
        waiting.set(job, resolve);
        worker.postMessage({ job, order } satisfies PaintJob, transfer);
      });
    },
    stop() {
      worker.terminate();
      waiting.clear();
    },
  };
}

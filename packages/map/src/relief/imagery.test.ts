import { TILE_POSTS } from '@lookout/geo';
import { afterEach, expect, it, vi } from 'vitest';
import type { TerrainTiles } from '../terrain/tiles.ts';
import { reliefProvider } from './imagery.ts';
import type { PaintDone, PaintJob } from './paint-worker.ts';
import { createPainter } from './painter.ts';

/** Paints only when the test triggers it. */
class PaintingWorker {
  static last: PaintingWorker | null = null;
  onmessage: ((event: { data: PaintDone }) => void) | null = null;
  readonly jobs: PaintJob[] = [];
  constructor() {
    PaintingWorker.last = this;
  }
  postMessage(job: PaintJob): void {
    this.jobs.push(job);
  }
  terminate(): void {
    this.jobs.length = 0;
  }
}

afterEach(() => vi.unstubAllGlobals());

it('a frame is requested when the worker has painted an image, after the image was handed over', async () => {
  vi.stubGlobal('Worker', PaintingWorker);
  const tile = async () => new Float32Array(TILE_POSTS ** 2);
  const requestFrame = vi.fn();
  const terrain = { tile, ground: () => ({ maxLevel: 12 }) } as unknown as TerrainTiles;
  const painter = createPainter(requestFrame);
  const request = reliefProvider(terrain, painter, { shading: true, heightColours: false }).requestImage(3, 2, 4);
  await vi.waitFor(() => expect(PaintingWorker.last?.jobs).toHaveLength(1));
  expect(requestFrame).not.toHaveBeenCalled();

  const image = {} as ImageBitmap;
  PaintingWorker.last?.onmessage?.({ data: { job: PaintingWorker.last.jobs[0]?.job ?? 0, image } });
  expect(requestFrame).toHaveBeenCalledOnce();
  expect(await request).toBe(image);
  painter.stop();
});

import { TILE_POSTS } from '@lookout/geo';
import { afterEach, expect, it, vi } from 'vitest';
import type { TerrainTiles } from '../terrain/tiles.ts';
import { createReliefImagery } from './imagery.ts';
import type { ReliefDone, ReliefJob } from './relief-worker.ts';

/** Paints when told to. */
class Painter {
  static last: Painter | null = null;
  onmessage: ((event: { data: ReliefDone }) => void) | null = null;
  readonly jobs: ReliefJob[] = [];
  constructor() {
    Painter.last = this;
  }
  postMessage(job: ReliefJob): void {
    this.jobs.push(job);
  }
  terminate(): void {
    this.jobs.length = 0;
  }
}

afterEach(() => vi.unstubAllGlobals());

it('a frame is asked for when the worker has painted an image, after it was handed over', async () => {
  vi.stubGlobal('Worker', Painter);
  const tile = async () => new Float32Array(TILE_POSTS ** 2);
  const requestFrame = vi.fn();
  const terrain = { tile, ground: () => ({ maxLevel: 12 }) } as unknown as TerrainTiles;
  const relief = createReliefImagery(terrain, requestFrame);
  const asked = relief.provider({ shading: true, heightColours: false }).requestImage(3, 2, 4);
  await vi.waitFor(() => expect(Painter.last?.jobs).toHaveLength(1));
  expect(requestFrame).not.toHaveBeenCalled();

  const image = {} as ImageBitmap;
  Painter.last?.onmessage?.({ data: { job: Painter.last.jobs[0]?.job ?? 0, image } });
  expect(requestFrame).toHaveBeenCalledOnce();
  expect(await asked).toBe(image);
  relief.stop();
});

import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { fakeHost } from '@lookout/map/layers/testing/fake-host.ts';
import type { ImageryLayer } from 'cesium';
import { afterEach, expect, it, vi } from 'vitest';
import { mountVectorTiles } from './vector-tile-layer.ts';

class IdleWorker {
  postMessage(): void {}
  terminate(): void {}
}

afterEach(() => vi.unstubAllGlobals());

it('a layer that is moved up or down in the tree is at once drawn over or under the others', () => {
  vi.stubGlobal('Worker', IdleWorker);
  const { host, imageryLayers } = fakeHost();
  const globe = { language: 'zh', addLayer: (layer: Layer<never>) => layer.mount(host) } as unknown as Globe;
  const tiles = mountVectorTiles(globe, { vectorTilesBelowMetres: 33_000 }, { fetch: () => Promise.reject(), onFailed: () => undefined });
  const layer = (id: string, west: number) =>
    ({ id, kind: 'village', box: [west, 30, west + 1, 31], tileUrl: `/${id}/{z}/{x}/{y}`, maxLevel: 14 }) as const;
  /** From the lowest to the topmost. */
  const stacked = () =>
    (imageryLayers as ImageryLayer[]).map(({ imageryProvider: { rectangle } }) => (rectangle.west > 1.8 ? 'eastern' : 'western'));
  tiles.set([layer('western', 102), layer('eastern', 104)]);
  tiles.setOrder('western', 1);
  tiles.setOrder('eastern', 0);
  expect(stacked()).toEqual(['eastern', 'western']);
  tiles.setOrder('western', 0);
  tiles.setOrder('eastern', 1);
  expect(stacked()).toEqual(['western', 'eastern']);
  tiles.destroy();
  expect(stacked()).toEqual([]);
});

import { OWN_GROUND_LAYERS } from '@lookout/map/engine/ground.ts';
import type { SceneHost } from '@lookout/map/layers/layer.ts';
import { ImageryLayer, ImageryLayerCollection } from 'cesium';
import { afterEach, expect, it, vi } from 'vitest';
import { baseMapLayer } from './base-map-layer.ts';
import type { BaseMapLayer } from './provider.ts';

const MAP = (id: string): BaseMapLayer => ({ id, scheme: 'mercator', maxLevel: 18, tileUrl: `/basemaps/${id}/0/{z}/{x}/{y}` });

afterEach(() => vi.unstubAllGlobals());

/** A scene with its own terrain layers, two base maps, and a given response of our server. */
function aMap(answer: () => Response) {
  vi.stubGlobal('createImageBitmap', async () => ({}));
  const layers = new ImageryLayerCollection();
  for (let own = 0; own < OWN_GROUND_LAYERS; own++) layers.add(ImageryLayer.fromProviderAsync(new Promise(() => undefined)));
  const requested: string[] = [];
  const troubles: (readonly [string, string | null])[] = [];
  const timers: (() => void)[] = [];
  const host = { scene: { imageryLayers: layers }, requestFrame: () => undefined } as unknown as SceneHost;
  const mounted = baseMapLayer({
    fetch: async (url) => {
      requested.push(url);
      return answer();
    },
    onTrouble: (id, reason) => troubles.push([id, reason]),
    setTimer: (run) => {
      timers.push(run);
      return () => undefined;
    },
  }).mount(host);
  mounted.apply({ add: [MAP('img'), MAP('vec')] });
  mounted.show(true);
  const tile = async (index: number) => {
    const layer = layers.get(index) as ImageryLayer | undefined;
    await layer?.imageryProvider.requestImage(3, 2, 4)?.catch(() => undefined);
  };
  return { mounted, layers, asked: requested, troubles, tile, retry: () => timers.pop()?.() };
}

it('selected base maps lie above the relief, in their order', async () => {
  const { mounted, layers, asked, tile } = aMap(() => new Response('picture'));
  expect(layers.length).toBe(OWN_GROUND_LAYERS);
  mounted.apply({ id: 'img', visible: true });
  mounted.apply({ id: 'vec', visible: true });
  mounted.apply({ id: 'img', opacity: 0.5 });
  mounted.apply({ id: 'img', order: 1 });
  mounted.apply({ id: 'vec', order: 0 });
  expect([layers.get(OWN_GROUND_LAYERS).alpha, layers.get(OWN_GROUND_LAYERS + 1).alpha]).toEqual([1, 0.5]);
  await tile(OWN_GROUND_LAYERS);
  expect(asked).toEqual(['/basemaps/vec/0/4/3/2']);
  mounted.apply({ id: 'vec', visible: false });
  expect(layers.length).toBe(OWN_GROUND_LAYERS + 1);
  mounted.destroy();
  expect(layers.length).toBe(OWN_GROUND_LAYERS);
});

it('the first response that a service is down removes its base map and reports it once; after a successful retry the report is cleared', async () => {
  let answer = () => Response.json({ code: 503, error: { code: 'base-map-silent' } }, { status: 503 });
  const { mounted, layers, troubles, tile, retry } = aMap(() => answer());
  mounted.apply({ id: 'img', visible: true });
  await Promise.all([tile(OWN_GROUND_LAYERS), tile(OWN_GROUND_LAYERS)]);
  expect(layers.length).toBe(OWN_GROUND_LAYERS);
  expect(troubles).toEqual([['img', 'base-map-silent']]);
  answer = () => new Response('picture');
  retry();
  expect(layers.length).toBe(OWN_GROUND_LAYERS + 1);
  await tile(OWN_GROUND_LAYERS);
  expect(troubles).toEqual([
    ['img', 'base-map-silent'],
    ['img', null],
  ]);
});

it('a missing tile does not remove the base map', async () => {
  const { mounted, layers, troubles, tile } = aMap(() => new Response(null, { status: 204 }));
  mounted.apply({ id: 'img', visible: true });
  await tile(OWN_GROUND_LAYERS);
  expect([layers.length, troubles]).toEqual([OWN_GROUND_LAYERS + 1, []]);
});

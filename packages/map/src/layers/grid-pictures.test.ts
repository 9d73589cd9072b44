import type { ImageryLayer } from 'cesium';
import { expect, it, vi } from 'vitest';
import { type GridPicture, gridPicturesLayer } from './grid-pictures.ts';
import { fakeHost } from './testing/fake-host.ts';

const picture = (id: string, west = 103): GridPicture => ({ id, columns: 4, rows: 3, box: [west, 31, west + 1, 32], image: 'data:,' });

function aLayer() {
  const { host, imageryLayers, frames } = fakeHost();
  const layer = gridPicturesLayer('pictures', 0.6).mount(host);
  layer.show(true);
  return { layer, frames, drawn: imageryLayers as ImageryLayer[] };
}

it('a picture that remains is not drawn again, one that is no longer wanted is removed', () => {
  const { layer, drawn } = aLayer();
  layer.apply({ pictures: [picture('a'), picture('b', 104)] });
  const [a, b] = drawn;
  expect(drawn).toHaveLength(2);
  layer.apply({ pictures: [picture('b', 104), picture('c', 105)] });
  expect(drawn[0]).toBe(b);
  expect(drawn).toHaveLength(2);
  expect(drawn).not.toContain(a);
  layer.destroy();
  expect(drawn).toEqual([]);
});

it('opacity and visibility apply to pictures added later', () => {
  const { layer, drawn } = aLayer();
  layer.apply({ pictures: [picture('a')] });
  layer.apply({ opacity: 0.25 });
  layer.show(false);
  layer.apply({ pictures: [picture('a'), picture('b')] });
  expect(drawn.map(({ alpha, show }) => [alpha, show])).toEqual([
    [0.25, false],
    [0.25, false],
  ]);
  layer.show(true);
  expect(drawn.every(({ show }) => show)).toBe(true);
});

it('the picture covers the grid’s box, in one tile with one pixel per cell', () => {
  const { layer, drawn } = aLayer();
  layer.apply({ pictures: [picture('a')] });
  const { rectangle, tileWidth, tileHeight, maximumLevel } = drawn[0]?.imageryProvider ?? {};
  expect([tileWidth, tileHeight, maximumLevel]).toEqual([4, 3, 0]);
  expect([rectangle?.west, rectangle?.north].map((radians) => ((radians ?? 0) * 180) / Math.PI)).toEqual([
    expect.closeTo(103, 9),
    expect.closeTo(32, 9),
  ]);
});

it('a frame is requested when a picture has been decoded, because the globe draws none by itself', async () => {
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      decode = async () => undefined;
    },
  );
  const { layer, drawn, frames } = aLayer();
  layer.apply({ pictures: [picture('a')] });
  const before = frames();
  expect(await drawn[0]?.imageryProvider?.requestImage(0, 0, 0)).toMatchObject({ src: 'data:,' });
  expect(frames()).toBe(before + 1);
  vi.unstubAllGlobals();
});

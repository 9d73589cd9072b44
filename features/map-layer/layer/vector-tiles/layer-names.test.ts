import type { NameSource } from '@lookout/map/layers/names/name-board.ts';
import { fakeHost } from '@lookout/map/layers/testing/fake-host.ts';
import { expect, it, vi } from 'vitest';
import { type NamedLayer, nameLayers } from './layer-names.ts';
import type { TileName } from './tile-names.ts';

const VIEW = { west: 103, south: 31, east: 103.4, north: 31.4 };
const NEXT = { west: 103.3, south: 31, east: 103.7, north: 31.4 };
const aName = (name: string, lng: number, spanDegrees = 0.1, latinName: string | null = null): TileName => ({
  name,
  latinName,
  lng,
  lat: 31.2,
  spanDegrees,
});

/** One layer whose every tile contains these names; a tile can be delayed. */
function aDesk(names: readonly TileName[], more: Partial<NamedLayer> = {}, language: 'zh' | 'en' = 'zh') {
  const fake = fakeHost(VIEW);
  let source: NameSource | null = null;
  let line = Promise.resolve();
  const board = {
    add: (one: NameSource) => {
      source = one;
      return { changed: () => undefined, remove: () => undefined };
    },
  };
  const tile = vi.fn(async () => {
    await line;
    return new Uint8Array(1);
  });
  const layer: NamedLayer = {
    id: 'a',
    kind: 'village',
    box: [100, 30, 105, 35],
    tileUrl: '/a/{z}/{x}/{y}',
    maxLevel: 14,
    opacity: 1,
    source: { tile, stop: () => undefined },
    ...more,
  };
  const layerNames = nameLayers({ ...fake.host, names: board }, { language, read: async () => names });
  layerNames.set([layer]);
  layerNames.show(true);
  const written = (box = VIEW) => [...(source?.inView(20_000, box) ?? [])];
  return {
    fake,
    layerNames,
    tile,
    layer,
    written,
    texts: (box = VIEW) => written(box).map(({ text }) => text),
    hold: () => {
      const blocked = Promise.withResolvers<void>();
      line = blocked.promise;
      return blocked.resolve;
    },
  };
}

it('names of larger shapes come first; names outside the view, or repeated at one place, are omitted', async () => {
  const { texts } = aDesk([aName('小村', 103.1, 0.05), aName('大村', 103.2), aName('远村', 104), aName('大村', 103.2)]);
  await vi.waitFor(() => expect(texts()).toEqual(['大村', '小村']));
});

it('the previous view’s names remain until the tiles of the next view have loaded; a tile is read once', async () => {
  const { fake, texts, hold, tile } = aDesk([aName('东村', 103.35)]);
  await vi.waitFor(() => expect(texts()).toEqual(['东村']));
  const read = tile.mock.calls.length;
  const comes = hold();
  fake.rest(NEXT, 20_000);
  const all = tile.mock.calls.length;
  expect(all).toBeGreaterThan(read);
  expect(texts(NEXT)).toEqual(['东村']);
  comes();
  fake.rest(VIEW, 20_000);
  fake.rest(NEXT, 20_000);
  expect(tile).toHaveBeenCalledTimes(all);
  expect(texts(NEXT)).toEqual(['东村']);
});

it('a layer that is hidden or no longer shown has no names; a changed opacity changes the names’ look', async () => {
  const { layerNames, layer, written, texts } = aDesk([aName('东村', 103.3)]);
  await vi.waitFor(() => expect(texts()).toHaveLength(1));
  const [before] = written();
  layerNames.set([{ ...layer, opacity: 0.5 }]);
  const [after] = written();
  expect([before?.look.colour.alpha, after?.look.colour.alpha, after?.id === before?.id]).toEqual([1, 0.5, true]);
  layerNames.show(false);
  expect(texts()).toEqual([]);
  layerNames.show(true);
  layerNames.set([]);
  expect(texts()).toEqual([]);
});

it('a tile that cannot be loaded does not affect the names of others', async () => {
  const tile = vi.fn(async () => {
    if (tile.mock.calls.length === 1) throw new Error('no line');
    return new Uint8Array(1);
  });
  const { texts } = aDesk([aName('东村', 103.3, 0.1, 'Dong')], { source: { tile, stop: () => undefined } }, 'en');
  await vi.waitFor(() => expect(texts()).toEqual(['Dong']));
});

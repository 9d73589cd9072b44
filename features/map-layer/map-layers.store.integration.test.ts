import { type GridNo, NATION } from '@lookout/domain';
import { LIXIAN, WEIHUI, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { oneServer, type TestServer } from '@lookout/store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';
import type { NewFeature, NewLayer } from './map-layers.store.ts';

const ABA = '513200' as GridNo;

const aLayer = (overrides: Partial<NewLayer> = {}): NewLayer => ({
  kind: 'forest-farm',
  name: '林场',
  gridNo: WENCHUAN,
  schematic: false,
  ...overrides,
});
const aFeature = (name: string, lng: number, lat: number, size = 0.1): NewFeature => ({
  name,
  class: null,
  box: [lng, lat, lng + size, lat + size],
  areaHectares: 12.5,
  lengthKilometres: null,
  attributes: { 树种: '云杉', 面积: 12.5 },
  geometry: {
    type: 'LineString',
    coordinates: [
      [lng, lat],
      [lng + size, lat + size],
    ],
  },
});

describe.each(oneServer(18))('map layers on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({
      url: await server.newDatabase('migrated'),
      clock: () => new Date('2026-11-21T08:00:00Z'),
      mayWait: () => true,
    });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });
  const write = (layer: NewLayer, features: readonly NewFeature[]) =>
    store.transaction(async (tx) => {
      const id = await tx.mapLayers.begin(layer);
      await tx.mapLayers.addFeatures(id, features);
      await tx.mapLayers.complete(id);
      return id;
    });

  it('a layer is counted and measured, visible above and below its grid but not outside it, and replaced under its name', async () => {
    const id = await write(aLayer(), [aFeature('甲', 103, 31), aFeature('乙', 103.5, 31.5)]);
    const layer = { id, ...aLayer(), featureCount: 2, box: [103, 31, 103.6, 31.6], version: 1 };
    for (const holder of [NATION, ABA, WENCHUAN]) expect(await store.mapLayers.list(holder)).toEqual([layer]);
    for (const holder of [LIXIAN, WEIHUI]) expect(await store.mapLayers.list(holder)).toEqual([]);
    expect(await write(aLayer({ gridNo: ABA }), [aFeature('丙', 102, 31)])).toBe(id);
    expect(await store.mapLayers.list(LIXIAN)).toEqual([
      { ...layer, gridNo: ABA, featureCount: 1, box: [102, 31, 102.1, 31.1], version: 2 },
    ]);
  });

  it('a failed import leaves the layer unchanged', async () => {
    const id = await write(aLayer({ name: '村' }), [aFeature('甲', 103, 31)]);
    const failing = store.transaction(async (tx) => {
      await tx.mapLayers.begin(aLayer({ name: '村' }));
      throw new Error('the file ended in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(await store.mapLayers.list(NATION)).toContainEqual(expect.objectContaining({ id, version: 1, featureCount: 1 }));
    expect((await store.mapLayers.features({ layerIds: [id] }, { offset: 0, limit: 10 })).total).toBe(1);
  });

  it('features are found by box and by name, and are read back unchanged', async () => {
    const id = await write(aLayer({ name: '道路' }), [aFeature('甲路', 103, 31), aFeature('乙路', 104, 31)]);
    const find = (filters: object) => store.mapLayers.features({ layerIds: [id], ...filters }, { offset: 0, limit: 10 });
    const found = await find({ box: [103.05, 31.05, 103.06, 31.06] });
    expect(found).toEqual({ total: 1, list: [{ id: expect.any(String), layerId: id, kind: 'forest-farm', ...aFeature('甲路', 103, 31) }] });
    expect((await find({ name: '乙' })).list.map(({ name }) => name)).toEqual(['乙路']);
    expect((await find({ name: '%' })).total).toBe(0);
    expect((await store.mapLayers.features({ layerIds: ['nonsense'] }, { offset: 0, limit: 10 })).total).toBe(0);
  });

  it('a tile is made from the largest features that touch it; features too small for it are left out, but never points', async () => {
    const point = { ...aFeature('点', 103, 31, 0), geometry: { type: 'Point', coordinates: [103, 31] } };
    const large = { ...aFeature('大', 103, 31, 0.5), attributes: { 'name:en': 'Large' } };
    const id = await write(aLayer({ name: '混合' }), [aFeature('小', 103, 31, 0.001), point, large]);
    const inTile = async (minSpan: number, limit: number) =>
      JSON.parse(await store.mapLayers.tileText(id, [102, 30, 104, 32], minSpan, limit)) as [string, string | null][];
    const names = async (minSpan: number, limit: number) => (await inTile(minSpan, limit)).map(([name]) => name);
    expect((await inTile(0, 10)).map(([, latinName]) => latinName)).toEqual(['Large', null, null]);
    expect(await names(0, 10)).toEqual(['大', '小', '点']);
    expect(await names(0.01, 10)).toEqual(['大', '点']);
    expect(await names(0, 1)).toEqual(['大']);
    expect(await store.mapLayers.tileText(id, [10, 10, 11, 11], 0, 10)).toBe('[]');
  });

  it('a scene is stored, read within its grid, and replaced: the previous folder is returned', async () => {
    const scene = {
      ...({ kind: 'model', name: '瞭望塔', gridNo: WENCHUAN, schematic: true, folder: 'a', entry: 'tower.glb' } as const),
      position: { lng: 103.5, lat: 31.4 },
      heightMetres: null,
      headingDegrees: 30,
      scale: 1,
      levels: [],
    };
    expect(await store.mapScenes.put(scene)).toBeNull();
    expect(await store.mapScenes.list(ABA)).toEqual([{ ...scene, id: expect.any(String) }]);
    expect(await store.mapScenes.list(WEIHUI)).toEqual([]);
    const levels = { ...scene, kind: 'levels', folder: 'b', position: null, levels: [9, 11] } as const;
    expect(await store.mapScenes.put(levels)).toBe('a');
    expect(await store.mapScenes.list(NATION)).toEqual([{ ...levels, id: expect.any(String) }]);
  });
});

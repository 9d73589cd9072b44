import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NATION } from '@lookout/domain';
import { UnreadableFile } from '@lookout/ingest';
import { zipOf } from '@lookout/ingest/testing';
import { Refusal } from '@lookout/server/acting/refusal.ts';
import { seedDemoLayers, watchTowerModel } from '@lookout/server/demo/demo-layers.ts';
import type { ImportKind } from '@lookout/server/import/kind.ts';
import { importLayers } from '@lookout/server/import/layers.ts';
import { importScene } from '@lookout/server/import/scene.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorMessage } from '../../errors.ts';

let server: TestServer;
let folder: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await sharedTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-layers-'));
  for (const user of ['wenchuan', 'weihui', 'ranger01']) tokens[user] = (await server.login(user)).access_token;
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The error in the form in which the command prints it. */
const printed = (error: unknown): unknown => {
  const fault = error instanceof UnreadableFile ? error.fault : error instanceof Refusal ? error : null;
  return fault === null ? error : new Error(errorMessage(fault, 'zh'), { cause: error });
};
const runImport = (importer: ImportKind, file: string) =>
  importer(file, { store: server.store, clock: () => new Date(), dataDir: server.dataDir, print: () => undefined }).catch(
    (error: unknown) => {
      throw printed(error);
    },
  );
const given =
  <Options>(kind: (options: Options) => ImportKind, options: Options) =>
  () => {
    try {
      return kind(options);
    } catch (error) {
      throw printed(error);
    }
  };
const square = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
const feature = (properties: object, geometry: unknown) => ({ type: 'Feature', properties, geometry });
async function write(name: string, features: readonly object[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  return file;
}
const ask = (user: string, address: string, headers: Record<string, string> = {}) =>
  fetch(server.base + address, { headers: { authorization: `Bearer ${tokens[user]}`, ...headers } });
const list = async (user: string) => (await server.call('GET', '/resource/api/layer/list', { token: tokens[user] })).body.data;
const under = async (user: string, body: object) =>
  (await server.call('POST', '/resource/api/layer/feature/page', { token: tokens[user], body })).body.data.list;

/** Logs in an officer of the nation's grid who belongs to that group, and stores the session under the group's id. */
async function officerOf(groupId: string): Promise<void> {
  const [id, token, gridNo] = [randomUUID(), randomBytes(32).toString('base64url'), NATION];
  await server.store.accounts.create({
    id,
    userName: `n${id.slice(0, 8)}`,
    passwordHash: 'none',
    fullName: '国家值班员',
    gridNo,
    groupId,
    rights: ['watch-alarms'],
    grids: [],
    headUrl: null,
    phone: null,
    deviceId: null,
    topic: null,
    enabled: true,
    demo: false,
  });
  const tokenHash = createHash('sha256').update(token).digest();
  const expiresAt = new Date(Date.now() + 600_000);
  await server.store.sessions.create({ tokenHash, accountId: id, gridNo, expiresAt, address: null, userAgent: null });
  tokens[groupId] = token;
}

/** The address of the tile at a place. */
const tileAt = (template: string, level: number, lng: number, lat: number): string => {
  const across = 2 ** level;
  const x = Math.floor(((lng + 180) / 360) * across);
  const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * across);
  return template.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y));
};

describe('map layers', () => {
  it('a file becomes a layer of its valid features; invalid ones are reported by number; its tiles are served within its grid only', async () => {
    const file = await write('林场.geojson', [
      feature({ 名称: '威州林场', name_en: 'Weizhou Farm', 林龄: 42 }, square(103.5, 31.4, 0.1)),
      feature({ 名称: '错' }, square(500_000, 3_400_000, 10)),
      feature({}, null),
    ]);
    const report = await runImport(importLayers({ grid: '513221' }), file);
    expect(report).toMatchObject({ received: 3, accepted: 1, rejected: [{ line: 2 }, { line: 3 }] });
    const [layer] = await list('wenchuan');
    expect(layer).toMatchObject({ kind: 'forest-farm', name: '林场', gridNo: '513221', featureCount: 1, box: [103.5, 31.4, 103.6, 31.5] });
    expect(await list('weihui')).toEqual([]);

    const address = tileAt(layer.tileUrl, 10, 103.55, 31.45);
    const tile = await ask('wenchuan', address);
    expect(tile.status).toBe(200);
    expect(tile.headers.get('content-encoding')).toBe('gzip');
    expect(tile.headers.get('cache-control')).toContain('immutable');
    // fetch decompresses the tile: names are plain UTF-8 in it.
    const bytes = Buffer.from(await tile.arrayBuffer());
    expect(['威州林场', 'Weizhou Farm'].map((name) => bytes.includes(Buffer.from(name)))).toEqual([true, true]);
    const cachedFile = path.join(server.dataDir, 'cache', 'tiles', ...address.slice('/layers/'.length).split('/'));
    expect(gunzipSync(await readFile(`${cachedFile}.gz`)).length).toBeGreaterThan(50);
    expect((await ask('wenchuan', address, { 'if-none-match': tile.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await ask('wenchuan', address, { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull();
    expect((await ask('wenchuan', tileAt(layer.tileUrl, 10, 110, 31.45))).status).toBe(204);
    for (const bad of [
      tileAt(layer.tileUrl, 15, 103.55, 31.45),
      layer.tileUrl.replace('{z}/{x}', '0/1').replace('{y}', '0'),
      '/layers/x/1/0/0/0.mvt',
    ])
      expect((await ask('wenchuan', bad)).status).toBe(404);
    expect((await ask('weihui', address)).status).toBe(404);
    expect((await ask('ranger01', address)).status).toBe(403);
    expect((await fetch(server.base + address)).status).toBe(401);
  });

  it('a second file of the same name replaces the layer under new addresses; the old addresses no longer exist', async () => {
    const [before] = await list('wenchuan');
    const options = { grid: '513221', name: '林场', kind: 'village' };
    await runImport(importLayers(options), await write('other.geojson', [feature({ name: '新' }, square(103.5, 31.4, 0.2))]));
    const after = await vi.waitFor(async () => {
      const [now] = await list('wenchuan');
      expect(now.tileUrl).not.toBe(before.tileUrl);
      return now;
    }, 20_000);
    expect(after).toMatchObject({ id: before.id, kind: 'village' });
    expect((await ask('wenchuan', tileAt(before.tileUrl, 10, 103.55, 31.45))).status).toBe(404);
    expect((await ask('wenchuan', tileAt(after.tileUrl, 10, 103.55, 31.45))).status).toBe(200);
  });

  it('a click finds the features under it: areas around it, lines and points within the tolerance', async () => {
    const road = {
      type: 'LineString',
      coordinates: [
        [103.2, 31.2],
        [103.3, 31.2],
      ],
    };
    await runImport(importLayers({ grid: '513221' }), await write('道路.geojson', [feature({ name: '国道317', highway: 'trunk' }, road)]));
    const at = (longitude: number, latitude: number, radius?: number) =>
      under('wenchuan', { longitude, latitude, ...(radius && { radius }) });
    const [found] = await at(103.25, 31.2003, 50);
    expect(found).toMatchObject({ name: '国道317', kind: 'road', area: null, attributes: { highway: 'trunk' } });
    expect(found.length).toBeCloseTo(9.51, 1);
    expect(await at(103.25, 31.2003, 10)).toEqual([]);
    const [area] = await at(103.6, 31.5);
    expect(area).toMatchObject({ name: '新', length: null });
    expect(area.area).toBeGreaterThan(40_000);
    expect(await under('weihui', { longitude: 103.6, latitude: 31.5 })).toEqual([]);
    expect(await under('wenchuan', { name: '317' })).toMatchObject([{ name: '国道317' }]);
  });

  // Proves §6.3
  it('the group determines whose layers are shown, within the caller’s grid: in the list, under a click and by name; another region may be requested', async () => {
    for (const [grid, name] of [
      ['510000', '四川林场'],
      ['410781', '卫辉林场'],
      ['100000', '全国林场'],
    ] as const)
      await runImport(
        importLayers({ grid, name, kind: 'forest-farm' }),
        await write(`${grid}.geojson`, [feature({ name }, square(104, 33, 0.1))]),
      );
    for (const groupId of ['001', '001003001', '001005001', '001006']) await officerOf(groupId);
    const FARMS = ['四川林场', '卫辉林场', '全国林场'];
    const farms = (rows: { name: string }[]) => FARMS.filter((farm) => rows.some(({ name }) => name === farm));
    const of = async (user: string) => ({
      listed: farms(await list(user)),
      clicked: farms(await under(user, { longitude: 104.05, latitude: 33.05 })),
      found: farms(await under(user, { name: '林场', kind: 'forest-farm', pageSize: 500 })),
    });
    const everywhere = (names: readonly string[]) => ({ listed: names, clicked: names, found: names });
    await vi.waitFor(async () => expect(await of('001')).toEqual(everywhere(FARMS)), 20_000);
    expect(await of('001003001')).toEqual(everywhere(['四川林场', '全国林场']));
    expect(await of('001005001')).toEqual(everywhere(['卫辉林场', '全国林场']));
    expect(await of('001006')).toEqual(everywhere(['全国林场']));
    // The group determines only what is shown; access is restricted by the grid alone.
    expect(await of('weihui')).toEqual(everywhere(['卫辉林场', '全国林场']));
    const asked = await server.call('GET', '/resource/api/layer/list?gridNo=410781', { token: tokens['001003001'] });
    expect(farms(asked.body.data)).toEqual(['卫辉林场', '全国林场']);
  });

  it('a file that is not a layer is refused as a whole: nothing is stored', async () => {
    const bad = path.join(folder, 'x.kml');
    await writeFile(bad, '<html/>');
    await expect(runImport(importLayers({}), bad)).rejects.toThrow('不是有效的 KML');
    await expect(runImport(importLayers({}), await write('空.geojson', []))).rejects.toThrow('没有要素');
    expect(given(importLayers, { kind: 'castle' })).toThrow('--kind');
    expect(given(importLayers, { grid: '51' })).toThrow('--grid');
    expect((await list('wenchuan')).map(({ name }: { name: string }) => name)).not.toContain('空');
  });
});

describe('3D scenes', () => {
  const scenes = async (user: string) => (await server.call('GET', '/resource/api/scene/list', { token: tokens[user] })).body.data;

  it('a model has the given position, its file is visible from its grid only, and no other file is served', async () => {
    const file = path.join(folder, 'tower.glb');
    await writeFile(file, watchTowerModel());
    await runImport(importScene({ at: '103.5,31.4,1500', heading: '30', grid: '513221' }), file);
    const [scene] = await scenes('wenchuan');
    expect(scene).toMatchObject({ kind: 'model', name: 'tower', position: { lng: 103.5, lat: 31.4, z: 1500 }, headingDegrees: 30 });
    const answer = await ask('wenchuan', scene.url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'model/gltf-binary']);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(watchTowerModel()));
    expect(await scenes('weihui')).toEqual([]);
    expect((await ask('weihui', scene.url)).status).toBe(404);
    const root = scene.url.slice(0, scene.url.lastIndexOf('/'));
    for (const way of ['/../../feed-key', '/%2e%2e/%2e%2e/x.json', '/..%2f..%2fx.json', '/x.exe', '/none.glb'])
      expect((await ask('wenchuan', root + way)).status, way).not.toBe(200);
  });

  it('local levels are listed by number; a tile set with external links is refused', async () => {
    const tileset = (uri: string) =>
      JSON.stringify({ asset: { version: '1.1' }, geometricError: 10, root: { geometricError: 1, content: { uri } } });
    const levels = path.join(folder, '城区');
    for (const level of ['L11', 'L09']) {
      await mkdir(path.join(levels, level), { recursive: true });
      await writeFile(path.join(levels, level, 'tileset.json'), tileset('a.glb'));
    }
    await runImport(importScene({ grid: '513221' }), levels);
    const scene = (await scenes('wenchuan')).find(({ name }: { name: string }) => name === '城区');
    expect(scene).toMatchObject({ kind: 'levels', levels: [9, 11], position: null });
    expect((await ask('wenchuan', scene.url.replace('{level}', '09'))).status).toBe(200);
    await writeFile(path.join(levels, 'L11', 'tileset.json'), tileset('https://example.org/a.glb'));
    await expect(runImport(importScene({}), levels)).rejects.toThrow('外面的文件');
  });

  it('a zip becomes a scene, whatever folder it contains; a malicious one leaves nothing behind', async () => {
    const tileset = JSON.stringify({
      asset: { version: '1.1' },
      geometricError: 10,
      root: { geometricError: 1, content: { uri: 'a.glb' } },
    });
    const file = path.join(folder, 'packed.zip');
    const files = { '城/': '', '城/tileset.json': tileset, '城/a.glb': new Uint8Array(watchTowerModel()) };
    await writeFile(file, zipOf(files));
    await runImport(importScene({ grid: '513221' }), file);
    const scene = (await scenes('wenchuan')).find(({ name }: { name: string }) => name === 'packed');
    expect(scene).toMatchObject({ kind: 'tileset' });
    const model = await ask('wenchuan', scene.url.replace('tileset.json', 'a.glb'));
    expect(new Uint8Array(await model.arrayBuffer())).toEqual(new Uint8Array(watchTowerModel()));
    const before = await readdir(path.join(server.dataDir, 'scenes'));
    for (const [bad, why] of [
      [zipOf({ ...files, '../out.glb': 'x' }), '指向外面'],
      [zipOf({ ...files, 'b.glb': Buffer.alloc(60_000_000) }), '大得不合常理'],
      [zipOf(files, { size: 5 }), '已损坏'],
    ] as const) {
      await writeFile(file, bad);
      await expect(runImport(importScene({}), file)).rejects.toThrow(why);
    }
    expect(await readdir(path.join(server.dataDir, 'scenes'))).toEqual(before);
    expect(await readdir(path.join(server.dataDir, 'cache', 'incoming'))).toEqual([]);
  });

  it('a file that is not a scene is refused with the reason', async () => {
    const wrong = path.join(folder, 'half.glb');
    await writeFile(wrong, watchTowerModel().subarray(0, 500));
    await expect(runImport(importScene({ at: '103,31' }), wrong)).rejects.toThrow('half.glb 不完整');
    await expect(runImport(importScene({}), path.join(folder, 'tower.glb'))).rejects.toThrow('--at');
    await writeFile(path.join(folder, 'x.zip'), 'no zip');
    await expect(runImport(importScene({}), path.join(folder, 'x.zip'))).rejects.toThrow('不是 zip');
    expect(given(importScene, { at: '103' })).toThrow('--at');
  });
});

it('the demo imports its own layers once, labelled; a removed layer is not imported again', async () => {
  await seedDemoLayers(server.store, server.dataDir);
  const imported = (await server.store.mapLayers.list('513200' as never)).filter(({ schematic }) => schematic);
  expect(imported.map(({ name, kind, featureCount }) => [name, kind, featureCount > 3])).toEqual([
    ['演示林场', 'forest-farm', true],
    ['演示村落', 'village', true],
  ]);
  expect((await server.store.mapScenes.list('513200' as never)).filter(({ schematic }) => schematic)).toMatchObject([
    { name: '演示瞭望塔' },
  ]);
  await server.store.mapLayers.remove('演示村落');
  await seedDemoLayers(server.store, server.dataDir);
  expect((await server.store.mapLayers.list('513200' as never)).map(({ name }) => name)).not.toContain('演示村落');
});

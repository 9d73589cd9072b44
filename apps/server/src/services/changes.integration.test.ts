// Changes reach all servers in one way: every writer of assets, gazetteer or terrain appends an event, and every server reads it from the
// log.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { NATION } from '@lookout/domain';
import { watchCameras } from '@lookout/features/camera/service/camera-watch.ts';
import { contract } from '@lookout/features/contract.ts';
import { csvText } from '@lookout/ingest';
import { writeTiff } from '@lookout/ingest/testing';
import { ask, keepProvinces } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commands } from '../admin/commands.ts';
import { kinds, kindsWithOptions } from '../import/kinds.ts';
import { TEMPLATES } from '../import/templates.ts';
import { ONLY_SERVER, startTestServer, type TestServer } from '../testing/index.ts';
import type { Subject } from './changes.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const IMPORT = path.resolve(import.meta.dirname, '../import/main.ts');
const ALL: readonly Subject[] = [
  'burning',
  'camera',
  'monitoring-point',
  'resource',
  'setting',
  'resources',
  'gazetteer',
  'ground',
  'land-cover',
  'roads',
];
const HERE = { longitude: '103.59', latitude: 31.48, radius: 3_000 };

let a: TestServer;
let b: TestServer;
let token: string;
let folder: string;
/** The subjects of the changes that each server was notified of. */
const received = { a: new Set<Subject>(), b: new Set<Subject>() };
const stops: (() => void)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-changes-'));
  a = await startTestServer();
  // A reduced gazetteer, because servers and commands read it a dozen times here.
  await keepProvinces(a.databaseUrl, '51');
  b = await startTestServer({ databaseUrl: a.databaseUrl });
  token = (await a.login('guojia')).access_token;
  for (const [name, server] of Object.entries({ a, b } as const))
    for (const subject of ALL) stops.push(server.app.deps.changes.subscribe([subject], () => received[name as 'a' | 'b'].add(subject)));
});
afterAll(async () => {
  for (const stop of stops) stop();
  await b?.stop();
  await a?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs an import as an operator does: in another process, while the servers run. */
const importBeside = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, [IMPORT, ...args], {
    env: { ...process.env, DATABASE_URL: a.databaseUrl, DATA_DIR: a.dataDir },
  });
async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}
/** Imports a file as the command does, but in this process and without the servers. */
async function bring(kind: string, name: string, content: string | Uint8Array): Promise<void> {
  const run = kinds[kind] ?? kindsWithOptions[kind]?.make({});
  const context = { store: a.store, clock: () => new Date(), dataDir: a.dataDir, print: () => undefined };
  expect(await run?.(await fileOf(name, content), context)).toMatchObject({ rejected: [] });
}
/** Returns the first example of the template with these cells replaced. */
const table = (kind: keyof typeof TEMPLATES, cells: object): string => {
  const { columns, rows } = TEMPLATES[kind];
  return csvText({ columns, rows: [{ ...rows[0], ...cells }] });
};
const ok = async (method: string, where: string, body?: unknown) => {
  const reply = await a.call(method, where, { token, body });
  expect(reply.body).toMatchObject({ code: 200 });
  return reply.body.data;
};
const putTeam = (code: string) =>
  a.call('POST', contract.resource.putResources.path, {
    headers: { 'x-feed-key': a.feedKey },
    body: [{ resourceType: 'team', resourceCode: code, name: `队${code}`, position: { lng: 103.59, lat: 31.48 }, isOnline: '1' }],
  });
const point = (name: string) => ({
  name,
  position: { lng: 103.595, lat: 31.48 },
  cameras: [{ deviceId: 'news', name: `${name}的镜头` }],
});
const square = [
  [103.5, 31.4],
  [103.7, 31.4],
  [103.7, 31.6],
  [103.5, 31.4],
];
/** A land cover raster of trees (10), with one cell of 20. */
const trees = (): Buffer =>
  writeTiff({
    columns: 2,
    rows: 2,
    values: [10, 10, 10, 20],
    kind: 'uint8',
    keys: [
      [1024, 2],
      [1025, 1],
      [2048, 4326],
    ],
    origin: [103, 32],
    cell: [0.1, 0.1],
  });
const hgt = (): Buffer => Buffer.alloc(1201 * 1201 * 2).fill(Buffer.from([5, 220]));

let monitorId = '';
const cameraId = async () => (await a.store.cameras.list(NATION, { deviceId: 'news' }, { limit: 1 })).list[0]?.id ?? '';

interface Writer {
  readonly name: string;
  readonly about: readonly Subject[];
  run(): Promise<unknown>;
}
const writers: readonly Writer[] = [
  { name: 'the way in for resources', about: ['resources'], run: () => putTeam('T1') },
  {
    name: 'a monitoring point that is set up',
    about: ['monitoring-point', 'camera'],
    run: async () => {
      monitorId = (await ok('POST', '/resource/api/monitor', point('塔'))).id;
    },
  },
  {
    name: 'a monitoring point that is changed without a word about its cameras',
    about: ['monitoring-point'],
    run: () => ok('PUT', `/resource/api/monitor/${monitorId}`, { ...point('高塔'), cameras: null }),
  },
  {
    name: 'a camera that is set up',
    about: ['camera'],
    run: async () =>
      ok('PUT', contract.camera.updateCameraSetup.path, { cameraId: await cameraId(), northCorrectionDegrees: 2, ...NO_LIMITS }),
  },
  { name: 'the look at who answers', about: ['camera'], run: () => lookOnce() },
  {
    name: 'a monitoring point that is taken away',
    about: ['monitoring-point', 'camera'],
    run: () => ok('DELETE', `/resource/api/monitor/${monitorId}`),
  },
  {
    name: 'an import of resources, in another process',
    about: ['resources'],
    run: async () => importBeside(['resources', await fileOf('r.csv', table('resources', { 编号: 'R1' }))]),
  },
  { name: 'an import of cameras', about: ['monitoring-point', 'camera'], run: () => bring('cameras', 'c.csv', table('cameras', {})) },
  {
    name: 'an import of grids',
    about: ['gazetteer'],
    run: () => bring('grid', 'g.csv', table('grid', { 网格编号: '513299', 上级: '513200', 名称: '新设县' })),
  },
  {
    name: 'an import of boundaries',
    about: ['gazetteer'],
    run: async () => {
      const geometry = { type: 'Polygon', coordinates: [square] };
      const content = { type: 'FeatureCollection', features: [{ type: 'Feature', properties: { adcode: 513299 }, geometry }] };
      await bring('boundaries', 'b.geojson', JSON.stringify(content));
    },
  },
  { name: 'an import of elevation', about: ['ground'], run: () => bring('dem', 'N31E103.hgt', hgt()) },
  { name: 'an import of land cover', about: ['land-cover'], run: () => bring('landcover', 'ESA_WorldCover.tif', trees()) },
  {
    name: 'an import of roads',
    about: ['roads'],
    run: () =>
      bring(
        'roads',
        'roads.geojson',
        JSON.stringify({
          type: 'FeatureCollection',
          features: [{ type: 'Feature', properties: { highway: 'track' }, geometry: { type: 'LineString', coordinates: square } }],
        }),
      ),
  },
  {
    name: 'a setting that a command changes',
    about: ['setting'],
    run: () => commands['back-office-password']?.(a.store, ['Houtai2026'], {}, a.app.deps.config) ?? expect.fail('no such command'),
  },
];
const NO_LIMITS = { masks: [], ranges: [], tour: [] };

/** Probes each camera once. None of them answers. */
async function lookOnce(): Promise<void> {
  const { store, journal, clock, log } = a.app.deps;
  const before = await store.events.head();
  const list = (await store.cameras.list(NATION, {}, { limit: 10 })).list;
  const silent = { position: async () => ({ ok: false, error: { refusal: 'timeout' } }) };
  const linked = list.map((camera) => ({ camera, device: { address: camera.deviceId, username: null }, vendor: silent, link: null }));
  const watch = watchCameras({
    store,
    journal,
    clock,
    log,
    sharedJobs: ONLY_SERVER,
    firstMs: 0,
    cameras: { linked: async () => linked } as never,
  });
  await vi.waitFor(async () => expect(await store.events.head()).toBeGreaterThan(before));
  await watch.stop();
}

describe('two servers on one database', () => {
  it.each(writers)('both servers are notified of $name', async ({ about, run }) => {
    for (const one of Object.values(received)) one.clear();
    const before = await a.store.events.head();
    await run();
    expect(await a.store.events.head()).toBeGreaterThan(before);
    await vi.waitFor(() => expect([...received.a, '|', ...received.b].toSorted()).toEqual([...about, '|', ...about].toSorted()), {
      timeout: 10_000,
      interval: 20,
    });
  });

  it('every transaction that wrote or removed a placed object has an event', async () => {
    // The xmin of a row of the log is the transaction that wrote it. A placed object stores its transaction in a separate column, whose
    // lower half is comparable with xmin.
    const wrote = ['resource', 'monitoring_point', 'camera', 'asset_removed'].map(
      (name) => `select '${name}' as name, (changed::text::numeric % 4294967296)::text as transaction from ${name}`,
    );
    const lines = await ask<{ name: string; has_event: boolean }>(
      a.databaseUrl,
      `select name, exists (select from event where event.xmin::text = transaction) as has_event from (${wrote.join(' union all ')}) w`,
    );
    expect(new Set(lines.map(({ name }) => name))).toEqual(new Set(['resource', 'monitoring_point', 'camera', 'asset_removed']));
    expect(lines.filter(({ has_event }) => !has_event)).toEqual([]);
  });

  it('a change written by one server is found by the other, and both answer from memory again', async () => {
    const path = contract.resource.around.path;
    const codesAt = async (server: TestServer) =>
      (await server.call('POST', path, { token, body: HERE })).body.data.map(({ resourceCode }: { resourceCode: string }) => resourceCode);
    const queries = [a, b].map((server) => vi.spyOn(server.store.resources, 'around'));
    await putTeam('T2');
    // A server finds its own change at once, whatever the answer is read from.
    expect(await codesAt(a)).toContain('T2');
    for (const [index, server] of [a, b].entries()) {
      await vi.waitFor(
        async () => {
          queries[index]?.mockClear();
          const codes = await codesAt(server);
          expect([codes.includes('T2'), queries[index]?.mock.calls.length]).toEqual([true, 0]);
        },
        { timeout: 10_000, interval: 50 },
      );
    }
  });

  it('imported data is known, whether imported in this process or another: grids, resources around a place, and the terrain', async () => {
    const nameOf = (server: TestServer) => server.app.deps.gazetteer().grids.nameOf('513299' as never);
    await vi.waitFor(() => expect([nameOf(a), nameOf(b)]).toEqual(['新设县', '新设县']), { timeout: 10_000, interval: 50 });
    const inside = { lng: 103.65, lat: 31.45 };
    await vi.waitFor(() => expect(b.app.deps.gazetteer().gridAt(inside, null)).toBe('513299'), { timeout: 10_000, interval: 50 });
    const around = await b.call('POST', contract.resource.around.path, { token, body: HERE });
    expect(around.body.data.map(({ resourceCode }: { resourceCode: string }) => resourceCode)).toContain('R1');
    await vi.waitFor(async () => expect((await a.call('GET', '/terrain/meta', { token })).body.data.origin).toBe('mixed'), {
      timeout: 10_000,
      interval: 50,
    });
    const heights = await a.call('POST', contract.terrain.terrainHeights.path, { token, body: [{ lng: 103.5, lat: 31.5 }] });
    expect(heights.body.data[0]).toBeCloseTo(5 * 256 + 220, 0);
  });
});

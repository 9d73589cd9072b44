import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { BLOCK, pack } from '@lookout/features/terrain/service/elevation-file.ts';
import { blockKey } from '@lookout/features/terrain/service/elevation-ground.ts';
import { openLandCover } from '@lookout/features/terrain/service/land-cover.ts';
import { openCoverWriter } from '@lookout/features/terrain/service/land-cover-file.ts';
import { COVER_SIDE, COVER_TILE_BYTES, GROUND_COVERS } from '@lookout/geo';
import type { TinyTiff } from '@lookout/ingest/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ImportWorld, openImportWorld } from '../testing/import-world.ts';
import { importLandcover, listLandcover, removeLandcover } from './landcover.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let world: ImportWorld;
beforeAll(async () => {
  world = await openImportWorld();
});
afterAll(() => world?.stop());

/** 300 by 300 cells of 0.001° from 103.5° east and 31.6° north; 255 is no data. */
const SIDE = 300;
const cover = (name: string, numberOf: (column: number, row: number) => number, more: Partial<TinyTiff> = {}) =>
  world.raster(name, { side: SIDE, cellDegrees: 0.001, numberOf }, { origin: [103.5, 31.6], ...more });
/** Trees west of 103.6°, grass east of it. */
const halves = (column: number): number => (column < 100 ? 10 : 30);

const bring = (file: string, dataDir?: string, options: Parameters<typeof importLandcover>[0] = {}) =>
  importLandcover(options)(file, world.contextOf(dataDir));
/** For a server that receives no events. */
const lookupOf = (dataDir: string) =>
  openLandCover({ dataDir, changes: { subscribe: () => () => undefined }, log: { warn: expect.fail, info: () => undefined } });
const square = (west: number, south: number, size: number) => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ] as const,
];

describe('importing land cover', () => {
  it("a running server loads it: a burned area's cover is computed from it, and the archive names the source", async () => {
    const file = await cover('ESA_WorldCover.tif', halves);
    const cells = SIDE * SIDE;
    expect(await bring(file)).toEqual({ received: cells, accepted: cells, duplicates: 0, rejected: [] });
    expect(world.printed.at(-1)).toBe('地类 10 林地、30 草地');
    expect(await bring(file)).toMatchObject({ accepted: 0, duplicates: cells });

    const fireId = await world.raise('report');
    await world.act('wenchuan', 'monitorJudge', { fireId, isReal: 1 });
    await world.act('wenchuan', 'close', { id: fireId, kind: 'report', outcome: '已扑灭', note: '' });
    const { fireArchive } = contract;
    const token = world.tokens.wenchuan;
    const archive = (await world.server.call('POST', fireArchive.openArchive.path, { token, body: { fireId } })).body.data;
    let { revision } = archive;
    const burnedAt = async (west: number) => {
      const body = {
        revision,
        assessment: {
          burned: { polygons: [square(west, 31.47, 0.004)], method: 'drawn' },
          casualties: { dead: 0, badlyHurt: 0, slightlyHurt: 0 },
          losses: [],
          lessons: [],
        },
      };
      const reply = await world.server.call('PUT', fireArchive.reviseArchive.path.replace('{id}', archive.id), { token, body });
      revision = reply.body.data.revision;
      return reply.body.data.assessment.burned;
    };
    // A quarter of the square lies in the west half.
    const burned = await vi.waitFor(
      async () => {
        const found = await burnedAt(103.599);
        expect(found.coverSource).toEqual({ by: 'imported', files: ['ESA_WorldCover.tif'] });
        return found;
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(burned.cover.forest / burned.hectares).toBeCloseTo(0.25, 2);
    expect(burned.cover.grass / burned.hectares).toBeCloseTo(0.75, 2);
    expect(burned.cover.forest + burned.cover.grass).toBeCloseTo(burned.hectares, 6);

    // The globe's cover tiles show the import, with trees in the west and grass in the east, under a new version.
    const headers = { authorization: `Bearer ${token}` };
    const coverNow = async () => (await world.server.call('GET', '/terrain/meta', { token })).body.data.cover.version;
    const version = await coverNow();
    const tileAt = (query: string) => fetch(`${world.server.base}/terrain/cover/11/3226/665${query}`, { headers });
    const tile = new Uint8Array(await (await tileAt(`?v=${version}`)).arrayBuffer());
    const row = tile.subarray(33 * COVER_SIDE, 34 * COVER_SIDE);
    expect([GROUND_COVERS[row[8] ?? 0], GROUND_COVERS[row[60] ?? 0], tile.length]).toEqual(['forest', 'grass', COVER_TILE_BYTES]);
    expect((await fetch(`${world.server.base}/terrain/cover/7/201/41`, { headers })).status).toBe(404);

    await listLandcover([], world.contextOf());
    expect(world.printed.at(-1)).toMatch(/^ESA_WorldCover\.tif {2}[0-9a-f]{20} .*ESA WorldCover/);
    await expect(removeLandcover(['none.tif'], world.contextOf())).rejects.toThrow('没有导入过“none.tif”');
    await removeLandcover(['ESA_WorldCover.tif'], world.contextOf());
    expect(await readdir(path.join(world.server.dataDir, 'landcover'))).toEqual([]);
    expect(await burnedAt(103.599)).toMatchObject({ cover: null, coverSource: null });
    expect((await tileAt(`?v=${version}`)).status).toBe(410);
    expect((await world.server.store.audit.page(NATION, { act: 'remove-landcover' }, { offset: 0, limit: 1 })).list[0]).toMatchObject({
      act: 'remove-landcover',
    });
  });

  it('gives the class at a position as in the file, and the shares of an area without its unknown part', async () => {
    const dataDir = await world.emptyFolder();
    await bring(await cover('gb.tif', (column, row) => (row < 150 ? 255 : column < 100 ? 3 : 12)), dataDir, { classes: 'gbt21010' });
    expect(world.printed.at(-1)).toBe('45000 个像元没有地类（50.0%），推演中按不燃处理');
    const lookup = await lookupOf(dataDir);
    expect(lookup.classAt({ lng: 103.5505, lat: 31.4005 })).toEqual({ scheme: 'gbt21010', value: 3, cover: 'forest', file: 'gb.tif' });
    expect(lookup.classAt({ lng: 103.7, lat: 31.4 })).toMatchObject({ value: 12, cover: 'other' });
    expect([lookup.classAt({ lng: 103.7, lat: 31.5 }), lookup.classAt({ lng: 100, lat: 31.4 })]).toEqual([null, null]);
    // The upper half is unknown; a hole is excluded.
    const [outer] = square(103.59, 31.44, 0.02);
    const whole = await lookup.sharesIn([[outer as never]]);
    expect(whole?.known).toBeCloseTo(0.5, 1);
    expect(whole?.shares.forest).toBeCloseTo(0.25, 2);
    const [hole] = square(103.59, 31.44, 0.01);
    const holed = await lookup.sharesIn([[outer as never, hole as never]]);
    expect(holed?.shares.forest).toBeCloseTo(0, 2);
    expect(holed?.shares.other).toBeCloseTo(1 / 3, 2);
    await lookup.stop();
    const none = await lookupOf(await world.emptyFolder());
    expect(await none.sharesIn([square(103.59, 31.44, 0.02) as never])).toBeNull();
    await none.stop();
  });

  it('where both files have data, the finer one applies', async () => {
    const dataDir = await world.emptyFolder();
    await bring(await cover('fine.tif', () => 10, { cell: [0.0001, 0.0001] }), dataDir, { classes: 'worldcover' });
    await bring(await cover('coarse.tif', () => 40), dataDir, { classes: 'worldcover' });
    const lookup = await lookupOf(dataDir);
    expect(lookup.classAt({ lng: 103.51, lat: 31.59 })).toMatchObject({ cover: 'forest', file: 'fine.tif' });
    expect(lookup.classAt({ lng: 103.7, lat: 31.4 })).toMatchObject({ cover: 'farm', file: 'coarse.tif' });
    await lookup.stop();
  });

  it('custom classes need a table; a value that is not in it is unknown', async () => {
    const dataDir = await world.emptyFolder();
    const table = path.join(world.folder, 'table.csv');
    await writeFile(table, '值,地类,说明\n7,林地,针叶林\n9,农田,\n');
    await bring(await cover('own.tif', (column) => (column < 100 ? 7 : column < 200 ? 9 : 8)), dataDir, { table });
    expect(world.printed).toContain('分类里没有这些值，它们的地类未知：8');
    // This table names no fuels, so no value has a known fuel, whatever its cover is.
    expect(world.printed.slice(-2)).toEqual([
      '没有对应可燃物的值，共占 100.0%：7（33.3%）、8（33.3%）、9（33.3%）',
      '推演中按不燃处理，在 系统管理 → 可燃物 中填写 they hold the fire in forecasts until a fuel is given in Administration → Fuels',
    ]);
    const lookup = await lookupOf(dataDir);
    const classes = [103.55, 103.65, 103.75].map((lng) => lookup.classAt({ lng, lat: 31.4 })?.cover);
    expect(classes).toEqual(['forest', 'farm', null]);
    await lookup.stop();
    await writeFile(table, '值,地类\n7,森林\n');
    await expect(bring(await cover('own2.tif', () => 7), dataDir, { table })).rejects.toThrow('对照表第 2 行“地类”');
  });

  it('MODIS is read in its native projection, on its sphere', async () => {
    const dataDir = await world.emptyFolder();
    const keys: NonNullable<TinyTiff['keys']> = [
      [1024, 1],
      [1025, 1],
      [2048, 32_767],
      [2052, 9001],
      [3072, 32_767],
      [3074, 32_767],
      [3075, 24],
      [3076, 9001],
    ];
    const doubles: NonNullable<TinyTiff['doubles']> = [
      [2057, 6_371_007.181],
      [2059, 0],
      [3080, 0],
      [3082, 0],
      [3083, 0],
    ];
    // x = R λ cos φ, y = R φ.
    const [lng, lat] = [(103.59 * Math.PI) / 180, (31.48 * Math.PI) / 180];
    const [x, y] = [6_371_007.181 * lng * Math.cos(lat), 6_371_007.181 * lat];
    const values = (column: number, row: number): number => (column === 150 && row === 150 ? 1 : 17);
    await bring(
      await cover('MCD12Q1.tif', values, {
        keys,
        doubles,
        origin: [x - 150.5 * 463.3127, y + 150.5 * 463.3127],
        cell: [463.3127, 463.3127],
      }),
      dataDir,
    );
    const lookup = await lookupOf(dataDir);
    expect(lookup.classAt({ lng: 103.59, lat: 31.48 })).toMatchObject({ scheme: 'igbp', value: 1, cover: 'forest' });
    expect(lookup.classAt({ lng: 103.597, lat: 31.48 })).toMatchObject({ value: 17, cover: 'other' });
    await lookup.stop();
  });

  it('is recognized by the colours in the file, whatever its name is', async () => {
    const dataDir = await world.emptyFolder();
    const colours = { 10: [249, 160, 255], 30: [99, 255, 0] } as const;
    await bring(await cover('a.tif', halves, { colours }), dataDir);
    const lookup = await lookupOf(dataDir);
    expect(lookup.classAt({ lng: 103.55, lat: 31.4 })).toMatchObject({ scheme: 'globeland30', value: 10, cover: 'farm' });
    await lookup.stop();
  });

  it('resumes where it was interrupted', async () => {
    const dataDir = await world.emptyFolder();
    const file = await cover('cut.tif', () => 30);
    await bring(file, dataDir, { classes: 'worldcover' });
    const [name = ''] = await readdir(path.join(dataDir, 'landcover'));
    const again = await world.emptyFolder();
    const target = path.join(again, 'landcover', name);
    await mkdir(path.dirname(target), { recursive: true });
    const writer = await openCoverWriter(target);
    for (let column = 0; column < 2; column++) await writer.write(blockKey(column, 0), pack(new Uint16Array(BLOCK * BLOCK).fill(40)));
    await writer.close();
    await bring(file, again, { classes: 'worldcover' });
    const lookup = await lookupOf(again);
    // 40 can only come from the blocks written before the interruption.
    expect([lookup.classAt({ lng: 103.55, lat: 31.55 })?.value, lookup.classAt({ lng: 103.55, lat: 31.305 })?.value]).toEqual([40, 30]);
    await lookup.stop();
  });

  it.each<[string, (column: number) => number, Partial<TinyTiff>, object, string]>([
    ['without a coordinate system', halves, { keys: [] }, {}, 'geotiff-without-system'],
    [
      'in a system that is not known',
      halves,
      {
        keys: [
          [1024, 1],
          [3072, 20_790],
        ],
      },
      {},
      'system-unknown',
    ],
    ['of heights', (column) => column + 0.5, { kind: 'float32' }, {}, 'cover-not-classes'],
    ['without a class', () => 255, {}, {}, 'cover-without-classes'],
    [
      'whose classes could be of several schemes',
      halves,
      {},
      {},
      'cover-scheme-several {"values":[10,30],"schemes":["worldcover","globeland30"]}',
    ],
    ['whose classes are of none', () => 77, {}, {}, 'cover-scheme-unknown'],
    ['with classes of another scheme', () => 77, {}, { classes: 'igbp' }, 'cover-scheme-other'],
  ])('a file %s is refused, and leaves nothing behind', async (name, of, more, options, reason) => {
    const dataDir = await world.emptyFolder();
    await expect(bring(await cover(`${name}.tif`, of, more), dataDir, options)).rejects.toThrow(reason);
    expect(await readdir(path.join(dataDir, 'landcover')).catch(() => [])).toEqual([]);
  });

  it('names the known schemes', () => {
    expect(() => importLandcover({ classes: 'corine' })).toThrow('worldcover、igbp、gbt21010、globeland30、clcd、esri 之一');
  });
});

// Imported canopy cover and height: which files are refused, and how a forecast uses them.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import { createGroundWindows } from '@lookout/features/terrain/service/ground-window.ts';
import { UnreadableFile } from '@lookout/ingest';
import type { TinyTiff } from '@lookout/ingest/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WENCHUAN } from '../testing/alarm-world.ts';
import { forecastsOf, pointOf, windOf } from '../testing/forecasts.ts';
import { type ImportWorld, openImportWorld } from '../testing/import-world.ts';
import { importCanopy, listCanopy, removeCanopy } from './canopy.ts';
import { importLandcover } from './landcover.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
/** Cells of 0.001° around Wenchuan. */
const SIDE = 200;
const CELL_DEGREES = 0.001;

let world: ImportWorld;
beforeAll(async () => {
  world = await openImportWorld({ waits: { spreadEveryMs: 100 } });
});
afterAll(() => world?.stop());

const raster = (name: string, numberOf: (column: number) => number, more: Partial<TinyTiff> = {}) =>
  world.raster(name, { side: SIDE, cellDegrees: CELL_DEGREES, numberOf }, more);
const bring = (file: string, of: string, dataDir?: string) => importCanopy({ of })(file, world.contextOf(dataDir));
const { done } = forecastsOf(() => world);
const forecast = () => done({ hours: 2, weather: windOf(8), ignition: pointOf(WENCHUAN) });

describe('imported canopies', () => {
  it('apply to the next forecast: where trees are missing the wind is stronger, and the run names its canopy files', async () => {
    const { dataDir, store } = world.server;
    await importLandcover({ classes: 'worldcover' })(await raster('trees.tif', () => 10), world.contextOf());
    const assumed = await forecast();
    expect(assumed.inputs.ground.canopy).toBeNull();

    const cells = SIDE * SIDE;
    expect(await bring(await raster('cover.tif', () => 3), 'cover')).toEqual({
      received: cells,
      accepted: cells,
      duplicates: 0,
      rejected: [],
    });
    expect(await bring(path.join(world.folder, 'cover.tif'), 'cover')).toMatchObject({ accepted: 0, duplicates: cells });
    const cleared = await forecast();
    expect(cleared.inputs.ground.canopy).toEqual({ version: expect.stringMatching(/^[0-9a-f]{12}$/), files: ['cover.tif'], share: 1 });
    expect(cleared.result.areaHectares).toBeGreaterThan(1.3 * assumed.result.areaHectares);

    await listCanopy([], world.contextOf());
    expect(world.printed.at(-1)).toMatch(/^cover\.tif {2}[0-9a-f]{20} .*郁闭度/);
    await removeCanopy(['cover.tif'], world.contextOf());
    expect(await readdir(path.join(dataDir, 'canopy'))).toEqual([]);
    const again = await forecast();
    expect([again.result.areaHectares, again.inputs.ground.canopy]).toEqual([assumed.result.areaHectares, null]);
    const acts = (await store.audit.page(NATION, {}, { offset: 0, limit: 50 })).list.map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['import-canopy', 'remove-canopy']));
  });

  it('where two files overlap the finer one applies; codes of water and of no data are not trees of 101 m', async () => {
    const dataDir = await world.emptyFolder();
    await bring(await raster('height.tif', (column) => (column < 150 ? 22 : column < 160 ? 101 : 103)), 'height', dataDir);
    expect(world.printed).toContain(`其中 ${50 * SIDE} 个的值不在 0–100 m 之内（水面、无数据等编码）`);
    await bring(await raster('fine.tif', () => 60, { cell: [0.0005, 0.0005] }), 'cover', dataDir);
    const windows = createGroundWindows({ dataDir, demo: true });
    onTestFinished(() => windows.stop());
    const of = async (east: number) =>
      windows.read({ centre: { lng: WENCHUAN.lng + east, lat: WENCHUAN.lat + 0.05 }, halfMetres: 60, cellMetres: 30 });
    expect((await of(-0.05)).canopy).toMatchObject({ files: ['fine.tif', 'height.tif'], share: 1 });
    expect((await of(0.03)).canopy).toMatchObject({ files: ['height.tif'], share: 1 });
    expect(await of(0.08)).toMatchObject({ canopy: { files: [], share: 0 } });
  });

  it.each<[string, string, (column: number) => number, Partial<TinyTiff>, string]>([
    ['heights in decimetres', 'height', () => 180, {}, 'canopy-outside'],
    ['cover as a share', 'cover', (column) => column / SIDE, { kind: 'float32' }, 'canopy-fraction'],
    ['no coordinate system', 'cover', () => 40, { keys: [] }, 'geotiff-without-system'],
    ['nothing but fill', 'cover', () => 253, {}, 'canopy-outside'],
  ])('a file of %s is refused, and leaves nothing behind', async (name, of, values, more, code) => {
    const dataDir = await world.emptyFolder();
    const refused = await bring(await raster(`${name}.tif`, values, more), of, dataDir).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnreadableFile);
    expect((refused as UnreadableFile).fault.code).toBe(code);
    expect(await readdir(path.join(dataDir, 'canopy')).catch(() => [])).toEqual([]);
  });

  it('names the measures that can be imported', () => {
    expect(() => importCanopy({})).toThrow('--of 应为 cover（郁闭度，%）或 height（树高，米）');
  });
});

// Imported cover and height of trees: what is refused, and what a forecast makes of them.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contract, type Row } from '@lookout/contract';
import { NATION } from '@lookout/domain';
import { UnreadableFile } from '@lookout/ingest';
import { type TinyTiff, writeTiff } from '@lookout/ingest/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGroundWindows } from '../services/ground-window.ts';
import { type AlarmWorld, type Officer, openAlarmWorld, WENCHUAN } from '../testing/alarm-world.ts';
import { importCanopy, listCanopy, removeCanopy } from './canopy.ts';
import { importLandcover } from './landcover.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const { runSpread, spreadOne } = contract.spread;
const SOON = { timeout: 60_000, interval: 50 };
/** Of 0.001° around Wenchuan. */
const SIDE = 200;
const CELL_DEGREES = 0.001;

let world: AlarmWorld;
let folder: string;
const printed: string[] = [];
beforeAll(async () => {
  world = await openAlarmWorld({ waits: { spreadEveryMs: 50 } });
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-canopy-'));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

async function raster(name: string, of: (column: number) => number, more: Partial<TinyTiff> = {}): Promise<string> {
  const file = path.join(folder, name);
  const tiff = writeTiff({
    columns: SIDE,
    rows: SIDE,
    values: Array.from({ length: SIDE * SIDE }, (_, cell) => of(cell % SIDE)),
    kind: 'uint8',
    keys: [
      [1024, 2],
      [1025, 1],
      [2048, 4326],
    ],
    origin: [WENCHUAN.lng - (SIDE / 2) * CELL_DEGREES, WENCHUAN.lat + (SIDE / 2) * CELL_DEGREES],
    cell: [CELL_DEGREES, CELL_DEGREES],
    ...more,
  });
  await writeFile(file, tiff);
  return file;
}
const contextOf = (dataDir: string) => ({
  store: world.server.store,
  dataDir,
  clock: () => new Date(),
  demoRelief: true,
  print: (line: string) => printed.push(line),
});
const bring = (file: string, of: string, dataDir: string) => importCanopy({ of })(file, contextOf(dataDir));
const emptyFolder = () => mkdtemp(path.join(folder, 'data-'));

const call = (user: Officer, row: Row, given: Readonly<Record<string, unknown>> = {}) =>
  world.server.call(
    row.method,
    row.input === undefined ? `${row.path}?${new URLSearchParams(given as Record<string, string>)}` : row.path,
    { token: world.tokens[user], ...(row.input !== undefined && { body: given }) },
  );
const NOON = new Date().toISOString().slice(0, 11).concat('04:00:00Z');
const WEATHER = [{ time: NOON, windFromDegrees: 225, windSpeedMetresPerSecond: 8, temperatureCelsius: 26, humidityPercent: 25 }];
async function forecast() {
  const { body } = await call('wenchuan', runSpread, {
    begin: NOON,
    hours: 2,
    weather: WEATHER,
    ignition: { type: 'Point', coordinates: [WENCHUAN.lng, WENCHUAN.lat] },
  });
  const id: string = body.data?.id ?? expect.fail(JSON.stringify(body));
  return vi.waitFor(async () => {
    const { data } = (await call('wenchuan', spreadOne, { id })).body;
    expect(data.state).toBe('done');
    return data;
  }, SOON);
}

describe('imported canopies', () => {
  it('hold in the next forecast: the wind reaches the ground where the trees are gone, and the run says by which files', async () => {
    const { dataDir, store } = world.server;
    await importLandcover({ classes: 'worldcover' })(await raster('trees.tif', () => 10), contextOf(dataDir));
    const assumed = await forecast();
    expect(assumed.inputs.ground.canopy).toBeNull();

    const cells = SIDE * SIDE;
    expect(await bring(await raster('cover.tif', () => 3), 'cover', dataDir)).toEqual({
      received: cells,
      accepted: cells,
      duplicates: 0,
      rejected: [],
    });
    expect(await bring(path.join(folder, 'cover.tif'), 'cover', dataDir)).toMatchObject({ accepted: 0, duplicates: cells });
    const cleared = await forecast();
    expect(cleared.inputs.ground.canopy).toEqual({ version: expect.stringMatching(/^[0-9a-f]{12}$/), files: ['cover.tif'], share: 1 });
    expect(cleared.areaHectares).toBeGreaterThan(1.3 * assumed.areaHectares);

    await listCanopy([], contextOf(dataDir));
    expect(printed.at(-1)).toMatch(/^cover\.tif {2}[0-9a-f]{20} .*郁闭度/);
    await removeCanopy(['cover.tif'], contextOf(dataDir));
    expect(await readdir(path.join(dataDir, 'canopy'))).toEqual([]);
    const again = await forecast();
    expect([again.areaHectares, again.inputs.ground.canopy]).toEqual([assumed.areaHectares, null]);
    const acts = (await store.audit.page(NATION, {}, { offset: 0, limit: 50 })).list.map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['import-canopy', 'remove-canopy']));
  });

  it('of two files the finer holds; codes of water and of no data are no trees of 101 m', async () => {
    const dataDir = await emptyFolder();
    await bring(await raster('height.tif', (column) => (column < 150 ? 22 : column < 160 ? 101 : 103)), 'height', dataDir);
    expect(printed).toContain(`其中 ${50 * SIDE} 个的值不在 0–100 m 之内（水面、无数据等编码）`);
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
    const dataDir = await emptyFolder();
    const refused = await bring(await raster(`${name}.tif`, values, more), of, dataDir).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnreadableFile);
    expect((refused as UnreadableFile).fault.code).toBe(code);
    expect(await readdir(path.join(dataDir, 'canopy')).catch(() => [])).toEqual([]);
  });

  it('says what may be measured', () => {
    expect(() => importCanopy({})).toThrow('--of 应为 cover（郁闭度，%）或 height（树高，米）');
  });
});

// Imports land cover with custom classes, whose table states what burns, what is water and how fast it can be walked.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { createGroundWindows } from '@lookout/features/terrain/service/ground-window.ts';
import { createTravels } from '@lookout/features/travel/service/travel.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WENCHUAN } from '../testing/alarm-world.ts';
import { forecastsOf, pointOf, SOON } from '../testing/forecasts.ts';
import { type ImportWorld, openImportWorld } from '../testing/import-world.ts';
import { importLandcover } from './landcover.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const { saveFuel, fuelList, resetFuel } = contract.spread;
/** Cells of 0.0005° around Wenchuan. */
const SIDE = 400;
const CELL_DEGREES = 0.0005;

let world: ImportWorld;
beforeAll(async () => {
  world = await openImportWorld({ waits: { spreadEveryMs: 100 } });
});
afterAll(() => world?.stop());

/** The distance from the centre in cells, as the larger of both axes. */
const ringOf = (...cell: readonly number[]): number => Math.max(...cell.map((at) => Math.abs(at - SIDE / 2)));
/** Grass within a kilometre, then half a kilometre of water, then an unknown class. */
const pond = (column: number, row: number): number => (ringOf(column, row) <= 20 ? 31 : ringOf(column, row) <= 30 ? 35 : 39);

const coverFile = (name: string, numberOf: (column: number, row: number) => number) =>
  world.raster(name, { side: SIDE, cellDegrees: CELL_DEGREES, numberOf });
async function tableFile(name: string, ...rows: string[]): Promise<string> {
  const file = path.join(world.folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, ['值,地类,说明,可燃物,王正非,郁闭度,树高,冠长率,水域,步行,来源,待核对', ...rows].join('\n'));
  return file;
}
const bring = (file: string, table: string, dataDir?: string) => importLandcover({ table })(file, world.contextOf(dataDir));
const { done } = forecastsOf(() => world);
const forecast = async () => (await done({ hours: 2, ignition: pointOf(WENCHUAN) })).result;

/** Walks two kilometres from the east to the centre, over the terrain of a data directory. */
async function walk(dataDir: string) {
  const groundWindows = createGroundWindows({ dataDir, demo: true });
  const travels = createTravels({
    roads: { net: () => null, version: () => '', origin: () => 'none' } as never,
    groundWindows,
    fireArrivals: { current: async () => [] },
    clock: () => new Date(),
  });
  onTestFinished(async () => {
    await travels.stop();
    await groundWindows.stop();
  });
  const start = { position: { lng: WENCHUAN.lng + 0.02, lat: WENCHUAN.lat }, mover: { means: 'foot' } } as const;
  return (await travels.toPlace(WENCHUAN, [start])).outcomes[0];
}

describe('a table that states what burns, what is water and how fast it is walked', () => {
  it("the file's water stops a forecast and cannot be crossed on foot; its fuels are listed in 可燃物 with their names and can be edited there", async () => {
    const file = await coverFile('pond.tif', pond);
    const table = await tableFile(
      'pond.csv',
      '31,草地,高草,gr4,枯草地,,,,,0.9,外业调查,',
      '35,其他,水库,,,,,,是,,水利普查,',
      '39,其他,未调查,,,,,,,,,',
    );
    const before = await tableFile('pond-before.csv', '31,草地,,,,,,,,,,', '35,其他,,,,,,,,,,');
    const bare = await world.emptyFolder();
    await bring(file, before, bare);
    const open = (await walk(bare)) ?? expect.fail('no outcome');
    expect(open.ok).toBe(true);

    const { dataDir, store } = world.server;
    await bring(file, table, dataDir);
    expect(world.printed).toContain('可燃物 31 GR4、35 NB8（2 类为新填或改动）');
    expect(world.printed).toContain('水域 35：不燃，不可通行');
    expect(world.printed).toContain('步行系数 31 0.9');
    expect((await walk(dataDir))?.ok).toBe(false);

    const rows = async () =>
      (await world.call('wenchuan', fuelList)).body.data.filter(
        ({ scheme, value }: { scheme: string; value: number }) => scheme === 'table' && value > 30,
      );
    // Wait until the server has loaded the import.
    await vi.waitFor(
      async () =>
        expect(await rows()).toEqual([
          {
            scheme: 'table',
            value: 31,
            name: '高草',
            fuelModel: 'GR4',
            fuelFactor: 'grass',
            canopy: null,
            source: '外业调查',
            toConfirm: false,
            isOwn: true,
          },
          {
            scheme: 'table',
            value: 35,
            name: '水库',
            fuelModel: 'NB8',
            fuelFactor: null,
            canopy: null,
            source: '水利普查',
            toConfirm: false,
            isOwn: true,
          },
        ]),
      SOON,
    );
    const stopped = await forecast();
    expect(stopped).toMatchObject({ reachesEdge: false, unknownGround: { classes: [{ scheme: 'table', value: 39 }] } });
    // The fire burns no more than the area inside the ring of water.
    expect(stopped.areaHectares).toBeGreaterThan(50);
    expect(stopped.areaHectares).toBeLessThan(480);

    const slow = { scheme: 'table', value: 31, fuelModel: 'GR1', fuelFactor: 'pasture', source: '样地', toConfirm: true };
    expect((await world.call('guojia', saveFuel, slow)).body.data).toMatchObject({ name: '高草', fuelModel: 'GR1' });
    expect((await forecast()).areaHectares).toBeLessThan(stopped.areaHectares);

    // Importing the same file again does not change what an officer edited, and restores the fuel that he removed.
    expect((await world.call('guojia', resetFuel, { scheme: 'table', value: '35' })).body.code).toBe(200);
    expect(await bring(file, table, dataDir)).toMatchObject({ accepted: 0 });
    expect((await rows()).map(({ fuelModel }: { fuelModel: string }) => fuelModel)).toEqual(['GR1', 'NB8']);
    const [row] = (await store.audit.page(NATION, { act: 'import-landcover' }, { offset: 0, limit: 1 })).list;
    expect(row).toMatchObject({ detail: { fuels: 2 } });
  });

  it('a value with another meaning in another file is refused, and nothing of the file remains', async () => {
    const dataDir = await world.emptyFolder();
    await bring(await coverFile('first.tif', () => 41), await tableFile('a.csv', '41,林地,松林,TL8,松林,0.6,15,,,,清查,是'), dataDir);
    const [row] = (await world.server.store.fuelRows.all()).filter(({ value }) => value === 41);
    expect(row).toEqual({
      scheme: 'table',
      value: 41,
      fuelModel: 'TL8',
      fuelFactor: 'pine',
      canopy: { coverPercent: 60, heightMetres: 15, crownRatio: 0.5 },
      source: '清查',
      toConfirm: true,
    });
    const stored = await readdir(path.join(dataDir, 'landcover'));
    const second = await coverFile('second.tif', (column) => (column % 2 === 0 ? 41 : 42));
    const other = await tableFile('b.csv', '41,林地,竹林,TL9,枯枝落叶,,,,,,清查,', '42,草地,,GR2,牧场草原,,,,,,清查,');
    await expect(bring(second, other, dataDir)).rejects.toThrow('对照表的值 41 在已导入的“first.tif”里可燃物为 TL8（清查），与这里不同');
    const cover = await tableFile('c.csv', '41,草地,,TL8,松林,0.6,15,,,,清查,是');
    await expect(bring(second, cover, dataDir)).rejects.toThrow('“first.tif”里地类为林地');
    expect(await readdir(path.join(dataDir, 'landcover'))).toEqual(stored);
    expect((await world.server.store.fuelRows.all()).some(({ value }) => value === 42)).toBe(false);
    // The same file with a corrected table replaces itself.
    await bring(await coverFile('first.tif', () => 41), other, dataDir);
    expect((await world.server.store.fuelRows.all()).find(({ value }) => value === 41)?.fuelModel).toBe('TL9');
  });
});

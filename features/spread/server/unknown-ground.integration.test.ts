// Imported land cover with a value that its scheme does not define: what a forecast reports, and how the value gets a fuel.

import { importLandcover } from '@lookout/server/import/landcover.ts';
import { WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { forecastsOf, pointOf, SOON } from '@lookout/server/testing/forecasts.ts';
import { type ImportWorld, openImportWorld } from '@lookout/server/testing/import-world.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';

const { saveFuel } = contract.spread;
const STRANGE = 9_901;
/** Cells per side, of 0.0002° each, around a fire in Wenchuan. */
const SIDE = 1_000;
const HALF_INNER = 15;

let world: ImportWorld;
beforeAll(async () => {
  world = await openImportWorld({ waits: { spreadEveryMs: 100 } });
  const isInner = (...cell: readonly number[]): boolean => cell.every((at) => Math.abs(at - SIDE / 2) <= HALF_INNER);
  const numberOf = (column: number, row: number): number => (isInner(column, row) ? 404 : STRANGE);
  const file = await world.raster('strange.tif', { side: SIDE, cellDegrees: 0.0002, numberOf }, { kind: 'int16' });
  await importLandcover({ classes: 'gbt21010' })(file, world.contextOf());
});
afterAll(() => world?.stop());

const forecasts = forecastsOf(() => world);
const litAt = (east: number) => ({ hours: 2, ignition: pointOf({ ...WENCHUAN, lng: WENCHUAN.lng + east }) });
const done = (east: number) => forecasts.done(litAt(east));

it('a fire enclosed by it reaches the edge of the known terrain, a fire in it is refused with its class, and with a fuel it burns', async () => {
  const inner = (2 * HALF_INNER + 1) ** 2;
  const share = ((100 * (SIDE ** 2 - inner)) / SIDE ** 2).toFixed(1);
  expect(world.printed).toContain(`没有对应可燃物的值，共占 ${share}%：${STRANGE}（${share}%）`);

  const refused = await forecasts.ask(litAt(0.02));
  expect([refused.status, refused.body.error?.code]).toEqual([422, 'spread-unknown-fuel']);
  expect(JSON.stringify(refused.body)).toContain('起火处的地类 9901（GB/T 21010）没有对应的可燃物：在 系统管理 → 可燃物 中填写');
  const held = await done(0);
  const classes = [{ scheme: 'gbt21010', value: STRANGE }];
  expect(held.result).toMatchObject({ reachesEdge: true, unknownGround: { share: expect.any(Number), classes } });
  expect(held.result.unknownGround.share).toBeGreaterThan(0.9);
  expect(held.result.areaHectares).toBeLessThan(45);

  const row = { scheme: 'gbt21010', value: STRANGE, fuelModel: 'GR4', fuelFactor: 'grass', source: '外业调查', toConfirm: false };
  expect((await world.call('guojia', saveFuel, { ...row, value: 9_902 })).body.error.code).toBe('no-such-fuel-class');
  // The server must have loaded the import first.
  await vi.waitFor(async () => {
    expect((await world.call('guojia', saveFuel, row)).body.data).toMatchObject({ value: STRANGE, isOwn: true });
  }, SOON);
  const free = await done(0);
  expect(free.result.unknownGround).toEqual({ share: 0, classes: [] });
  expect(free.result.areaHectares).toBeGreaterThan(2 * held.result.areaHectares);
  expect((await done(0.02)).result.areaHectares).toBeGreaterThan(0);
});

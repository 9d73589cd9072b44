// Imported land cover with a value that its scheme does not know: what a forecast says of it, and how it gets a fuel.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contract, type Row } from '@lookout/contract';
import { writeTiff } from '@lookout/ingest/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { importLandcover } from '../../import/landcover.ts';
import { type AlarmWorld, type Officer, openAlarmWorld, WENCHUAN } from '../../testing/alarm-world.ts';

const { runSpread, spreadOne, saveFuel } = contract.spread;
const SOON = { timeout: 60_000, interval: 50 };
const STRANGE = 9_901;
/** Of 0.0002°, around a fire in Wenchuan. */
const SIDE = 1_000;
const HALF_INNER = 15;

let world: AlarmWorld;
const printed: string[] = [];
beforeAll(async () => {
  world = await openAlarmWorld({ waits: { spreadEveryMs: 50 } });
  const { store, dataDir } = world.server;
  const isInner = (cell: number): boolean => [cell % SIDE, Math.floor(cell / SIDE)].every((at) => Math.abs(at - SIDE / 2) <= HALF_INNER);
  const tiff = writeTiff({
    columns: SIDE,
    rows: SIDE,
    values: Array.from({ length: SIDE * SIDE }, (_, cell) => (isInner(cell) ? 404 : STRANGE)),
    kind: 'int16',
    keys: [
      [1024, 2],
      [1025, 1],
      [2048, 4326],
    ],
    origin: [WENCHUAN.lng - (SIDE / 2) * 0.0002, WENCHUAN.lat + (SIDE / 2) * 0.0002],
    cell: [0.0002, 0.0002],
  });
  const file = path.join(dataDir, 'strange.tif');
  await writeFile(file, tiff);
  const context = { store, dataDir, clock: () => new Date(), demoRelief: true, print: (line: string) => printed.push(line) };
  await importLandcover({ classes: 'gbt21010' })(file, context);
});
afterAll(() => world?.stop());

const call = (user: Officer, row: Row, given: Readonly<Record<string, unknown>>) =>
  world.server.call(
    row.method,
    row.input === undefined ? `${row.path}?${new URLSearchParams(given as Record<string, string>)}` : row.path,
    { token: world.tokens[user], ...(row.input !== undefined && { body: given }) },
  );
const NOON = new Date().toISOString().slice(0, 11).concat('04:00:00Z');
const WEATHER = [{ time: NOON, windFromDegrees: 225, windSpeedMetresPerSecond: 6, temperatureCelsius: 26, humidityPercent: 25 }];
const ask = (east: number) =>
  call('wenchuan', runSpread, {
    begin: NOON,
    hours: 2,
    weather: WEATHER,
    ignition: { type: 'Point', coordinates: [WENCHUAN.lng + east, WENCHUAN.lat] },
  });
const done = async (east: number) => {
  const { body } = await ask(east);
  const id: string = body.data?.id ?? expect.fail(JSON.stringify(body));
  return vi.waitFor(async () => {
    const { data } = (await call('wenchuan', spreadOne, { id })).body;
    expect(data.state).toBe('done');
    return data;
  }, SOON);
};

it('the fire that it holds is told to be at the edge of what is known, a fire in it is refused by its class, and with a fuel it burns', async () => {
  const inner = (2 * HALF_INNER + 1) ** 2;
  const share = ((100 * (SIDE ** 2 - inner)) / SIDE ** 2).toFixed(1);
  expect(printed).toContain(`没有对应可燃物的值，共占 ${share}%：${STRANGE}（${share}%）`);

  const refused = await ask(0.02);
  expect([refused.status, refused.body.error?.code]).toEqual([422, 'spread-unknown-fuel']);
  expect(JSON.stringify(refused.body)).toContain('起火处的地类 9901（GB/T 21010）没有对应的可燃物：在 系统管理 → 可燃物 中填写');
  const held = await done(0);
  const classes = [{ scheme: 'gbt21010', value: STRANGE }];
  expect(held).toMatchObject({ reachesEdge: true, unknownGround: { share: expect.any(Number), classes } });
  expect(held.unknownGround.share).toBeGreaterThan(0.9);
  expect(held.areaHectares).toBeLessThan(45);

  const row = { scheme: 'gbt21010', value: STRANGE, fuelModel: 'GR4', fuelFactor: 'grass', source: '外业调查', toConfirm: false };
  expect((await call('guojia', saveFuel, { ...row, value: 9_902 })).body.error.code).toBe('no-such-fuel-class');
  // Once the server has taken the import up.
  await vi.waitFor(async () => {
    expect((await call('guojia', saveFuel, row)).body.data).toMatchObject({ value: STRANGE, isOwn: true });
  }, SOON);
  const free = await done(0);
  expect(free.unknownGround).toEqual({ share: 0, classes: [] });
  expect(free.areaHectares).toBeGreaterThan(2 * held.areaHectares);
  expect((await done(0.02)).areaHectares).toBeGreaterThan(0);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { writeTiff } from '@lookout/ingest/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fireModel } from './command.ts';
import { isochronesFor } from './grow.ts';

/** UTM zone 48 north: 30 m cells around 105° E. */
const CELLS = 121;
const ORIGIN = [500_000 - (CELLS / 2) * 30, 3_500_000 + (CELLS / 2) * 30] as const;
const UTM = {
  columns: CELLS,
  rows: CELLS,
  keys: [
    [1024, 1],
    [3072, 32_648],
  ],
  origin: ORIGIN,
  cell: [30, 30],
} as const;
/** The centre of the files. */
const PLACE = [105, 31.6347];
const MIDDLE = Math.floor(CELLS / 2);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'grow-'));
  const cells = Array.from({ length: CELLS * CELLS }, (_, cell) => ({ column: cell % CELLS, row: Math.floor(cell / CELLS) }));
  await writeFile(path.join(folder, 'level.tif'), writeTiff({ ...UTM, values: cells.map(() => 1_500) }));
  await writeFile(path.join(folder, 'slope.tif'), writeTiff({ ...UTM, values: cells.map(({ row }) => 1_500 - 10 * row) }));
  await writeFile(path.join(folder, 'grass.tif'), writeTiff({ ...UTM, kind: 'uint8', values: cells.map(() => 30) }));
  // A river one cell wide, 5 cells to the east.
  const river = cells.map(({ column }) => (column === MIDDLE + 5 ? 80 : 30));
  await writeFile(path.join(folder, 'river.tif'), writeTiff({ ...UTM, kind: 'uint8', values: river }));
  await writeFile(path.join(folder, 'strange.tif'), writeTiff({ ...UTM, kind: 'uint8', values: cells.map(() => 77) }));
});
afterAll(() => rm(folder, { recursive: true }));

const questionWith = (given: object = {}) => ({
  dem: path.join(folder, 'level.tif'),
  landcover: path.join(folder, 'grass.tif'),
  classes: 'worldcover',
  ignition: { type: 'Point', coordinates: PLACE },
  begin: '2026-03-01T04:00:00Z',
  hours: 1,
  weather: [{ time: '2026-03-01T04:00:00Z', windFromDegrees: 0, windSpeedMetresPerSecond: 0, temperatureCelsius: 25, humidityPercent: 30 }],
  isochroneMinutes: 30,
  ...given,
});
const answer = (given: object = {}) => isochronesFor(JSON.stringify(questionWith(given)));
const features = async (given: object = {}) => {
  const found = await answer(given);
  return 'error' in found ? expect.fail(found.error) : found.features;
};
const extentOf = ({ geometry }: Awaited<ReturnType<typeof features>>[number]) => {
  const points = geometry.coordinates.flat(2);
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  return { west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) };
};

describe('a fire over terrain from files', () => {
  it('is a circle around the ignition on level grass, and grows with time', async () => {
    const found = await features();
    expect(found.map(({ properties }) => properties.minutes)).toEqual([30, 60]);
    const [half, whole] = found.map(({ properties }) => properties.areaHectares);
    expect((whole ?? 0) / (half ?? 1)).toBeGreaterThan(3);
    expect((whole ?? 0) / (half ?? 1)).toBeLessThan(4.6);
    expect(Object.keys(found[0]?.properties ?? {})).not.toContain('probability');
    const { west, east, south, north } = extentOf(found[1] as (typeof found)[number]);
    expect((west + east) / 2).toBeCloseTo(105, 3);
    expect((south + north) / 2).toBeCloseTo(31.6347, 3);
    const wide = (east - west) * Math.cos((31.63 * Math.PI) / 180);
    expect(wide / (north - south)).toBeCloseTo(1, 1);
  });

  it('spreads uphill, and is stopped by water', async () => {
    const up = extentOf((await features({ dem: path.join(folder, 'slope.tif') }))[1] as never);
    // Row numbers increase southwards and downhill.
    expect(up.north - 31.6347).toBeGreaterThan(2 * (31.6347 - up.south));
    const atRiver = extentOf((await features({ landcover: path.join(folder, 'river.tif'), hours: 3 })).at(-1) as never);
    expect(atRiver.east - 105).toBeLessThan(0.0015);
    expect(105 - atRiver.west).toBeGreaterThan(0.0025);
  });

  it('burns a class with the fuel that is given for it, and requires a fuel for classes of no known scheme', async () => {
    const strange = { landcover: path.join(folder, 'strange.tif'), classes: null };
    expect(await answer(strange)).toEqual({ error: expect.stringMatching(/^landcover：看不出是哪种分类（值 77）.*\(landcover: /) });
    const [slow, fast] = await Promise.all(
      ['GR1', 'GR4'].map(
        async (fuelModel) => (await features({ ...strange, fuels: [{ value: 77, fuelModel }] })).at(-1)?.properties.areaHectares ?? 0,
      ),
    );
    expect(fast).toBeGreaterThan(2 * (slow ?? 0));
  });

  it('with several members has areas with a probability, the same for the same seed', async () => {
    const found = await features({ members: 5, seed: 3 });
    expect(found.map(({ properties: { minutes, probability } }) => [minutes, probability])).toEqual([
      [30, 0.1],
      [30, 0.5],
      [30, 0.9],
      [60, 0.1],
      [60, 0.5],
      [60, 0.9],
    ]);
    expect(await features({ members: 5, seed: 3 })).toEqual(found);
    expect(await features({ members: 5, seed: 4 })).not.toEqual(found);
  });

  it.each<[string, object, string]>([
    ['a file that is not there', { dem: '/none.tif' }, 'dem：打不开 /none.tif (dem: '],
    ['an elevation of eight bits', { dem: 'grass' }, 'dem：'],
    ['a place that the elevation does not reach', { ignition: { type: 'Point', coordinates: [100, 20] } }, 'dem：不含起火处一带 (dem: '],
    [
      'a wind of 200 m/s',
      { weather: [{ ...questionWith().weather[0], windSpeedMetresPerSecond: 200 }] },
      'weather.0.windSpeedMetresPerSecond：不能超过113 (weather.0.',
    ],
    ['an unknown fuel', { fuels: [{ value: 30, fuelModel: 'XX' }] }, 'fuels.0.fuelModel：没有这个可燃物模型 (fuels.0.fuelModel: '],
    ['no ignition', { ignition: undefined }, 'ignition：'],
    ['land cover of several schemes', { classes: null }, 'landcover：看不出是哪种分类（值 30），请给出 classes'],
    ['25 hours', { hours: 25 }, 'hours：'],
    ['water where it is lit', { landcover: 'river', ignition: { type: 'Point', coordinates: [105.00158, 31.6347] } }, 'ignitions：'],
  ])('with %s is refused, naming the field', async (_, given, start) => {
    const named = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value === 'grass' || value === 'river' ? path.join(folder, `${value}.tif`) : value,
      ]),
    );
    const found = await answer(named);
    const error = 'error' in found ? found.error : expect.fail('it was answered');
    expect(error.startsWith(start), error).toBe(true);
  });

  it('is computed by the command, with an exit code', async () => {
    const run = async (input: string) => {
      const output = new PassThrough();
      const code = await fireModel(['grow'], { input: Readable.from([input]), output, print: () => undefined });
      output.end();
      return { code, answer: JSON.parse(await text(output)) };
    };
    expect(await run(JSON.stringify(questionWith()))).toMatchObject({ code: 0, answer: { type: 'FeatureCollection' } });
    expect(await run('{')).toMatchObject({ code: 1, answer: { error: expect.stringContaining('不是 JSON') } });
  });
});

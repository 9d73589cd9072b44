// The danger by cells: access, the content of the image, and the effect of elevation, slope and land cover. Terrain and cover are
// synthetic, so that they are known.

import type { GridNo } from '@lookout/domain';
import { type AlarmWorld, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { CoverClass } from '../../terrain/service/land-cover-ground.ts';
import { RATING_TABLE } from '../danger-rating.ts';
import { NO_RAISING } from '../danger-rules.ts';
import { type FireDay, fireWeatherOf } from '../fire-weather.ts';
import type { DangerNeeds } from '../service/danger-cells.ts';
import { createForestDanger } from '../service/forest-weights.ts';
import { gridHandler } from './danger-grid.ts';

const { dangerGrid, dangerCell, saveDangerRules } = contract.danger;
const WENCHUAN = '513221' as GridNo;
const noon = { temperatureCelsius: 24, humidityPercent: 30, windKilometresPerHour: 22, rainMillimetres: 0 };
const codes = { ffmc: 90, dmc: 50, dc: 250 };
const dayOf = (day: string): FireDay => ({
  gridNo: WENCHUAN,
  day,
  ...noon,
  ...fireWeatherOf(codes, noon, { month: 4, latitude: 31 }),
  ...codes,
  driver: null,
  gapDays: 0,
  source: 'demo',
});

/** A day with the inputs of LY/T 1172. */
const ratedDayOf = (day: string): FireDay => ({
  ...dayOf(day),
  extremes: { highestCelsius: 26, lowestHumidityPercent: 28, strongestWindKilometresPerHour: 30 },
  drySpell: { days: 6, isAtLeast: true },
});

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { DEMO: 'quiet' } });
  const { fireWeather } = world.server.store;
  await fireWeather.add([dayOf('2026-04-01'), dayOf('2026-04-02'), ratedDayOf('2026-04-05')]);
  await fireWeather.putForecast(WENCHUAN, [dayOf('2026-04-03'), ratedDayOf('2026-04-06')], new Date('2026-04-02T04:00:00Z'));
});
afterAll(() => world?.stop());

const ask = async (user: Officer, query: string) => world.server.call('GET', `${dangerGrid.path}?${query}`, { token: world.tokens[user] });

type Cover = Omit<CoverClass, 'file'>;
const worldCover = (value: number): Cover => ({ scheme: 'worldcover', value, cover: 'forest' });

/** The handler with known terrain and cover. */
async function drawn(
  by: 'index' | 'intensity' | 'rating',
  heightAt: (lat: number) => number,
  coverAt: (lat: number) => number | Cover | null,
) {
  const { dangerGrid: draw } = gridHandler(knownGround(heightAt, coverAt));
  return draw({ scope: WENCHUAN } as never, {
    params: {},
    body: undefined,
    query: { gridNo: WENCHUAN, day: by === 'rating' ? '2026-04-05' : '2026-04-02', by },
  });
}

/** What the danger needs, with known terrain and cover. */
function knownGround(heightAt: (lat: number) => number, coverAt: (lat: number) => number | Cover | null): DangerNeeds {
  const { gazetteer } = world.server.app.deps;
  return {
    store: world.server.store,
    grids: () => gazetteer().grids,
    gazetteer,
    elevation: () =>
      ({
        heightsAt: async (positions: readonly { lat: number }[]) => positions.map(({ lat }) => heightAt(lat)),
        version: () => 'made-up',
        origin: () => 'demo',
      }) as never,
    landCover: { version: () => 'made-up' } as never,
    groundWindows: {
      coverAt: async (positions: readonly { lat: number }[]) =>
        positions.map(({ lat }) => {
          const cover = coverAt(lat);
          return cover === null ? null : { ...(typeof cover === 'number' ? worldCover(cover) : cover), file: '示意.tif' };
        }),
    } as never,
  };
}

const counted = ({ legend }: { readonly legend: readonly { cells: number }[] }) => legend.map(({ cells }) => cells);

it('is an image of the county, one pixel per cell, transparent outside, with legend and inputs, and marked as a model', async () => {
  const { body } = await ask('wenchuan', 'gridNo=513221&day=2026-04-02&by=index');
  const { image, columns, rows, legend, cellsWithout, ...grid } = body.data;
  expect(grid).toMatchObject({
    gridNo: '513221',
    day: '2026-04-02',
    by: 'index',
    isModel: true,
    cellMetres: 1_000,
    inputs: { weatherGrids: ['513221'], weatherSources: ['demo'] },
  });
  expect(grid.forecastAt).toBeUndefined();
  expect(grid.west).toBeLessThan(103.59);
  expect(grid.east).toBeGreaterThan(103.59);
  const { data, info } = await sharp(Buffer.from(image.split(',')[1], 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([columns, rows, 4]);
  const opaque = Array.from({ length: columns * rows }, (_, at) => data[4 * at + 3]).filter((alpha) => alpha === 255).length;
  expect(opaque).toBe(counted({ legend }).reduce((sum, cells) => sum + cells, 0));
  // Some 4,084 km² by official statistics; the seed's boundary is simplified.
  expect(opaque + cellsWithout).toBeGreaterThan(3_500);
  expect(opaque + cellsWithout).toBeLessThan(4_700);
  expect(opaque).toBeLessThan(columns * rows);
});

it('for a future day is from the forecast, and is marked so', async () => {
  const { body } = await ask('wenchuan', 'gridNo=513221&day=2026-04-03&by=index');
  expect(body.data).toMatchObject({ day: '2026-04-03', forecastAt: '2026-04-02 12:00:00' });
});

it('falls with elevation: a county with a high north is less dangerous overall than a low one, which has one level everywhere', async () => {
  const [middle] = (await world.server.store.areas.of(WENCHUAN, [WENCHUAN])).map(({ centre }) => centre?.lat ?? 31.3);
  const { legend } = await drawn(
    'index',
    (lat) => (lat > (middle ?? 31.3) ? 4_500 : 1_000),
    () => null,
  );
  const flat = await drawn(
    'index',
    () => 1_000,
    () => null,
  );
  const levelOf = (cells: number[]) => cells.reduce((sum, count, at) => sum + count * (at + 1), 0) / cells.reduce((a, b) => a + b, 0);
  expect(levelOf(counted({ legend }))).toBeLessThan(levelOf(counted(flat)));
  expect(counted(flat).filter((cells) => cells > 0)).toHaveLength(1);
});

it('with a custom class table follows the kind of cover: forest and grass have danger, farmland and water none', async () => {
  const ownOf = (cover: Cover['cover'], isWater = false): Cover => ({ scheme: 'table', value: 1, cover, isWater });
  const cellsOf = async (cover: Cover) => {
    const { legend, cellsWithout } = await drawn(
      'index',
      () => 1_000,
      () => cover,
    );
    return { cellsWith: counted({ legend }).reduce((sum, cells) => sum + cells, 0), cellsWithout };
  };
  const known = await cellsOf(worldCover(10));
  expect(known.cellsWith).toBeGreaterThan(0);
  for (const cover of ['forest', 'grass'] as const) expect(await cellsOf(ownOf(cover))).toEqual(known);
  for (const none of [ownOf('farm'), ownOf('other'), ownOf(null), ownOf('forest', true)])
    expect(await cellsOf(none)).toMatchObject({ cellsWith: 0 });
});

it('by intensity has no class where nothing burns or the vegetation is unknown', async () => {
  const forest = await drawn(
    'intensity',
    () => 1_000,
    () => 10,
  );
  const water = await drawn(
    'intensity',
    () => 1_000,
    () => 80,
  );
  const unknown = await drawn(
    'intensity',
    () => 1_000,
    () => null,
  );
  expect(counted(forest).filter((cells) => cells > 0)).toHaveLength(1);
  expect([forest.cellsWithout, forest.inputs.landCover]).toEqual([0, ['示意.tif']]);
  const all = counted(forest).reduce((sum, cells) => sum + cells, 0);
  expect([water.cellsWithout, unknown.cellsWithout, unknown.inputs.landCover]).toEqual([all, all, []]);
});

it('in the demo world uses the same land cover as forecasts: several classes of intensity, no class on water, rock and snow, and the name 演示地类', async () => {
  const { body } = await ask('wenchuan', 'gridNo=513221&day=2026-04-02&by=intensity');
  const { legend, cellsWithout, inputs } = body.data;
  expect(inputs).toMatchObject({ landCover: ['演示地类'], ground: 'demo' });
  expect(counted({ legend }).filter((cells) => cells > 0).length).toBeGreaterThan(2);
  const all = counted({ legend }).reduce((sum, cells) => sum + cells, cellsWithout);
  expect(cellsWithout / all).toBeGreaterThan(0.02);
  expect(cellsWithout / all).toBeLessThan(0.6);
  // Whether a cell burns does not depend on `by`. Its class does depend on elevation, slope and aspect.
  const byIndex = (await ask('wenchuan', 'gridNo=513221&day=2026-04-02&by=index')).body.data;
  expect(byIndex.cellsWithout).toBe(cellsWithout);
  expect(counted(byIndex).filter((cells) => cells > 0).length).toBeGreaterThan(1);
});

describe('by LY/T 1172', () => {
  const RATED = 'gridNo=513221&day=2026-04-05&by=rating';

  it('covers the same cells as the index, in several levels over the relief, and reports which parts of the table are to be confirmed', async () => {
    const { data } = (await ask('wenchuan', RATED)).body;
    expect(data).toMatchObject({ by: 'rating', isModel: true, inputs: { rating: { isAtLeast: true } } });
    expect(data.inputs.rating.toConfirm).toEqual(['humidity', 'dryDays', 'season']);
    expect(data.legend).toHaveLength(5);
    expect(counted(data).filter((cells) => cells > 0).length).toBeGreaterThan(1);
    const byIndex = (await ask('wenchuan', 'gridNo=513221&day=2026-04-05&by=index')).body.data;
    expect([byIndex.cellsWithout, byIndex.inputs.rating]).toEqual([data.cellsWithout, null]);
    expect((await ask('wenchuan', 'gridNo=513221&day=2026-04-06&by=rating')).body.data).toMatchObject({
      day: '2026-04-06',
      forecastAt: '2026-04-02 12:00:00',
    });
  });

  it("equals the county's level at the county's elevation, and falls with elevation", async () => {
    const northAt = async (height: number) =>
      counted(
        await drawn(
          'rating',
          (lat) => (lat > 31.4 ? height : 1_000),
          () => null,
        ),
      );
    // 20 for 26 °C, 20 for 28 %, 30 for six days, 25 for Beaufort 5: 95, level 5.
    expect(await northAt(1_000)).toEqual([0, 0, 0, 0, expect.any(Number)]);
    expect((await northAt(3_500)).slice(0, 4).some((cells) => cells > 0)).toBe(true);
  });

  it('is refused with a clear message for a day that was stored without the inputs of the rating', async () => {
    const { body } = await ask('wenchuan', 'gridNo=513221&day=2026-04-02&by=rating');
    expect(body).toMatchObject({ code: 422, data: [{ path: 'day' }] });
    expect(body.message).toContain('LY/T 1172');
  });

  it('follows a changed table at once; and one cell reports its parts and the warned level of its county', async () => {
    const before = (await ask('wenchuan', RATED)).body.data;
    const rating = { ...RATING_TABLE, levels: { ...RATING_TABLE.levels, upTo: [200, 201, 202, 203], toConfirm: true } };
    const raising = { ...NO_RAISING, holiday: { levels: 1, daysBefore: 0, daysAfter: 0 }, source: '测试' };
    const { body: saved } = await world.server.call('POST', saveDangerRules.path, {
      token: world.tokens.wenchuan,
      body: { gridNo: '513221', rating, holidays: null, raising, version: 0 },
    });
    expect(saved).toMatchObject({ code: 200 });
    const { legend, inputs, image, columns, rows, west, south, east, north } = (await ask('wenchuan', RATED)).body.data;
    const all = counted(before).reduce((sum, cells) => sum + cells, 0);
    expect(counted({ legend })).toEqual([all, 0, 0, 0, 0]);
    expect(inputs.rating.toConfirm).toContain('levels');
    const { data: pixels } = await sharp(Buffer.from(image.split(',')[1], 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = Array.from({ length: columns * rows }, (_, index) => index).findLast((index) => pixels[4 * index + 3] === 255) as number;
    const lng = west + (((at % columns) + 0.5) * (east - west)) / columns;
    const lat = north - ((Math.floor(at / columns) + 0.5) * (north - south)) / rows;
    const { danger } = (
      await world.server.call('GET', `${dangerCell.path}?gridNo=513221&day=2026-04-05&longitude=${lng}&latitude=${lat}`, {
        token: world.tokens.wenchuan,
      })
    ).body.data;
    const { values, points, htz, level, isAtLeast } = danger.rating;
    expect([level, isAtLeast]).toEqual([1, true]);
    expect(values).toMatchObject({ dryDays: 6, wind: 5, season: 4 });
    expect(points).toMatchObject({ dryDays: 30, wind: 25, season: 0 });
    expect(htz).toBe(points.temperature + points.humidity + 55);
    expect(danger.rating.toConfirm).toContain('levels');
    // 清明节 is on the fifth of April.
    expect(danger.warned).toEqual(
      danger.level === 5
        ? { level: 5, raisedBy: [] }
        : { level: danger.level + 1, raisedBy: [{ kind: 'holiday', name: '清明节', days: 0 }] },
    );
  });
});

it("is limited to the caller's grid, to prefectures and counties, and to days that have weather", async () => {
  expect((await ask('lixian', 'gridNo=513221')).status).toBe(404);
  expect((await ask('guojia', 'gridNo=510000')).body).toMatchObject({ code: 422, data: [{ path: 'gridNo' }] });
  expect((await ask('wenchuan', 'gridNo=513221&day=2026-05-01')).body).toMatchObject({ code: 422, data: [{ path: 'day' }] });
});

it('the details of one cell match the image: the level of its colour, elevation, slope and land cover, and what drives it', async () => {
  const { body: pictured } = await ask('wenchuan', 'gridNo=513221&day=2026-04-02&by=index');
  const { image, columns, west, south, east, north, rows, legend } = pictured.data;
  const { data: pixels } = await sharp(Buffer.from(image.split(',')[1], 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const askCell = (user: Officer, query: string) => world.server.call('GET', `${dangerCell.path}?${query}`, { token: world.tokens[user] });
  const opaque = Array.from({ length: columns * rows }, (_, at) => at).filter((at) => pixels[4 * at + 3] === 255);
  for (const at of [0.1, 0.5, 0.9].map((share) => opaque[Math.floor(share * opaque.length)] as number)) {
    const lng = west + (((at % columns) + 0.3) * (east - west)) / columns;
    const lat = north - ((Math.floor(at / columns) + 0.7) * (north - south)) / rows;
    const { body } = await askCell('wenchuan', `gridNo=513221&day=2026-04-02&longitude=${lng}&latitude=${lat}`);
    const { danger, weatherGrid, ...cell } = body.data;
    const colour = `#${Buffer.from(pixels.subarray(4 * at, 4 * at + 3)).toString('hex')}`;
    expect(danger.level).toBe(legend.find((one: { colour: string }) => one.colour === colour).class);
    expect(cell).toMatchObject({
      gridNo: '513221',
      day: '2026-04-02',
      isModel: true,
      cellMetres: 1_000,
      weatherSource: 'demo',
      drySpell: null,
      cover: { scheme: 'igbp', file: '演示地类' },
    });
    expect(cell.fuel).not.toBeNull();
    expect(weatherGrid).toMatchObject({
      gridNo: '513221',
      gridName: '汶川县',
      noon: { temperatureCelsius: 24, humidityPercent: 30, windKilometresPerHour: 22, rainMillimetres: 0 },
    });
    // Wind and rain are those of the county; temperature and humidity are adjusted to the cell's elevation.
    expect(danger.noon).toMatchObject({ windKilometresPerHour: 22, rainMillimetres: 0 });
    if (cell.heightMetres > weatherGrid.heightMetres + 500) expect(danger.noon.temperatureCelsius).toBeLessThan(24);
    expect(danger.drivers.length).toBeGreaterThan(0);
  }
  // For a province: the cell of the prefecture that contains the place.
  const middle = `longitude=103.59&latitude=31.47`;
  expect((await askCell('guojia', `gridNo=510000&day=2026-04-02&${middle}`)).body.data.gridNo).toBe('513200');
  // Places in no cell: in another province, in a prefecture without weather, outside the image, and inside its box but beyond the border.
  const nowhere = [
    ['guojia', 'gridNo=510000&longitude=116.4&latitude=39.9'],
    ['guojia', `gridNo=510000&day=2026-05-01&${middle}`],
    ['wenchuan', 'gridNo=513221&longitude=105&latitude=31.47'],
    ['wenchuan', `gridNo=513221&longitude=${west + 0.001}&latitude=${north - 0.001}`],
  ] as const;
  for (const [user, query] of nowhere) expect((await askCell(user, query)).body).toMatchObject({ code: 200, data: null });
  expect((await askCell('wenchuan', `gridNo=510000&${middle}`)).status).toBe(404);
  expect((await askCell('lixian', 'gridNo=513221&longitude=103.59&latitude=31.47')).status).toBe(404);
  expect((await askCell('wenchuan', 'gridNo=513221&day=2026-05-01&longitude=103.59&latitude=31.47')).body).toMatchObject({
    code: 422,
    data: [{ path: 'day' }],
  });
});

it('weights forest by danger and fuel: less high up, 1 at least, nothing known outside the county with weather', async () => {
  const at = (heightMetres: number, lng = 103.59, lat = 31.47) => ({
    position: { lng, lat },
    heightMetres,
    slopeDegrees: 0,
    aspectDegrees: 0,
  });
  const danger = createForestDanger(
    knownGround(
      () => 1_300,
      () => 10,
    ),
  );
  const { day, weights } = await danger.weightsAt([at(1_300), at(4_300), at(1_300, 116.4, 39.9)]);
  expect(day).toBe('2026-04-05');
  const [low = 0, high = 0, elsewhere] = weights;
  expect(low).toBeGreaterThan(high);
  expect(high).toBeGreaterThanOrEqual(1);
  expect(low).toBeLessThanOrEqual(30);
  expect(elsewhere).toBeNaN();
  // Rock and towns burn nothing, and weigh no more than the level of danger.
  const bare = await createForestDanger(
    knownGround(
      () => 1_300,
      () => ({ scheme: 'worldcover', value: 60, cover: 'other' }),
    ),
  ).weightsAt([at(1_300)]);
  expect(bare.weights[0]).toBeLessThanOrEqual(5);
  expect(await danger.versionOf('513200' as GridNo)).toContain('2026-04-05');
  expect(await danger.versionOf('110100' as GridNo)).toBe('');
});

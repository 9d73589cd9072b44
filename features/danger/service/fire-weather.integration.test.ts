import { type GridNo, NATION } from '@lookout/domain';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { createGridCatalogue, type GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import { type NoonAnswer, type WeatherService, weatherRefused } from '../../weather/service/weather.ts';
import type { WireFireLevel } from '../danger.schema.ts';
import type { GridFireLevel } from '../fire-weather.ts';
import { startFireWeather } from './fire-weather.ts';

/** Before noon in Beijing: the last noon was on the day before. */
const MORNING = new Date('2026-11-21T03:00:00Z');
const AFTERNOON = new Date('2026-11-21T04:00:01Z');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { fireLevel, fireLevelDays } = contract.danger;

/** The clock of the daily job only, because sessions do not last for days. */
let now = MORNING;
let server: TestServer;
let grids: GridCatalogue;
const sessions: Record<string, Session> = {};
beforeAll(async () => {
  server = await sharedTestServer({ clock: () => MORNING });
  for (const user of ['guojia', 'sichuan', 'aba', 'wenchuan', 'weihui']) sessions[user] = await server.login(user);
  const { list } = await server.store.grids.list(NATION, { levels: ['nation', 'province', 'prefecture', 'county'] }, { limit: 10_000 });
  grids = createGridCatalogue(list, []);
});
afterAll(() => server?.stop());
beforeEach(() => {
  now = MORNING;
});

const fine = (windKilometresPerHour: number): NoonAnswer => ({
  ok: true,
  source: 'demo',
  noon: { temperatureCelsius: 24, humidityPercent: 25, windKilometresPerHour, rainMillimetres: 0 },
  extremes: { highestCelsius: 27, lowestHumidityPercent: 22, strongestWindKilometresPerHour: windKilometresPerHour + 6 },
});
/** A weather service that has three days of data, and records the requests. */
const weatherOf = (answer: (day: string) => NoonAnswer | Promise<NoonAnswer>) => {
  const requested: string[] = [];
  const weather: WeatherService = {
    nowAt: async () => weatherRefused('500'),
    rainAt: async () => weatherRefused('500'),
    forecastAt: async () => weatherRefused('500'),
    past: { endsDaysAgo: 0, days: 3 },
    async noonOf({ lng, lat }, day) {
      requested.push(`${lng},${lat} ${day}`);
      return answer(day);
    },
  };
  return { weather, requested };
};
const start = (weather: WeatherService) =>
  startFireWeather({ store: server.store, grids: () => grids, weather, clock: () => now, log, firstMs: 0, everyMs: 50, breatherMs: 0 });
const ask = async (user: string, path: string, query = '') =>
  (await server.call('GET', path + query, { token: sessions[user]?.access_token })).body;
const levels = async (user: string, query = ''): Promise<readonly WireFireLevel[]> => (await ask(user, fireLevel.path, query)).data;
const newest = async () => (await server.store.fireWeather.newest()).size;

it('before the first observation a level is absent, with a remark', async () => {
  expect(await ask('aba', fireLevel.path)).toMatchObject({ code: 200, data: [], message: '还没有火险天气观测' });
});

it('two servers at the same time bring every watched grid up to date, and each day is requested once', async () => {
  const { weather, requested } = weatherOf(() => fine(30));
  const [one, other] = [start(weather), start(weather)];
  const watched = await one.watched();
  expect(watched.length).toBeGreaterThan(330);
  await vi.waitFor(async () => expect(await newest()).toBe(watched.length), { timeout: 60_000, interval: 200 });
  await Promise.all([one.stop(), other.stop()]);
  expect(requested.length).toBe(3 * watched.length);
  expect(new Set(requested).size).toBe(new Set(watched.map(({ centre }) => `${centre.lng},${centre.lat}`)).size * 3);
  const [wenchuan] = await levels('wenchuan');
  expect(wenchuan).toMatchObject({ gridNo: '513221', gridName: '汶川县', day: '2026-11-20', driver: 'wind', gapDays: 0, source: 'demo' });
  expect([wenchuan?.windSpeed, wenchuan?.rain, (wenchuan?.level ?? 0) > 1]).toEqual([30, 0, true]);
});

it("the visible levels are those of the caller's grid and the grids below it", async () => {
  const nos = async (user: string, query = '') => (await levels(user, query)).map(({ gridNo }) => gridNo);
  expect(await nos('aba', '?level=self')).toEqual(['513200']);
  expect(await nos('aba')).toEqual(expect.arrayContaining(['513200', '513221', '513233']));
  expect(await nos('sichuan')).toEqual(expect.arrayContaining(['510100', '513200']));
  expect((await nos('sichuan')).every((no) => no.startsWith('51') && no.endsWith('00'))).toBe(true);
  const finest = await nos('sichuan', '?level=counties');
  expect([finest.includes('513221'), finest.includes('513200'), finest.includes('510100')]).toEqual([true, false, true]);
  expect(await nos('weihui')).toEqual(['410781']);
  expect((await ask('wenchuan', fireLevel.path, '?gridNo=513222')).code).toBe(422);
  expect((await ask('wenchuan', fireLevelDays.path, '?gridNo=513222')).code).toBe(404);
  for (const wrong of ['?day=2026-02-30', '?day=today', '?level=towns']) expect((await ask('aba', fireLevel.path, wrong)).code).toBe(422);
  expect((await ask('aba', fireLevelDays.path, '?gridNo=513221&beginDay=2026-11-20&endDay=2026-11-19')).data[0].path).toBe('endDay');
});

it('the next noon continues from the last known day; a day without data is missing, with a remark in both lists', async () => {
  now = AFTERNOON;
  const { weather, requested } = weatherOf((day) => (day === '2026-11-21' ? weatherRefused('204') : fine(10)));
  const service = start(weather);
  const watched = (await service.watched()).length;
  await vi.waitFor(() => expect(requested.length).toBeGreaterThanOrEqual(watched), { timeout: 30_000 });
  await service.stop();
  expect(requested.every((one) => one.endsWith('2026-11-21'))).toBe(true);

  now = new Date('2026-11-22T05:00:00Z');
  const next = weatherOf((day) => (day === '2026-11-22' ? fine(10) : weatherRefused('204')));
  const later = start(next.weather);
  const wenchuan = async () =>
    (await server.store.fireWeather.list('513221' as GridNo, {}, { limit: 10 })).map(({ day, gapDays }) => [day, gapDays]);
  await vi.waitFor(async () => expect((await wenchuan()).at(-1)).toEqual(['2026-11-22', 1]), { timeout: 30_000 });
  await later.stop();
  const days = await ask('wenchuan', fireLevelDays.path, '?gridNo=513221');
  expect(days.data.map(({ day }: GridFireLevel) => day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-22']);
  expect(days.data.map(({ drySpell }: GridFireLevel) => drySpell?.days)).toEqual([1, 2, 3, 1]);
  expect(days.message).toBe('缺 1 日观测：2026-11-21');
  expect(await ask('wenchuan', fireLevel.path, '?day=2026-11-21')).toMatchObject({ data: [], message: '2026-11-21：1 个网格没有观测' });
});

it('the coming days are computed from the newest day and the forecast, marked as forecast, and renewed when they are old', async () => {
  now = MORNING;
  const requests: string[] = [];
  const rainy = { icon: '306', text: '雨', windScale: '3', windDir: '北风', windFromDegrees: 0, lowCelsius: 4 };
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((day) => ({
    ...rainy,
    day,
    highCelsius: 12,
    humidityPercent: 90,
    windKilometresPerHour: 8,
    rainMillimetres: 20,
  }));
  const { weather } = weatherOf(() => fine(30));
  const forecasting: WeatherService = {
    ...weather,
    async forecastAt({ lng, lat }) {
      requests.push(`${lng},${lat}`);
      return { ok: true, source: 'demo', hours: [], days };
    },
  };
  const service = start(forecasting);
  const watched = await service.watched();
  await vi.waitFor(async () => expect((await server.store.fireWeather.forecastTimes()).size).toBe(watched.length), {
    timeout: 60_000,
    interval: 200,
  });
  const [today] = await levels('wenchuan');
  const [ahead] = await levels('wenchuan', '?day=2026-11-23');
  expect(today?.forecastTime).toBeUndefined();
  expect(ahead).toMatchObject({ gridNo: '513221', day: '2026-11-23', forecastTime: '2026-11-21 11:00:00', rain: 20, source: 'demo' });
  expect(ahead?.fwi).toBeLessThan(today?.fwi ?? 0);
  // 18, 19 and 20 November were dry and the 21st was not observed: the spell restarts on the 22nd, and it rains on the 23rd.
  expect(today).toMatchObject({ day: '2026-11-22', dryDays: 1, temperatureMax: 27, humidityMin: 22, rating: { isAtLeast: true } });
  expect(today?.drivers.map(({ driver }) => driver)).toContain(today?.driver);
  expect(ahead).toMatchObject({ dryDays: 0, temperatureMax: 12, lightning: null, rating: { isAtLeast: false, points: { dryDays: 0 } } });
  expect(await levels('wenchuan', '?day=2026-11-25')).toEqual([]);
  expect((await levels('weihui', '?day=2026-11-23')).map(({ gridNo }) => gridNo)).toEqual(['410781']);
  const once = requests.length;
  now = new Date(MORNING.getTime() + 9 * 3_600_000);
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(once), { timeout: 60_000, interval: 50 });
  await service.stop();
});

it('a service that hangs or fails delays nothing: alarms are accepted, and shutdown is immediate', async () => {
  now = new Date('2026-11-25T05:00:00Z');
  const hanging = weatherOf(() => new Promise(() => undefined));
  const aborting: WeatherService = {
    ...hanging.weather,
    noonOf: (position, day, signal) =>
      Promise.race([
        hanging.weather.noonOf(position, day, signal),
        new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
      ]),
  };
  const broken = weatherOf(() => Promise.reject(new Error('ECONNREFUSED')));
  const [one, other] = [start(aborting), start(broken.weather)];
  await vi.waitFor(() => expect(hanging.requested.length + broken.requested.length).toBeGreaterThan(0), { timeout: 10_000 });
  const report = await server.call('POST', contract.alarm.createReport.path, {
    body: { longitude: 103.59, latitude: 31.48, description: '烟' },
    token: sessions.wenchuan?.access_token,
  });
  expect(report.status).toBe(200);
  await Promise.all([one.stop(), other.stop()]);
  expect(await server.store.fireWeather.lock('next', new Date('2026-11-25T06:00:00Z'))).toBe(true);
});

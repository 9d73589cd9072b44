import { DAY_MS, HOUR_MS } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { afterEach, describe, expect, test } from 'vitest';
import { createWorldClock } from '../clock.ts';
import { demoGround } from '../testing/demo-ground.ts';
import { createWeatherField, valleyAt } from './field.ts';
import { weatherNowResponse } from './qweather.ts';
import { startWeatherServer, type WeatherServer } from './server.ts';

const WENCHUAN = { lng: 103.59, lat: 31.477 };
const NOON = Date.parse('2026-05-10T13:00:00+08:00');
const relief = demoGround;

/** Terrain with the given heights. */
const aSurface = (heightAt: (lng: number, lat: number) => number): Surface => ({ ...relief, heightAt });
/** A valley that runs north, with walls to the east and west and a floor that rises to the north. */
const northValley = aSurface((lng, lat) => 1_500 + Math.abs(lng - WENCHUAN.lng) * 60_000 + (lat - WENCHUAN.lat) * 3_000);

test('temperature falls by 6.5 °C for each kilometre of height', () => {
  const at = (metres: number) =>
    createWeatherField(
      1,
      aSurface(() => metres),
    ).at(WENCHUAN, NOON).temperatureCelsius;
  expect(at(1_000) - at(2_000)).toBeCloseTo(6.5, 6);
  expect(at(0) - at(4_000)).toBeCloseTo(26, 6);
});

test('the weather is constant within an hour and the same for the same seed, and differs for another seed', () => {
  const field = createWeatherField(1, relief);
  expect(field.at(WENCHUAN, NOON + 59 * 60_000)).toEqual(field.at(WENCHUAN, NOON));
  expect(createWeatherField(1, relief).at(WENCHUAN, NOON)).toEqual(field.at(WENCHUAN, NOON));
  expect(createWeatherField(2, relief).at(WENCHUAN, NOON)).not.toEqual(field.at(WENCHUAN, NOON));
});

test('afternoons are warmer than nights, July than January, the south than the north', () => {
  const field = createWeatherField(1, relief);
  const mean = (position: typeof WENCHUAN, hour: number, month: string) => {
    const start = Date.parse(`2026-${month}-05T00:00:00+08:00`) + hour * HOUR_MS;
    return Array.from({ length: 20 }, (_, day) => field.at(position, start + day * DAY_MS).temperatureCelsius).reduce(
      (sum, t) => sum + t / 20,
      0,
    );
  };
  expect(mean(WENCHUAN, 15, '07')).toBeGreaterThan(mean(WENCHUAN, 4, '07') + 4);
  expect(mean(WENCHUAN, 15, '07')).toBeGreaterThan(mean(WENCHUAN, 15, '01') + 12);
  const mohe = { lng: 122.54, lat: 52.97 };
  const qujing = { lng: 103.8, lat: 25.5 };
  expect(mean(qujing, 15, '01')).toBeGreaterThan(mean(mohe, 15, '01') + 15);
});

test('a valley is recognised by its walls, with the direction in which it rises', () => {
  const { upDegrees, depthMetres } = valleyAt(northValley, WENCHUAN);
  expect(upDegrees % 360).toBe(0);
  expect(depthMetres).toBeGreaterThan(1_000);
  expect(
    valleyAt(
      aSurface(() => 50),
      WENCHUAN,
    ).depthMetres,
  ).toBe(0);
});

test('in a valley the wind blows along it, up by day and down by night', () => {
  const field = createWeatherField(1, northValley);
  /** Metres a second towards the north, up the valley. */
  const upValley = (ms: number) => {
    const { windFromDegrees, windMetresPerSecond } = field.at(WENCHUAN, ms);
    return -Math.cos((windFromDegrees * Math.PI) / 180) * windMetresPerSecond;
  };
  const days = Array.from({ length: 30 }, (_, n) => n * DAY_MS);
  const mean = (hour: number) => days.reduce((sum, day) => sum + upValley(NOON + day + hour * HOUR_MS) / days.length, 0);
  expect(mean(1)).toBeGreaterThan(0.8);
  expect(mean(12)).toBeLessThan(-0.3);
  const across = days.filter((day) => {
    const from = field.at(WENCHUAN, NOON + day).windFromDegrees;
    return Math.abs(Math.sin((from * Math.PI) / 180)) > 0.5;
  });
  expect(across.length).toBeLessThan(days.length / 4);
});

test('over a year many kinds of sky occur; rain needs clouds, and snow needs frost', () => {
  const field = createWeatherField(1, relief);
  const seen = new Set<string>();
  for (let hour = 0; hour < 365 * 24; hour += 5) {
    const now = field.at(WENCHUAN, NOON + hour * HOUR_MS);
    seen.add(now.sky);
    if (now.precipitationMillimetres > 0) expect(now.cloud).toBeGreaterThan(0.7);
    if (now.sky === 'snow' || now.sky === 'lightSnow') expect(now.temperatureCelsius).toBeLessThan(0);
    expect(now.humidityPercent).toBeGreaterThanOrEqual(12);
    expect(now.humidityPercent).toBeLessThanOrEqual(99);
    expect(now.windMetresPerSecond).toBeLessThan(20);
    expect(now.dewPointCelsius).toBeLessThanOrEqual(now.temperatureCelsius);
  }
  for (const sky of ['clear', 'partly', 'cloudy', 'overcast', 'lightRain']) expect([...seen]).toContain(sky);
  expect(seen.size).toBeGreaterThanOrEqual(8);
});

describe('QWeather API', () => {
  let server: WeatherServer | null = null;
  afterEach(async () => {
    await server?.stop();
    server = null;
  });
  const get = async (path: string) => {
    server ??= await startWeatherServer({
      field: createWeatherField(1, relief),
      clock: createWorldClock(() => NOON + 1_234_567, 1),
      port: 0,
    });
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return {
      status: response.status,
      body: (await response.json()) as { code: string; updateTime?: string; now?: Record<string, string> },
    };
  };

  test('every value is a string, times are Beijing time, and any key is accepted', async () => {
    const { status, body } = await get('/v7/weather/now?location=103.59,31.48&key=whatever');
    expect([status, body.code, body.updateTime]).toEqual([200, '200', '2026-05-10T13:20+08:00']);
    expect(body.now?.obsTime).toBe('2026-05-10T13:00+08:00');
    expect(Object.keys(body.now ?? {}).sort()).toEqual(
      'cloud dew feelsLike humidity icon obsTime precip pressure temp text vis wind360 windDir windScale windSpeed'.split(' '),
    );
    for (const value of Object.values(body.now ?? {})) expect(typeof value).toBe('string');
    expect(body.now?.icon).toMatch(/^\d{3}$/);
    expect(body.now?.windDir).toMatch(/风$/);
  });

  test('a past day has 24 hours in Beijing time with the weather of the field; today has the hours up to now', async () => {
    const { body: found } = (await get('/geo/v2/city/lookup?location=103.59,31.48&key=x')) as { body: { location?: { id: string }[] } };
    const hoursOf = async (date: string) => {
      const { body } = await get(`/v7/historical/weather?location=${found.location?.[0]?.id}&date=${date}&key=x`);
      return (body as { weatherHourly?: Record<string, string>[] }).weatherHourly;
    };
    const before = await hoursOf('20260509');
    expect(before?.map(({ time }) => time)).toEqual(
      Array.from({ length: 24 }, (_, hour) => `2026-05-09 ${String(hour).padStart(2, '0')}:00`),
    );
    const noon = createWeatherField(1, relief).at(WENCHUAN, NOON - 24 * HOUR_MS);
    expect(before?.[new Date(NOON + 8 * HOUR_MS).getUTCHours()]?.temp).toBe(String(Math.round(noon.temperatureCelsius)));
    expect((await hoursOf('20260510'))?.at(-1)?.time).toBe('2026-05-10 13:00');
    for (const date of ['20260511', '20261332', 'today', '']) {
      expect(await get(`/v7/historical/weather?location=103.59,31.48&date=${date}`)).toEqual({ status: 200, body: { code: '204' } });
    }
  });

  test('The forecast is the field’s own weather: 24 hours from the next full one on with their wind, and today with the two days after it', async () => {
    const { body: hours } = (await get('/v7/weather/24h?location=103.59,31.48&key=x')) as { body: { hourly?: Record<string, string>[] } };
    expect(hours.hourly).toHaveLength(24);
    expect(hours.hourly?.[0]).toMatchObject({ fxTime: '2026-05-10T14:00+08:00', windScale: expect.stringMatching(/^\d+$/) });
    const { body } = (await get('/v7/weather/3d?location=103.59,31.48&key=x')) as { body: { daily?: Record<string, string>[] } };
    expect(body.daily?.map(({ fxDate }) => fxDate)).toEqual(['2026-05-10', '2026-05-11', '2026-05-12']);
    const { body: week } = (await get('/v7/weather/7d?location=103.59,31.48&key=x')) as { body: { daily?: Record<string, string>[] } };
    expect([week.daily?.length, week.daily?.at(-1)?.fxDate, week.daily?.slice(0, 3)]).toEqual([7, '2026-05-16', body.daily]);
    for (const day of body.daily ?? []) {
      expect(Number(day.tempMax)).toBeGreaterThanOrEqual(Number(day.tempMin));
      expect(day.windDirDay).toMatch(/风$/);
      expect(Number(day.precip)).toBeGreaterThanOrEqual(0);
    }
  });

  test('an invalid location is refused with QWeather’s code 400; other paths are not found', async () => {
    for (const location of ['', '?location=', '?location=here', '?location=200,10', '?location=10,95', '?location=1,2,3']) {
      expect(await get(`/v7/weather/now${location}`)).toEqual({ status: 400, body: { code: '400' } });
    }
    expect((await get('/v7/weather/30d?location=103,31')).status).toBe(404);
  });

  test('wind direction and Beaufort force follow from direction and speed', () => {
    const weather = {
      ...createWeatherField(1, relief).at(WENCHUAN, NOON),
      windFromDegrees: 44.6,
      windMetresPerSecond: 8.2,
      temperatureCelsius: -0.2,
    };
    const { now } = weatherNowResponse(weather, NOON);
    expect([now.wind360, now.windDir, now.windScale, now.windSpeed, now.temp]).toEqual(['45', '东北风', '5', '30', '0']);
    expect(weatherNowResponse({ ...weather, windFromDegrees: 359.7 }, NOON).now).toMatchObject({ windDir: '北风', wind360: '0' });
  });
});

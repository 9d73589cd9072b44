// The weather port, and its one implementation: QWeather (和风天气). The demo world's weather server speaks the same protocol.

import { setTimeout as delay } from 'node:timers/promises';
import { type CodedError, codedError } from '@lookout/contract';
import { DAY_MS, type MeasureKind, measureOrNull, type Position, timeFault } from '@lookout/domain';
import { LRUCache } from 'lru-cache';
import type { DayExtremes } from '../../danger/danger-rating.ts';
import type { NoonWeather } from '../../danger/fire-weather.ts';
import type { Forecast } from '../forecast.ts';
import { readForecast } from './weather-forecast.ts';

interface WeatherNow {
  /** QWeather's icon code: 100 sunny, 302 thunder, … */
  readonly icon: string;
  readonly text: string;
  /** Beaufort, in the service's notation. Here and below null: not a valid value, such as −999 of a station that does not measure it. */
  readonly windScale: string | null;
  readonly windDir: string;
  readonly windFromDegrees: number | null;
  readonly temperatureCelsius: string | null;
  readonly humidityPercent: string | null;
  readonly observedAt: string | null;
}

/** The weather, or the service's error (specification §8: errcode, errmsg). */
export type WeatherAnswer = { readonly ok: true; readonly now: WeatherNow; readonly source: 'qweather' | 'demo' } | Refused;

/** The weather of a past noon and the extremes of the 24 hours up to it, or the service's error. */
export type NoonAnswer = ({ readonly ok: true; readonly source: 'qweather' | 'demo' } & PastNoon) | Refused;

interface PastNoon {
  readonly noon: NoonWeather;
  readonly extremes: DayExtremes;
}

/** Rain at a place, millimetres: in the past hour, and forecast; or the service's error. */
export type RainAnswer =
  | {
      readonly ok: true;
      readonly fallen: number;
      /** null: the service gave no forecast. */
      readonly nextHour: number | null;
      readonly nextDay: number | null;
      readonly source: 'qweather' | 'demo';
    }
  | Refused;

/** The forecast, or the service's error. A list may be empty if the service had no readable data. */
type ForecastAnswer = ({ readonly ok: true; readonly source: 'qweather' | 'demo' } & Forecast) | Refused;

interface Refused {
  readonly ok: false;
  readonly errcode: string;
  readonly error: CodedError<'weather-not-set-up' | 'weather-refused'>;
}

/** The past noons that a service provides. */
export interface WeatherPast {
  /** 0: includes today's noon, once it has passed; 1: yesterday's is the newest. */
  readonly endsDaysAgo: number;
  readonly days: number;
}

export interface WeatherService {
  /** @throws when the service cannot be reached in time */
  nowAt(position: Position): Promise<WeatherAnswer>;
  /** @throws when the service cannot be reached in time, or the signal is aborted first */
  rainAt(position: Position, signal: AbortSignal): Promise<RainAnswer>;
  /**
   * The next 24 hours and as many days as the contract with the service includes, at most seven. @throws when the service cannot be reached
   * in time, or the signal is aborted first
   */
  forecastAt(position: Position, signal: AbortSignal): Promise<ForecastAnswer>;
  /** null: this service has no historical data. */
  readonly past: WeatherPast | null;
  /**
   * Noon in Beijing, and the rain of the 24 hours before it.
   * @param day `YYYY-MM-DD`
   * @throws when the service cannot be reached in time, or the signal is aborted first
   */
  noonOf(position: Position, day: string, signal: AbortSignal): Promise<NoonAnswer>;
}

/** @param status the service's status code */
export const weatherRefused = (status: string): Refused => ({
  ok: false,
  errcode: status,
  error: codedError('weather-refused', { status }),
});

/** Neither a key nor the demo world is configured. */
const NOT_SET_UP: Refused = { ok: false, errcode: '401', error: codedError('weather-not-set-up') };
export const noWeatherService: WeatherService = {
  nowAt: async () => NOT_SET_UP,
  rainAt: async () => NOT_SET_UP,
  forecastAt: async () => NOT_SET_UP,
  past: null,
  noonOf: async () => NOT_SET_UP,
};

// QWeather v7 `weather/now`.

interface QWeatherOptions {
  /** Scheme, host and port. */
  readonly base: string;
  readonly key: string;
  readonly source: 'qweather' | 'demo';
  readonly fetch: typeof fetch;
}

const NOW_CACHED_MS = 10 * 60_000;
const FORECAST_CACHED_MS = 30 * 60_000;
/** Statuses of a contract with the service that does not include the long forecast. */
const NOT_OURS = ['403', '404'];
/** The demo world starts shortly after the server; until then a refused connection is retried. */
const BEGINS_WITHIN_MS = 15_000;
const RETRY_MS = 200;

export function createQWeather({ base, key, source, fetch }: QWeatherOptions): WeatherService {
  const recent = new LRUCache<string, WeatherAnswer>({ max: 2000, ttl: NOW_CACHED_MS });
  const forecasts = new LRUCache<string, ForecastAnswer>({ max: 1000, ttl: FORECAST_CACHED_MS });
  const inFlight = new Map<string, Promise<WeatherAnswer>>();
  const listensBy = performance.now() + (source === 'demo' ? BEGINS_WITHIN_MS : 0);

  const ask = async (location: string): Promise<WeatherAnswer> => {
    const url = `${base}/v7/weather/now?location=${location}&key=${encodeURIComponent(key)}`;
    const send = () => fetch(url, { headers: { 'X-QW-Api-Key': key }, signal: AbortSignal.timeout(BUDGET_MS), redirect: 'error' });
    const reply = await onceItListens(send, listensBy);
    const answer = readNow(await reply.json(), String(reply.status), source);
    if (answer.ok) recent.set(location, answer);
    return answer;
  };

  const get = async (path: string, location: string, signal: AbortSignal) => {
    const url = `${base}${path}?location=${location}&key=${encodeURIComponent(key)}`;
    const budget = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)]);
    const reply = await fetch(url, { headers: { 'X-QW-Api-Key': key }, signal: budget, redirect: 'error' });
    return readReply(await reply.json(), String(reply.status));
  };

  const getDays = async (location: string, signal: AbortSignal) => {
    const week = await get('/v7/weather/7d', location, signal);
    return NOT_OURS.includes(week.status) ? get('/v7/weather/3d', location, signal) : week;
  };

  return {
    ...createQWeatherPast({ base, key, source, fetch }),
    async forecastAt(position, signal) {
      const location = locationOf(position);
      const known = forecasts.get(location);
      if (known) return known;
      const [hourly, daily] = await Promise.all([get('/v7/weather/24h', location, signal), getDays(location, signal)]);
      const refused = [hourly, daily].find(({ status }) => status !== '200');
      if (refused) return weatherRefused(refused.status);
      const answer = { ok: true, source, ...readForecast(hourly.fields.hourly, daily.fields.daily) } as const;
      forecasts.set(location, answer);
      return answer;
    },
    async rainAt(position, signal) {
      const location = locationOf(position);
      const now = await get('/v7/weather/now', location, signal);
      const fallen = millimetresOf((now.fields.now as { precip?: unknown } | undefined)?.precip);
      if (now.status !== '200' || fallen === null) return weatherRefused(now.status === '200' ? '204' : now.status);
      const hours = await get('/v7/weather/24h', location, signal);
      const forecast = hours.status === '200' ? hourlyRain(hours.fields.hourly) : null;
      return {
        ok: true,
        source,
        fallen,
        nextHour: forecast?.[0] ?? null,
        nextDay: forecast && Math.round(10 * forecast.reduce((sum, rain) => sum + rain, 0)) / 10,
      };
    },
    async nowAt(position) {
      const location = locationOf(position);
      const known = recent.get(location) ?? inFlight.get(location);
      if (known) return known;
      const request = ask(location).finally(() => inFlight.delete(location));
      inFlight.set(location, request);
      return request;
    },
  };
}

/** null: not a plausible amount of rain. */
function millimetresOf(value: unknown): number | null {
  const millimetres = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return millimetres >= 0 && millimetres <= 500 ? millimetres : null;
}

const FORECAST_HOURS = 24;

/** The next 24 hours; null when one is missing or unreadable: unknown rain does not count as none. */
function hourlyRain(rows: unknown): number[] | null {
  const rains = (Array.isArray(rows) ? (rows as readonly { precip?: unknown }[]) : [])
    .slice(0, FORECAST_HOURS)
    .flatMap((row) => millimetresOf(row?.precip) ?? []);
  return rains.length === FORECAST_HOURS ? rains : null;
}

/** Retries while the connection is refused. @param by deadline on `performance.now()`. @throws the last error of `ask` */
async function onceItListens<T>(ask: () => Promise<T>, by: number): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isRefused = error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code === 'ECONNREFUSED';
      if (!isRefused || performance.now() > by) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** QWeather accepts at most two decimals: about a kilometre, finer than the resolution of its data. */
const locationOf = ({ lng, lat }: Position): string => `${lng.toFixed(2)},${lat.toFixed(2)}`;

function readNow(body: unknown, httpStatus: string, source: 'qweather' | 'demo'): WeatherAnswer {
  const { status, fields } = readReply(body, httpStatus);
  const { now } = fields;
  if (status !== '200' || typeof now !== 'object' || now === null) return weatherRefused(status);
  const field = (name: string): string => String((now as Record<string, unknown>)[name] ?? '');
  const number = (kind: MeasureKind, name: string): number | null => (field(name) === '' ? null : measureOrNull(kind, Number(field(name))));
  const text = (kind: MeasureKind, name: string): string | null => (number(kind, name) === null ? null : field(name));
  const observedAt = field('obsTime');
  const isOfToday = timeFault(new Date(observedAt), new Date()) === null;
  return {
    ok: true,
    source,
    now: {
      icon: field('icon'),
      text: field('text'),
      windScale: /^\d{1,2}-\d{1,2}$/.test(field('windScale')) ? field('windScale') : text('windScale', 'windScale'),
      windDir: field('windDir'),
      windFromDegrees: number('windDegrees', 'wind360'),
      temperatureCelsius: text('airCelsius', 'temp'),
      humidityPercent: text('humidityPercent', 'humidity'),
      observedAt: isOfToday ? observedAt : null,
    },
  };
}

// QWeather's historical data: the hours of a day (v7 `historical/weather`), by the id that its city search (v2 `city/lookup`) returns for a
// position.

interface QWeatherPastOptions {
  /** Scheme, host and port. */
  readonly base: string;
  readonly key: string;
  readonly source: 'qweather' | 'demo';
  readonly fetch: typeof fetch;
}

/** QWeather provides the ten days before today; the first of them lacks the rain of the day before. The demo provides any day. */
const PASTS: Readonly<Record<'qweather' | 'demo', WeatherPast>> = {
  qweather: { endsDaysAgo: 1, days: 9 },
  demo: { endsDaysAgo: 0, days: 14 },
};

/** A day without data is cached too. */
const DAY_CACHED_MS = 6 * 3_600_000;
const NOON = 12;

interface Hour {
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
  readonly windKilometresPerHour: number;
  readonly rainMillimetres: number;
}

/** The city of a location; a status code if there is none. */
type City = { readonly id: string } | { readonly status: string };

type Hours = { readonly ok: true; readonly hours: ReadonlyMap<number, Hour> } | { readonly ok: false; readonly status: string };

export function createQWeatherPast({ base, key, source, fetch }: QWeatherPastOptions): Pick<WeatherService, 'past' | 'noonOf'> {
  /** Keyed by location. */
  const cities = new LRUCache<string, City>({ max: 5_000 });
  const days = new LRUCache<string, Hours>({ max: 1_000, ttl: DAY_CACHED_MS });

  const ask = async (path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const url = `${base}${path}?${new URLSearchParams({ ...query, key })}`;
    const budget = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)]);
    const reply = await fetch(url, { headers: { 'X-QW-Api-Key': key }, signal: budget, redirect: 'error' });
    return readReply(await reply.json(), String(reply.status));
  };

  const cityAt = async (position: Position, signal: AbortSignal): Promise<City> => {
    const location = locationOf(position);
    const known = cities.get(location);
    if (known !== undefined) return known;
    const { status, fields } = await ask('/geo/v2/city/lookup', { location, number: '1' }, signal);
    if (status !== '200') return withoutCity(location, status);
    const [city] = Array.isArray(fields.location) ? (fields.location as { id?: unknown }[]) : [];
    if (typeof city?.id !== 'string') return withoutCity(location, '204');
    const found = { id: city.id };
    cities.set(location, found);
    return found;
  };
  /** Caches that the place has no city: otherwise each of its missing days would send another city search. */
  const withoutCity = (location: string, status: string): City => {
    const none = { status };
    if (NO_DATA.includes(status)) cities.set(location, none, { ttl: DAY_CACHED_MS });
    return none;
  };

  const hoursOf = async (id: string, day: string, signal: AbortSignal): Promise<Hours> => {
    const name = `${id} ${day}`;
    const known = days.get(name);
    if (known) return known;
    const { status, fields } = await ask('/v7/historical/weather', { location: id, date: day.replaceAll('-', '') }, signal);
    const hours: Hours = status === '200' ? { ok: true, hours: readHours(fields.weatherHourly) } : { ok: false, status };
    if (hours.ok || NO_DATA.includes(hours.status)) days.set(name, hours);
    return hours;
  };

  return {
    past: PASTS[source],
    async noonOf(position, day, signal) {
      const city = await cityAt(position, signal);
      if ('status' in city) return weatherRefused(city.status);
      const dayBefore = new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
      const before = await hoursOf(city.id, dayBefore, signal);
      if (!before.ok) return weatherRefused(before.status);
      const today = await hoursOf(city.id, day, signal);
      if (!today.ok) return weatherRefused(today.status);
      const past = noonFrom(before.hours, today.hours);
      return past ? { ok: true, ...past, source } : weatherRefused('204');
    },
  };
}

/** "No data for this city and day." */
const NO_DATA = ['204', '404'];

/** null when the noon or one of the 24 hours before it is missing: unmeasured rain does not count as none. */
function noonFrom(before: ReadonlyMap<number, Hour>, today: ReadonlyMap<number, Hour>): PastNoon | null {
  const noon = today.get(NOON);
  const hours = Array.from({ length: 24 }, (_, n) => {
    const hour = NOON + 1 + n;
    return hour < 24 ? before.get(hour) : today.get(hour - 24);
  }).flatMap((hour) => hour ?? []);
  if (!noon || hours.length < 24) return null;
  const fallen = hours.reduce((sum, { rainMillimetres }) => sum + rainMillimetres, 0);
  return {
    noon: { ...noon, rainMillimetres: Math.round(10 * fallen) / 10 },
    extremes: {
      highestCelsius: Math.max(...hours.map(({ temperatureCelsius }) => temperatureCelsius)),
      lowestHumidityPercent: Math.min(...hours.map(({ humidityPercent }) => humidityPercent)),
      strongestWindKilometresPerHour: Math.max(...hours.map(({ windKilometresPerHour }) => windKilometresPerHour)),
    },
  };
}

/** The hours by hour of the day; unreadable or implausible ones are left out. */
function readHours(rows: unknown): Map<number, Hour> {
  const hours = new Map<number, Hour>();
  for (const row of Array.isArray(rows) ? (rows as Readonly<Record<string, unknown>>[]) : []) {
    const clock = /[ T](\d{2}):00/.exec(String(row?.time ?? ''));
    const read = (field: string, low: number, high: number): number | null => {
      const text = row[field];
      const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
      return value >= low && value <= high ? value : null;
    };
    if (!clock) continue;
    const [temperatureCelsius, humidityPercent] = [read('temp', -80, 60), read('humidity', 0, 100)];
    const [windKilometresPerHour, rainMillimetres] = [read('windSpeed', 0, 400), read('precip', 0, 500)];
    if (temperatureCelsius === null || humidityPercent === null || windKilometresPerHour === null || rainMillimetres === null) continue;
    hours.set(Number(clock[1]), { temperatureCelsius, humidityPercent, windKilometresPerHour, rainMillimetres });
  }
  return hours;
}

/** The time limit of one request. */
const BUDGET_MS = 5_000;

/** @returns QWeather's own status code if the body has one, otherwise the HTTP status */
function readReply(body: unknown, httpStatus: string): { readonly status: string; readonly fields: Readonly<Record<string, unknown>> } {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  return { status: typeof fields.code === 'string' ? fields.code : httpStatus, fields };
}

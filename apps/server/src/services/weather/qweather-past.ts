// QWeather's past: the hours of a day (v7 `historical/weather`), asked by the number that its place search (v2 `city/lookup`) gives a place.
// The demo's weather speaks the same words.
import type { NoonWeather, Position } from '@lookout/domain';
import { LRUCache } from 'lru-cache';
import { BUDGET_MS, readReply } from './qweather-reply.ts';
import { type WeatherPast, type WeatherService, weatherRefused } from './weather.ts';

interface QWeatherPastOptions {
  /** Scheme, host and port. */
  readonly base: string;
  readonly key: string;
  readonly source: 'qweather' | 'demo';
  readonly fetch: typeof fetch;
}

/** QWeather keeps ten days before today; the first of them has no day before it to count the rain from. The demo's knows any day. */
const PASTS: Readonly<Record<'qweather' | 'demo', WeatherPast>> = {
  qweather: { endsDaysAgo: 1, days: 9 },
  demo: { endsDaysAgo: 0, days: 14 },
};

/** A day without data is not asked for again and again. */
const KEEP_MS = 6 * 3_600_000;
const NOON = 12;
const DAY_MS = 86_400_000;

interface Hour {
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
  readonly windKilometresPerHour: number;
  readonly rainMillimetres: number;
}

type Hours = { readonly ok: true; readonly hours: ReadonlyMap<number, Hour> } | { readonly ok: false; readonly word: string };

export function createQWeatherPast({ base, key, source, fetch }: QWeatherPastOptions): Pick<WeatherService, 'past' | 'noonOf'> {
  const places = new LRUCache<string, string>({ max: 5_000 });
  const days = new LRUCache<string, Hours>({ max: 1_000, ttl: KEEP_MS });

  const ask = async (path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const url = `${base}${path}?${new URLSearchParams({ ...query, key })}`;
    const budget = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)]);
    const reply = await fetch(url, { headers: { 'X-QW-Api-Key': key }, signal: budget, redirect: 'error' });
    return readReply(await reply.json(), String(reply.status));
  };

  /** The place's number; a status word when there is none. */
  const placeAt = async ({ lng, lat }: Position, signal: AbortSignal): Promise<{ id: string } | { word: string }> => {
    const location = `${lng.toFixed(2)},${lat.toFixed(2)}`;
    const known = places.get(location);
    if (known !== undefined) return { id: known };
    const { word, fields } = await ask('/geo/v2/city/lookup', { location, number: '1' }, signal);
    const [place] = Array.isArray(fields.location) ? (fields.location as { id?: unknown }[]) : [];
    if (word !== '200') return { word };
    if (typeof place?.id !== 'string') return { word: '204' };
    places.set(location, place.id);
    return { id: place.id };
  };

  const hoursOf = async (id: string, day: string, signal: AbortSignal): Promise<Hours> => {
    const name = `${id} ${day}`;
    const known = days.get(name);
    if (known) return known;
    const { word, fields } = await ask('/v7/historical/weather', { location: id, date: day.replaceAll('-', '') }, signal);
    const hours: Hours = word === '200' ? { ok: true, hours: readHours(fields.weatherHourly) } : { ok: false, word };
    if (hours.ok || NO_DATA.includes(hours.word)) days.set(name, hours);
    return hours;
  };

  return {
    past: PASTS[source],
    async noonOf(position, day, signal) {
      const place = await placeAt(position, signal);
      if ('word' in place) return weatherRefused(place.word);
      const dayBefore = new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
      const before = await hoursOf(place.id, dayBefore, signal);
      if (!before.ok) return weatherRefused(before.word);
      const today = await hoursOf(place.id, day, signal);
      if (!today.ok) return weatherRefused(today.word);
      const noon = noonFrom(before.hours, today.hours);
      return noon ? { ok: true, noon, source } : weatherRefused('204');
    },
  };
}

/** "No data for this place and day." */
const NO_DATA = ['204', '404'];

/** null when the noon or one of the 24 hours before it is not there: rain that nobody measured is not taken for none. */
function noonFrom(before: ReadonlyMap<number, Hour>, today: ReadonlyMap<number, Hour>): NoonWeather | null {
  const noon = today.get(NOON);
  const wet = Array.from({ length: 24 }, (_, n) => {
    const hour = NOON + 1 + n;
    return hour < 24 ? before.get(hour) : today.get(hour - 24);
  }).flatMap((hour) => (hour ? [hour.rainMillimetres] : []));
  if (!noon || wet.length < 24) return null;
  return { ...noon, rainMillimetres: Math.round(10 * wet.reduce((sum, rain) => sum + rain, 0)) / 10 };
}

/** By the hour of the day; an hour that cannot be read, or says what no weather is, is left out. */
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

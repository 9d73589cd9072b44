// QWeather (和风天气) v7 `weather/now`, or whatever speaks the same words: the demo world does, so both go the same way.
import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@lookout/domain';
import { LRUCache } from 'lru-cache';
import { createQWeatherPast } from './qweather-past.ts';
import { BUDGET_MS, readReply } from './qweather-reply.ts';
import { type WeatherAnswer, type WeatherService, weatherRefused } from './weather.ts';

interface QWeatherOptions {
  /** Scheme, host and port. */
  readonly base: string;
  readonly key: string;
  readonly source: 'qweather' | 'demo';
  readonly fetch: typeof fetch;
}

const KEEP_MS = 10 * 60_000;
/** The demo world begins beside the server, a moment later: until then a refused connection is asked again. */
const BEGINS_WITHIN_MS = 15_000;
const KNOCK_AGAIN_MS = 200;

export function createQWeather({ base, key, source, fetch }: QWeatherOptions): WeatherService {
  const recent = new LRUCache<string, WeatherAnswer>({ max: 2000, ttl: KEEP_MS });
  const underway = new Map<string, Promise<WeatherAnswer>>();
  const listensBy = performance.now() + (source === 'demo' ? BEGINS_WITHIN_MS : 0);

  const ask = async (location: string): Promise<WeatherAnswer> => {
    const url = `${base}/v7/weather/now?location=${location}&key=${encodeURIComponent(key)}`;
    const asked = () => fetch(url, { headers: { 'X-QW-Api-Key': key }, signal: AbortSignal.timeout(BUDGET_MS), redirect: 'error' });
    const reply = await onceItListens(asked, listensBy);
    const answer = readNow(await reply.json(), String(reply.status), source);
    if (answer.ok) recent.set(location, answer);
    return answer;
  };

  return {
    ...createQWeatherPast({ base, key, source, fetch }),
    async nowAt(position) {
      const location = locationOf(position);
      const known = recent.get(location) ?? underway.get(location);
      if (known) return known;
      const asking = ask(location).finally(() => underway.delete(location));
      underway.set(location, asking);
      return asking;
    },
  };
}

/** Asks again while nobody listens yet. @param by on the process's clock; later a refusal counts at once. @throws what `ask` threw last */
async function onceItListens<T>(ask: () => Promise<T>, by: number): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isRefused = error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code === 'ECONNREFUSED';
      if (!isRefused || performance.now() > by) throw error;
      await delay(KNOCK_AGAIN_MS);
    }
  }
}

/** QWeather takes at most two decimals: about a kilometre, finer than its own field. */
const locationOf = ({ lng, lat }: Position): string => `${lng.toFixed(2)},${lat.toFixed(2)}`;

function readNow(body: unknown, status: string, source: 'qweather' | 'demo'): WeatherAnswer {
  const { word, fields } = readReply(body, status);
  const { now } = fields;
  if (word !== '200' || typeof now !== 'object' || now === null) return weatherRefused(word);
  const field = (name: string): string => String((now as Record<string, unknown>)[name] ?? '');
  const wind = Number(field('wind360'));
  return {
    ok: true,
    source,
    now: {
      icon: field('icon'),
      text: field('text'),
      windScale: field('windScale'),
      windDir: field('windDir'),
      windFromDegrees: field('wind360') !== '' && Number.isFinite(wind) ? wind : null,
      temperatureCelsius: field('temp'),
      humidityPercent: field('humidity'),
      observedAt: field('obsTime'),
    },
  };
}

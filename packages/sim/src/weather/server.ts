// The demo's weather service: a small HTTP server that speaks QWeather's words for the weather now and in the past, so that the product asks it
// as it asks the real one.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Position } from '@lookout/domain';
import { HOUR_MS, type WorldClock } from '../clock.ts';
import type { WeatherField } from './field.ts';
import { hourReply, type PastHourReply, weatherNowReply } from './qweather.ts';

interface Question {
  readonly position: Position;
  readonly date: string;
}

/** QWeather's own paths; any key will do here. null: no data for that. */
type Answers = Readonly<Record<string, (question: Question) => object | null>>;

export interface WeatherServer {
  readonly port: number;
  stop(): Promise<void>;
}

interface WeatherServerOptions {
  readonly field: WeatherField;
  readonly clock: WorldClock;
  /** 0: any free port. */
  readonly port: number;
}

/** Listens on 127.0.0.1 only. @throws when the port is taken */
export async function startWeatherServer({ field, clock, port }: WeatherServerOptions): Promise<WeatherServer> {
  const answers: Answers = {
    '/v7/weather/now': ({ position }) => {
      const worldMs = clock.now();
      return weatherNowReply(field.at(position, worldMs), clock.wallOf(worldMs));
    },
    '/v7/historical/weather': ({ position, date }) => pastDayReply(field, clock, position, date),
    '/geo/v2/city/lookup': ({ position }) => lookupReply(position),
  };
  const server = createServer((request, response) => {
    request.resume();
    const url = new URL(request.url ?? '/', 'http://localhost');
    const reply = Object.hasOwn(answers, url.pathname) ? answers[url.pathname] : undefined;
    if (request.method !== 'GET' || reply === undefined) return answer(response, 404, { code: '404' });
    const position = positionOf(url.searchParams.get('location'));
    if (position === null) return answer(response, 400, { code: '400' });
    answer(response, 200, reply({ position, date: url.searchParams.get('date') ?? '' }) ?? { code: '204' });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `lng,lat` in degrees, as QWeather takes it; null when it is no place on Earth. */
function positionOf(location: string | null): Position | null {
  const match = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,2}(?:\.\d+)?)$/.exec(location ?? '');
  if (!match) return null;
  const position = { lng: Number(match[1]), lat: Number(match[2]) };
  return Math.abs(position.lng) <= 180 && Math.abs(position.lat) <= 90 ? position : null;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

// The field's past in the words of QWeather: the hours of a day (v7 `historical/weather`), and the place search (`city/lookup`) that gives a
// place the number by which they are asked. Unlike QWeather's the past goes up to this hour.

interface PastDayReply {
  readonly code: '200';
  readonly weatherHourly: readonly PastHourReply[];
}

const HOURS = 24;

/** The numbers of places here are the places themselves. */
const lookupReply = ({ lng, lat }: Position) => ({
  code: '200',
  location: [{ id: `${lng},${lat}`, lon: String(lng), lat: String(lat) }],
});

/**
 * @param date `yyyyMMdd`, the day of the people outside
 * @returns null when it is no day, or none of its hours has come yet
 */
function pastDayReply(field: WeatherField, clock: WorldClock, position: Position, date: string): PastDayReply | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  const beginsMs = Date.parse(`${year}-${month}-${day}T00:00:00+08:00`);
  if (Number.isNaN(beginsMs)) return null;
  const nowMs = clock.wallOf(clock.now());
  const hours = Array.from({ length: HOURS }, (_, hour) => beginsMs + hour * HOUR_MS).filter((ms) => ms <= nowMs);
  if (hours.length === 0) return null;
  return { code: '200', weatherHourly: hours.map((ms) => hourReply(field.at(position, clock.worldOf(ms)), ms)) };
}

// The demo's weather service: a small HTTP server with QWeather's API for current, past and forecast weather, so that the product calls it
// like the real one.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS, HOUR_MS, type Position } from '@lookout/domain';
import type { WorldClock } from '../clock.ts';
import type { WeatherField } from './field.ts';
import { type NextDay, type NextHour, nextDay, nextHour, type PastHour, pastHour, weatherNowResponse } from './qweather.ts';

interface WeatherQuery {
  readonly position: Position;
  readonly date: string;
}

/** A handler for each of QWeather's paths; any key is accepted. null: no data. */
type Handlers = Readonly<Record<string, (query: WeatherQuery) => object | null>>;

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

/** Listens on 127.0.0.1 only. @throws when the port is in use */
export async function startWeatherServer({ field, clock, port }: WeatherServerOptions): Promise<WeatherServer> {
  const handlers: Handlers = {
    '/v7/weather/now': ({ position }) => {
      const worldMs = clock.now();
      return weatherNowResponse(field.at(position, worldMs), clock.wallOf(worldMs));
    },
    '/v7/weather/24h': ({ position }) => nextDayResponse(field, clock, position),
    '/v7/weather/3d': ({ position }) => nextDaysResponse(field, clock, position, 3),
    '/v7/weather/7d': ({ position }) => nextDaysResponse(field, clock, position, 7),
    '/v7/historical/weather': ({ position, date }) => pastDayResponse(field, clock, position, date),
    '/geo/v2/city/lookup': ({ position }) => lookupResponse(position),
  };
  const server = createServer((request, response) => {
    request.resume();
    const url = new URL(request.url ?? '/', 'http://localhost');
    const handler = Object.hasOwn(handlers, url.pathname) ? handlers[url.pathname] : undefined;
    if (request.method !== 'GET' || handler === undefined) return respond(response, 404, { code: '404' });
    const position = positionOf(url.searchParams.get('location'));
    if (position === null) return respond(response, 400, { code: '400' });
    respond(response, 200, handler({ position, date: url.searchParams.get('date') ?? '' }) ?? { code: '204' });
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

/** Reads QWeather's location parameter, `lng,lat` in degrees; null when it is not a position on Earth. */
function positionOf(location: string | null): Position | null {
  const match = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,2}(?:\.\d+)?)$/.exec(location ?? '');
  if (!match) return null;
  const position = { lng: Number(match[1]), lat: Number(match[2]) };
  return Math.abs(position.lng) <= 180 && Math.abs(position.lat) <= 90 ? position : null;
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/** The next hours in QWeather's format (v7 `weather/24h`). The demo's forecast is its own weather, so it is always right. */
function nextDayResponse(field: WeatherField, clock: WorldClock, position: Position): { code: '200'; hourly: readonly NextHour[] } {
  const beginsMs = Math.floor(clock.wallOf(clock.now()) / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: HOURS }, (_, hour) => beginsMs + (hour + 1) * HOUR_MS);
  return { code: '200', hourly: hours.map((ms) => nextHour(field.at(position, clock.worldOf(ms)), ms)) };
}

/** Today and the days after it, in QWeather's format (v7 `weather/3d`, `weather/7d`). */
function nextDaysResponse(
  field: WeatherField,
  clock: WorldClock,
  position: Position,
  days: number,
): { code: '200'; daily: readonly NextDay[] } {
  const todayMs = Math.floor((clock.wallOf(clock.now()) + BEIJING_AHEAD_MS) / DAY_MS) * DAY_MS - BEIJING_AHEAD_MS;
  const daily = Array.from({ length: days }, (_, day) => {
    const beginsMs = todayMs + day * DAY_MS;
    return nextDay(
      Array.from({ length: HOURS }, (_, hour) => field.at(position, clock.worldOf(beginsMs + hour * HOUR_MS))),
      beginsMs,
    );
  });
  return { code: '200', daily };
}

const BEIJING_AHEAD_MS = 8 * HOUR_MS;

// Past weather in QWeather's format: the hours of a day (v7 `historical/weather`), and the place search (`city/lookup`) that returns the
// location id for it. Unlike QWeather's, the history includes the current hour.

interface PastDayResponse {
  readonly code: '200';
  readonly weatherHourly: readonly PastHour[];
}

const HOURS = 24;

/** The location ids of this service are the positions themselves. */
const lookupResponse = ({ lng, lat }: Position) => ({
  code: '200',
  location: [{ id: `${lng},${lat}`, lon: String(lng), lat: String(lat) }],
});

/**
 * @param date `yyyyMMdd` in wall time
 * @returns null when it is not a date, or is in the future
 */
function pastDayResponse(field: WeatherField, clock: WorldClock, position: Position, date: string): PastDayResponse | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  const beginsMs = Date.parse(`${year}-${month}-${day}T00:00:00+08:00`);
  if (Number.isNaN(beginsMs)) return null;
  const nowMs = clock.wallOf(clock.now());
  const hours = Array.from({ length: HOURS }, (_, hour) => beginsMs + hour * HOUR_MS).filter((ms) => ms <= nowMs);
  if (hours.length === 0) return null;
  return { code: '200', weatherHourly: hours.map((ms) => pastHour(field.at(position, clock.worldOf(ms)), ms)) };
}

// Daily fire weather. Soon after noon, and after a start for any missing days, every watched grid gets its day. One server does this in the
// background: a slow or failing weather service delays nothing else.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ancestorAt, DAY_MS, type GridNo, levelOf, NATION, type Position } from '@lookout/domain';
import type { Log } from '@lookout/server/log-lines/log.ts';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import type { Store } from '../../store.ts';
import type { NoonAnswer, WeatherPast, WeatherService } from '../../weather/service/weather.ts';
import { drySpellOf } from '../danger-rating.ts';
import { daysAhead } from '../fire-forecast.ts';
import { type FireDay, fireDriversOf, fireWeatherOf, START_UP_CODES } from '../fire-weather.ts';

interface FireWeatherOptions {
  readonly store: Store;
  readonly grids: () => GridCatalogue;
  readonly weather: WeatherService;
  readonly clock: () => Date;
  readonly log: Log;
  /** Delay of the first run, so that the server's start is complete; default 10 s. */
  readonly firstMs?: number;
  /** The interval between two runs; default an hour. */
  readonly everyMs?: number;
  /** Longest pause between two grids, so that the thousands of requests of a first start block nothing; default 500 ms. */
  readonly breatherMs?: number;
  /** Age at which a forecast is renewed; default eight hours. */
  readonly forecastEveryMs?: number;
}

export interface FireWeatherService {
  /** The grids that have, or should have, fire weather. */
  watched(): Promise<readonly WatchedGrid[]>;
  stop(): Promise<void>;
}

const FIRST_MS = 10_000;
const EVERY_MS = 60 * 60_000;
const BREATHER_MS = 500;
/** Three forecasts a day for each grid stay within the quota of a usual contract with the weather service. */
const FORECAST_EVERY_MS = 8 * 60 * 60_000;
/** The pause after a grid, as a multiple of the duration of its requests. */
const REST_SHARE = 8;
/** The first retry is soon, because the demo's weather server starts later than this server; further retries back off. */
const FIRST_RETRY_MS = 5_000;
/** Longer than catching up all days of one grid takes; the lock of a crashed server expires after it. */
const LOCK_MS = 5 * 60_000;

export function startFireWeather(options: FireWeatherOptions): FireWeatherService {
  const { store, grids, weather, clock, log } = options;
  const { firstMs = FIRST_MS, everyMs = EVERY_MS, breatherMs = BREATHER_MS, forecastEveryMs = FORECAST_EVERY_MS } = options;
  const holder = randomUUID();
  const ending = new AbortController();
  const { signal } = ending;

  const watched = async () => watchedGrids(grids(), await store.fireWeather.watchedGrids());
  const keepLock = () => store.fireWeather.lock(holder, new Date(clock().getTime() + LOCK_MS));

  /** @returns how many days were added; null: another server holds the lock */
  const addMissingDays = async (past: WeatherPast): Promise<number | null> => {
    const lastDay = newestDay(clock(), past);
    // The lock is acquired before the newest days are read, so that days another server has just added are not requested again.
    if (!(await keepLock())) return null;
    let added = 0;
    try {
      const newest = await store.fireWeather.newest();
      const behind = (await watched()).filter(({ no }) => (newest.get(no)?.day ?? '') < lastDay);
      for (const grid of behind) {
        if (signal.aborted) break;
        if (!(await keepLock())) return null;
        const began = performance.now();
        added += await bringUpToDate(grid, newest.get(grid.no) ?? null, {
          lastDay,
          daysBack: past.days,
          signal,
          add: store.fireWeather.add,
          noonOf: (position, day) => weather.noonOf(position, day, signal),
        });
        await pause(Math.min(breatherMs, REST_SHARE * (performance.now() - began)), signal);
      }
      return added;
    } finally {
      await store.fireWeather.unlock(holder);
    }
  };

  /**
   * Renews the forecast of every watched grid if it is old, or was made before the grid's newest day. @returns the number of renewed
   * forecasts
   */
  const addForecasts = async (): Promise<number> => {
    if (!(await keepLock())) return 0;
    let made = 0;
    try {
      const [newest, times, all] = await Promise.all([store.fireWeather.newest(), store.fireWeather.forecastTimes(), watched()]);
      for (const { no, centre } of all) {
        const last = newest.get(no);
        const madeAt = times.get(no);
        if (last === undefined || (madeAt !== undefined && clock().getTime() - madeAt.getTime() < forecastEveryMs)) continue;
        if (signal.aborted || !(await keepLock())) break;
        const began = performance.now();
        const answer = await weather.forecastAt(centre, signal);
        if (!answer.ok && !NO_DATA.includes(answer.errcode)) throw new ServiceRefuses(`${answer.errcode} ${answer.error.code}`);
        if (answer.ok) {
          const days = daysAhead(last, answer.days, centre.lat).map((day) => ({ ...day, gridNo: no, gapDays: 0, source: answer.source }));
          await store.fireWeather.putForecast(no, days, clock());
          made += 1;
        }
        await pause(Math.min(breatherMs, REST_SHARE * (performance.now() - began)), signal);
      }
      return made;
    } finally {
      await store.fireWeather.unlock(holder);
    }
  };

  /** If the service gives no forecast, the next run asks again; the observed days do not wait for it. */
  const forecastOrWarn = async (): Promise<void> => {
    try {
      const grids = await addForecasts();
      if (grids > 0) log.info({ grids }, 'fire danger was forecast');
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'fire danger could not be forecast');
    }
  };

  const run = async (past: WeatherPast) => {
    let retryMs = FIRST_RETRY_MS;
    await pause(firstMs, signal);
    while (!signal.aborted) {
      const failed = await addMissingDays(past).then(
        async (added) => {
          if (added !== null && added > 0) log.info({ days: added }, 'fire weather was brought up to date');
          await forecastOrWarn();
          return false;
        },
        (error: unknown) => {
          if (!signal.aborted) log.warn({ err: error, againInMs: retryMs }, 'fire weather could not be brought up to date');
          return true;
        },
      );
      await pause(failed ? retryMs : everyMs, signal);
      retryMs = failed ? Math.min(retryMs * 2, everyMs) : FIRST_RETRY_MS;
    }
  };
  const running = weather.past === null ? Promise.resolve() : run(weather.past);

  return {
    watched,
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** The newest day whose noon is past and that the service has data for. */
function newestDay(now: Date, { endsDaysAgo }: WeatherPast): string {
  return earlierDay(lastNoon(now), daysOn(dayOf(now), -endsDaysAgo));
}

/** A pause that an abort cuts short. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

// Watched grids: every prefecture (and each province without any), and the counties of the prefectures that accounts belong to.

interface WatchedGrid {
  readonly no: GridNo;
  readonly centre: Position;
}

/**
 * @param homes the grids that accounts belong to. @returns the grids near these first, then the rest of the country; grids without a known
 * centre are left out
 */
export function watchedGrids(grids: GridCatalogue, homes: readonly GridNo[]): WatchedGrid[] {
  const provinces = grids.childrenOf(NATION).map(({ no }) => no);
  const country = provinces.flatMap((province) => {
    // Beijing has a single prefecture, "the districts of the city", without a position.
    const prefectures = grids.childrenOf(province).filter(({ no, centre }) => levelOf(no) === 'prefecture' && centre !== null);
    return prefectures.length > 0 ? prefectures.map(({ no }) => no) : [province];
  });
  const watched = new Set(homes.flatMap((home) => ancestorAt(home, 'prefecture') ?? []));
  const near = [...watched].flatMap((prefecture) => [prefecture, ...grids.childrenOf(prefecture).map(({ no }) => no)]);
  return [...new Set([...near, ...country])].flatMap((no) => {
    const centre = grids.find(no)?.centre;
    return centre ? [{ no, centre }] : [];
  });
}

// Brings one grid up to date: its missing days in order, each from the codes of the day before.

/** The service refuses every request (key, quota, its own fault): the next day would fail too. */
export class ServiceRefuses extends Error {
  override readonly name = 'ServiceRefuses';
}

/** QWeather's status codes for "no data for this city and day". */
const NO_DATA = ['204', '404'];

export interface Observing {
  readonly noonOf: (position: WatchedGrid['centre'], day: string) => Promise<NoonAnswer>;
  /** How many days back the service has data. */
  readonly daysBack: number;
  /** Adds all days or none; false: another server has added one of them in the meantime. */
  readonly add: (days: readonly FireDay[]) => Promise<boolean>;
  /** The newest day that the service can have. */
  readonly lastDay: string;
  readonly signal: AbortSignal;
}

/**
 * A day without data is left out and never interpolated: the next one continues from the last known codes and counts the missing days. Once
 * a later day is stored, an earlier one remains missing. All days are added at once, including those received before the service refused.
 * @param newest the grid's newest day; null: start with the start-up codes
 * @returns the number of days added
 * @throws ServiceRefuses with the service's status; the error of the request when the service cannot be reached
 */
export async function bringUpToDate({ no, centre }: WatchedGrid, newest: FireDay | null, observing: Observing): Promise<number> {
  const { noonOf, add, daysBack, lastDay, signal } = observing;
  const earliest = daysOn(lastDay, 1 - daysBack);
  const next = newest === null ? earliest : daysOn(newest.day, 1);
  const known: FireDay[] = [];
  let refusal: unknown = null;
  try {
    for (const day of daysFrom(laterDay(next, earliest), lastDay)) {
      if (signal.aborted) break;
      const answer = await noonOf(centre, day);
      if (!answer.ok && !NO_DATA.includes(answer.errcode)) throw new ServiceRefuses(`${answer.errcode} ${answer.error.code}`);
      if (answer.ok) known.push(fireDay(no, centre, day, answer, known.at(-1) ?? newest));
    }
  } catch (error) {
    refusal = error;
  }
  // If another server's rows are stored, the next run continues from those.
  const isAdded = await add(known);
  if (refusal !== null) throw refusal;
  return isAdded ? known.length : 0;
}

function fireDay(
  gridNo: WatchedGrid['no'],
  { lat: latitude }: WatchedGrid['centre'],
  day: string,
  { noon, extremes, source }: NoonAnswer & { ok: true },
  before: FireDay | null,
): FireDay {
  const season = { month: Number(day.slice(5, 7)), latitude };
  const codes = before ?? START_UP_CODES;
  const gapDays = before === null ? 0 : daysBetween(before.day, day) - 1;
  const drivers = fireDriversOf(codes, noon, season);
  return {
    gridNo,
    day,
    source,
    ...noon,
    ...fireWeatherOf(codes, noon, season),
    driver: drivers[0]?.driver ?? null,
    drivers,
    extremes,
    // The rain of an unobserved day is not known.
    drySpell: drySpellOf(gapDays === 0 ? (before?.drySpell ?? null) : null, noon.rainMillimetres),
    gapDays,
  };
}

// Calendar days in Beijing, written YYYY-MM-DD.

const BEIJING_AHEAD_MS = 8 * 3_600_000;
const NOON_HOUR = 12;

const dayOf = (at: Date): string => new Date(at.getTime() + BEIJING_AHEAD_MS).toISOString().slice(0, 10);

/** @param days negative: earlier days */
export const daysOn = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The number of days from one day to another; 1: the next day. */
const daysBetween = (from: string, to: string): number => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;

/** The last day whose noon is past. */
export const lastNoon = (now: Date): string => dayOf(new Date(now.getTime() - NOON_HOUR * 3_600_000));

/** Every day from the first to the last, both included; empty if the last day is before the first. */
export const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, n) => daysOn(first, n));

const laterDay = (one: string, other: string): string => (one.localeCompare(other) > 0 ? one : other);
const earlierDay = (one: string, other: string): string => (one.localeCompare(other) < 0 ? one : other);

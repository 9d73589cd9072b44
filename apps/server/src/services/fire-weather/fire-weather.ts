// The daily work: soon after noon, and after a start for what is missing, every watched grid gets its day's fire weather. Of several servers
// one does it. It runs beside everything else: a slow or broken weather service holds up nothing but itself.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '@lookout/store';
import type { Log } from '../deps.ts';
import type { GridCatalogue } from '../grid-catalogue.ts';
import type { WeatherPast, WeatherService } from '../weather/weather.ts';
import { dayOf, daysOn, earlierDay, lastNoon } from './days.ts';
import { bringUpToDate } from './observe.ts';
import { type WatchedGrid, watchedGrids } from './watched.ts';

interface FireWeatherOptions {
  readonly store: Store;
  readonly grids: () => GridCatalogue;
  readonly weather: WeatherService;
  readonly clock: () => Date;
  readonly log: Log;
  /** Before the first look, so that the start is over; default 10 s. */
  readonly firstMs?: number;
  /** Between two looks; default an hour. */
  readonly everyMs?: number;
  /** Between two grids at most, so that the first start's thousands of questions crowd out nobody; default 500 ms. */
  readonly breatherMs?: number;
}

export interface FireWeatherService {
  /** The grids that have, or ought to have, fire weather. */
  watched(): Promise<readonly WatchedGrid[]>;
  stop(): Promise<void>;
}

const FIRST_MS = 10_000;
const EVERY_MS = 60 * 60_000;
const BREATHER_MS = 500;
/** A grid's questions are followed by a rest so many times as long. */
const REST_SHARE = 8;
/** A service that is not there yet (the demo's starts after us) is asked again soon, then less and less often. */
const FIRST_RETRY_MS = 5_000;
/** Longer than a grid's whole past may take: a server that died lets go after it. */
const LOCK_MS = 5 * 60_000;

export function startFireWeather(options: FireWeatherOptions): FireWeatherService {
  const { store, grids, weather, clock, log, firstMs = FIRST_MS, everyMs = EVERY_MS, breatherMs = BREATHER_MS } = options;
  const holder = randomUUID();
  const ending = new AbortController();
  const { signal } = ending;

  const watched = async () => watchedGrids(grids(), await store.fireWeather.watchedGrids());
  const keepLock = () => store.fireWeather.lock(holder, new Date(clock().getTime() + LOCK_MS));

  /** @returns how many days were added; null: another server is at it */
  const round = async (past: WeatherPast): Promise<number | null> => {
    const lastDay = newestDay(clock(), past);
    // First the lock, then what stands: what another server has just added must not be asked for again.
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

  const run = async (past: WeatherPast) => {
    let retryMs = FIRST_RETRY_MS;
    await pause(firstMs, signal);
    while (!signal.aborted) {
      const failed = await round(past).then(
        (added) => {
          if (added !== null && added > 0) log.info({ days: added }, 'fire weather was brought up to date');
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

/** The newest day whose noon is past and that the service knows by now. */
function newestDay(now: Date, { endsDaysAgo }: WeatherPast): string {
  return earlierDay(lastNoon(now), daysOn(dayOf(now), -endsDaysAgo));
}

/** A pause that the end cuts short. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

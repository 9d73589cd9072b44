// Forecasts that a test requests over HTTP: by default an hour of wind from noon on, and the run after it has ended.
import { contract } from '@lookout/features/contract.ts';
import { createSurface, demoLandCover, demoRelief } from '@lookout/geo';
import { expect, vi } from 'vitest';
import type { AlarmWorld, Officer } from './alarm-world.ts';
import type { Reply } from './index.ts';

const { runSpread, spreadOne } = contract.spread;

export const SOON = { timeout: 60_000, interval: 150 };
/** Noon in China, on the server's current date. */
export const NOON = new Date().toISOString().slice(0, 11).concat('04:00:00Z');

/** A dry day with wind from the south-west, as an officer enters it. */
export const windOf = (windSpeedMetresPerSecond: number) => [
  { time: NOON, windFromDegrees: 225, windSpeedMetresPerSecond, temperatureCelsius: 26, humidityPercent: 25 },
];
export const WINDY = windOf(6);

/** The request of a run. */
type RunRequest = Readonly<Record<string, unknown>>;

const requestOf = (given: RunRequest): RunRequest => ({ begin: NOON, hours: 1, weather: WINDY, ...given });

export const pointOf = ({ lng, lat }: { readonly lng: number; readonly lat: number }) => ({ type: 'Point', coordinates: [lng, lat] });

/** Returns the id of the run from a reply. */
export const runIdOf = ({ body }: Reply): string => body.data?.id ?? expect.fail(JSON.stringify(body));

interface Forecasts {
  ask(given: RunRequest, user?: Officer): Promise<Reply>;
  /** Requests a run. @returns the run's id */
  run(given: RunRequest, user?: Officer): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  found(id: string, user?: Officer): Promise<any>;
  /** Returns the run after it has ended, whatever its outcome. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  ended(id: string, user?: Officer): Promise<any>;
  /** Requests a run and returns it when it is done. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  done(given: RunRequest): Promise<any>;
}

/** @param world called at each use, because a test opens it in its `beforeAll` */
export function forecastsOf(world: () => Pick<AlarmWorld, 'call'>): Forecasts {
  const ask: Forecasts['ask'] = (given, user = 'wenchuan') => world().call(user, runSpread, requestOf(given));
  const found: Forecasts['found'] = async (id, user = 'wenchuan') => (await world().call(user, spreadOne, { id })).body.data;
  const run: Forecasts['run'] = async (given, user) => runIdOf(await ask(given, user));
  const ended: Forecasts['ended'] = (id, user) =>
    vi.waitFor(async () => {
      const one = await found(id, user);
      expect(['done', 'failed', 'cancelled']).toContain(one.state);
      return one;
    }, SOON);
  return {
    ask,
    run,
    found,
    ended,
    async done(given) {
      const one = await ended(await run(given));
      expect(one.state, JSON.stringify(one.failure)).toBe('done');
      return one;
    },
  };
}

interface Search {
  /** The cover is the same up to this distance to each side. */
  readonly aroundDegrees: number;
  /** Distance from one place to the next. */
  readonly apartDegrees: number;
}

/** The land cover of the demo world. @returns one of DEMO_COVER */
export const demoCoverAt = demoLandCover(createSurface(demoRelief()).heightAt);

/** Finds places in the west of Wenchuan that are surrounded by one demo cover, each east of the one before. */
export function placesIn(world: () => Pick<AlarmWorld, 'server'>, { aroundDegrees, apartDegrees }: Search) {
  let searched = 103.2;
  return (cover: number): { readonly lng: number; readonly lat: number } => {
    const sides = [0, aroundDegrees, -aroundDegrees];
    const { gridAt } = world().server.app.deps.gazetteer();
    for (let lng = searched; lng < 103.7; lng += 0.001)
      for (let lat = 31.2; lat < 31.5; lat += 0.002) {
        const isAround = sides.every((d) => demoCoverAt(lng + d, lat) === cover && demoCoverAt(lng, lat + d) === cover);
        if (isAround && gridAt({ lng, lat }, null) === '513221') {
          searched = lng + apartDegrees;
          return { lng, lat };
        }
      }
    throw new Error(`no place with cover ${cover}`);
  };
}

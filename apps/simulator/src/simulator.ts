// The demo world against one server: waits for it, sends resources and cameras, then runs the world and sends its events.
import { createSurface, demoRelief } from '@lookout/geo';
import {
  applicationsAt,
  burningsParcel,
  createPassings,
  createQueue,
  createSession,
  createWire,
  createWorld,
  createWorldClock,
  firesReportedBy,
  gateMonitorsParcel,
  hazardsOn,
  hazardsParcel,
  notices,
  parcelOf,
  passingParcel,
  pastTimes,
  READING_EVERY_MS,
  readingsAt,
  readingsParcel,
  resourcesOn,
  resourcesParcel,
  runWorld,
  SURVEYOR,
  startWeatherServer,
  towersOn,
  towersParcel,
  walkersAt,
} from '@lookout/sim';
import type { Environment, Settings } from './settings.ts';
import { startCrowd, startRangers } from './start-rangers.ts';
import { startTowersThread } from './start-towers.ts';

/** The same demo terrain as on the server: the relief does not depend on the seed. */
const surface = createSurface(demoRelief());

/**
 * Runs until `stopSignal`, or until the server refuses the feed key.
 * @returns the exit code, after everything has ended
 * @throws when the port of the weather server or of the towers is taken
 */
export async function runSimulator(settings: Settings, stopSignal: AbortSignal, environment: Environment): Promise<number> {
  const { seed, speed, scale, mode } = settings;
  if (mode === 'off' || stopSignal.aborted) return 0;
  if (settings.feedKey === null) {
    environment.warn(notices.keyMissing);
    return 1;
  }
  const clock = createWorldClock(environment.clock, speed);
  const world = createWorld({ seed, surface, scale });
  const refused = new AbortController();
  const signal = AbortSignal.any([stopSignal, refused.signal]);
  const sender = { baseUrl: settings.serverUrl, fetch: environment.fetch, signal };
  const wire = createWire({ ...sender, feedKey: settings.feedKey });
  const onKeyRefused = (): void => {
    if (!refused.signal.aborted) environment.warn(notices.keyRefused);
    refused.abort();
  };
  const queue = createQueue({
    pause: environment.pause,
    random: environment.random,
    onDelivered: (parcel) => environment.debug(parcel.name),
    onRefused: (parcel, why) => environment.warn(notices.refused(parcel.name, why)),
    onRetry(parcel, why, attempt, waitMs) {
      if (signal.aborted) return;
      const line = notices.retrying(parcel.name, why, Math.ceil(waitMs / 1000));
      // The first failure is a warning; further ones go to the verbose log.
      if (attempt === 1) environment.warn(line);
      else environment.debug(line);
    },
    onKeyRefused,
  });

  const weather =
    settings.weatherPort === null ? null : await startWeatherServer({ field: world.weather, clock, port: settings.weatherPort });
  const onTowersFault = (why: string): void => environment.warn(notices.towersFault(why));
  const towers = settings.towers && startTowersThread({ ...settings.towers, seed, speed, scale, burns: mode === 'on' }, onTowersFault);
  try {
    const [, running] = await Promise.all([waitForServer(settings.serverUrl, signal, environment), towers]);
    environment.debug(notices.running(`${mode}, seed ${seed}, speed ${speed}, scale ${scale}`));
    // Resources and cameras first, also in quiet mode.
    queue.add(resourcesParcel(resourcesOn(surface, scale), wire));
    queue.add(towersParcel(() => towersOn(surface), createSession(SURVEYOR, sender), running?.addresses));
    queue.add(gateMonitorsParcel(createSession(SURVEYOR, sender)));
    const hazards = hazardsOn(surface);
    queue.add(hazardsParcel(() => hazards, createSession(SURVEYOR, sender)));
    queue.add(readingsParcel(() => readingsAt(seed, hazards, pastTimes(environment.clock()), false), wire));
    queue.add(
      burningsParcel({
        clock,
        world: `${seed}-${speed}`,
        applications: () => applicationsAt(seed, surface, clock.now(), world.recent(clock.now()).flatMap(firesReportedBy)),
        sessionOf: (userName) => createSession({ userName }, sender),
      }),
    );
    await Promise.all([
      mode === 'on' ? runWorlds() : untilEnd(),
      runReadings(hazards),
      settings.rangers ? startRangers({ settings, world, surface, clock, wire, sender, onKeyRefused, environment }) : untilEnd(),
      settings.rangers && walkersAt(scale) > 0 ? startCrowd({ settings, clock, wire, sender, onKeyRefused, environment }) : untilEnd(),
    ]);
    await queue.stop();
    return refused.signal.aborted ? 1 : 0;
  } finally {
    await Promise.all([weather?.stop(), towers?.then((running) => running.stop())]);
  }

  async function runWorlds(): Promise<void> {
    const cameraWorld = { surface, burningAt: world.burningAt, windAt: world.weather.at };
    const run = { clock, queue, pause: environment.pause, signal };
    await Promise.all([
      runWorld({ ...run, world, post: (arrival) => queue.add(parcelOf(arrival, { wire, seed, speed, world: cameraWorld, clock })) }),
      runWorld({ ...run, world: createPassings(seed), post: (passing) => queue.add(passingParcel(passing, wire, seed, clock)) }),
    ]);
  }

  /** Monitors send readings all the time; they reach a threshold by themselves only in mode `on`. */
  async function runReadings(hazards: ReturnType<typeof hazardsOn>): Promise<void> {
    let sentMs = 0;
    while (!signal.aborted) {
      const atMs = Math.floor(environment.clock() / READING_EVERY_MS) * READING_EVERY_MS;
      if (atMs > sentMs) queue.add(readingsParcel(() => readingsAt(seed, hazards, [atMs], mode === 'on'), wire));
      sentMs = atMs;
      await environment.pause(READINGS_LOOKED_AT_MS, signal);
    }
  }

  /** Waits for the end; replaces a part that is switched off. */
  async function untilEnd(): Promise<void> {
    while (!signal.aborted) await environment.pause(60_000, signal);
  }
}

const READINGS_LOOKED_AT_MS = 30_000;

const READY_PATH = '/readyz';
const READY_INTERVAL_MS = 500;
const READY_TIMEOUT_MS = 5_000;

async function waitForServer(serverUrl: string, signal: AbortSignal, environment: Environment): Promise<void> {
  for (let polls = 0; !signal.aborted; polls++) {
    const why = await whyNotReady(serverUrl, signal, environment);
    if (why === null) return;
    if (polls === 0) environment.debug(notices.waiting(serverUrl, why));
    await environment.pause(READY_INTERVAL_MS, signal);
  }
}

async function whyNotReady(serverUrl: string, signal: AbortSignal, { fetch }: Environment): Promise<string | null> {
  try {
    const response = await fetch(new URL(READY_PATH, serverUrl), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(READY_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

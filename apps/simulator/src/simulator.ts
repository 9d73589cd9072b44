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
  firesToldBy,
  gateMonitorsParcel,
  notices,
  parcelOf,
  passingParcel,
  resourcesOn,
  resourcesParcel,
  runWorld,
  SURVEYOR,
  startWeatherServer,
  towersOn,
  towersParcel,
  walkersAt,
} from '@lookout/sim';
import type { Settings, Surroundings } from './settings.ts';
import { startCrowd, startRangers } from './start-rangers.ts';
import { startTowersThread } from './start-towers.ts';

/** The server's demo ground: the relief does not depend on the seed. */
const surface = createSurface(demoRelief());

/**
 * Runs until `stopSignal`, or until the server refuses the feed key.
 * @returns the exit code, when all has ended
 * @throws when the weather's port or one of the towers' is taken
 */
export async function runSimulator(settings: Settings, stopSignal: AbortSignal, around: Surroundings): Promise<number> {
  const { seed, speed, scale, mode } = settings;
  if (mode === 'off' || stopSignal.aborted) return 0;
  if (settings.feedKey === null) {
    around.warn(notices.keyMissing);
    return 1;
  }
  const clock = createWorldClock(around.clock, speed);
  const world = createWorld({ seed, surface, scale });
  const refused = new AbortController();
  const signal = AbortSignal.any([stopSignal, refused.signal]);
  const sender = { baseUrl: settings.serverUrl, fetch: around.fetch, signal };
  const wire = createWire({ ...sender, feedKey: settings.feedKey });
  const keyRefused = (): void => {
    if (!refused.signal.aborted) around.warn(notices.keyRefused);
    refused.abort();
  };
  const queue = createQueue({
    pause: around.pause,
    random: around.random,
    onDelivered: (parcel) => around.debug(parcel.name),
    onRefused: (parcel, why) => around.warn(notices.refused(parcel.name, why)),
    onRetry(parcel, why, attempt, waitMs) {
      if (signal.aborted) return;
      const line = notices.retrying(parcel.name, why, Math.ceil(waitMs / 1000));
      // The first failure is a warning, retries go to the verbose log.
      if (attempt === 1) around.warn(line);
      else around.debug(line);
    },
    onKeyRefused: keyRefused,
  });

  const weather =
    settings.weatherPort === null ? null : await startWeatherServer({ field: world.weather, clock, port: settings.weatherPort });
  const faulty = (why: string): void => around.warn(notices.towersFault(why));
  const towers = settings.towers && startTowersThread({ ...settings.towers, seed, speed, scale, burns: mode === 'on' }, faulty);
  try {
    const [, running] = await Promise.all([waitForServer(settings.serverUrl, signal, around), towers]);
    around.debug(notices.running(`${mode}, seed ${seed}, speed ${speed}, scale ${scale}`));
    // Resources and cameras first, in quiet mode too.
    queue.add(resourcesParcel(resourcesOn(surface, scale), wire));
    queue.add(towersParcel(() => towersOn(surface), createSession(SURVEYOR, sender), running?.addresses));
    queue.add(gateMonitorsParcel(createSession(SURVEYOR, sender)));
    queue.add(
      burningsParcel({
        clock,
        world: `${seed}-${speed}`,
        applications: () => applicationsAt(seed, surface, clock.now(), world.recent(clock.now()).flatMap(firesToldBy)),
        sessionOf: (userName) => createSession({ userName }, sender),
      }),
    );
    await Promise.all([
      mode === 'on' ? happen() : untilEnd(),
      settings.rangers ? startRangers({ settings, world, surface, clock, wire, sender, keyRefused, around }) : untilEnd(),
      settings.rangers && walkersAt(scale) > 0 ? startCrowd({ settings, clock, wire, sender, keyRefused, around }) : untilEnd(),
    ]);
    await queue.stop();
    return refused.signal.aborted ? 1 : 0;
  } finally {
    await Promise.all([weather?.stop(), towers?.then((running) => running.stop())]);
  }

  async function happen(): Promise<void> {
    const before = { surface, burningAt: world.burningAt, windAt: world.weather.at };
    const run = { clock, queue, pause: around.pause, signal };
    await Promise.all([
      runWorld({ ...run, world, post: (arrival) => queue.add(parcelOf(arrival, { wire, seed, speed, world: before, clock })) }),
      runWorld({ ...run, world: createPassings(seed), post: (passing) => queue.add(passingParcel(passing, wire, seed, clock)) }),
    ]);
  }

  /** Quiet: no fires. */
  async function untilEnd(): Promise<void> {
    while (!signal.aborted) await around.pause(60_000, signal);
  }
}

const READY_PATH = '/readyz';
const READY_EVERY_MS = 500;
const READY_BUDGET_MS = 5_000;

async function waitForServer(serverUrl: string, signal: AbortSignal, around: Surroundings): Promise<void> {
  for (let asked = 0; !signal.aborted; asked++) {
    const why = await whyNotReady(serverUrl, signal, around);
    if (why === null) return;
    if (asked === 0) around.debug(notices.waiting(serverUrl, why));
    await around.pause(READY_EVERY_MS, signal);
  }
}

async function whyNotReady(serverUrl: string, signal: AbortSignal, { fetch }: Surroundings): Promise<string | null> {
  try {
    const response = await fetch(new URL(READY_PATH, serverUrl), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(READY_BUDGET_MS)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

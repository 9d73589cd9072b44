// What features share, opened once: places, ground, the way in for alarms, the weather. Closed once, by app.ts.
import path from 'node:path';
import type { Store } from '@lookout/store';
import type { MediaTimings } from '@lookout/video';
import type { Deps } from '../serve/deps.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type Answers, createAnswers } from './answers.ts';
import { type Elevation, openElevation } from './elevation.ts';
import { type FireWeatherService, startFireWeather } from './fire-weather/fire-weather.ts';
import { pollFirms } from './firms-poller.ts';
import { loadPlaces, type Places } from './places.ts';
import { createResourceIndex, type ResourceIndex } from './resource-index/index.ts';
import { createSatelliteIntake, type SatelliteIntake } from './satellite-intake.ts';
import { openVideo, type VideoService } from './video/open-video.ts';
import { watchFolder } from './watched-folder.ts';
import { createQWeather } from './weather/qweather.ts';
import { noWeatherService, type WeatherService } from './weather/weather.ts';

export interface Services {
  places(): Places;
  elevation(): Elevation;
  readonly admission: Admission;
  readonly answers: Answers;
  readonly intake: SatelliteIntake;
  readonly resourceIndex: ResourceIndex;
  readonly weather: WeatherService;
  readonly fireWeather: FireWeatherService;
  readonly video: VideoService;
  stop(): Promise<void>;
}

/** An import writes here what it brought; every server looks and reads its places anew. */
export const PLACES_IMPORTED = 'places.imported';
const LOOK_FOR_IMPORT_MS = 3_000;

/** For tests: what they know already, and waits shorter than the service's. */
export interface ServiceOptions {
  /** The first look at the places. */
  readonly firstPlaces?: (store: Store) => Promise<Places>;
  readonly mediaTimings?: MediaTimings;
  /** Between two looks into the outbox of short messages, and at who the rangers are. */
  readonly smsEveryMs?: number;
  readonly rangersLookMs?: number;
}

const FIRMS_BASE = 'https://firms.modaps.eosdis.nasa.gov';
const QWEATHER_BASE = 'https://devapi.qweather.com';

export async function openServices(deps: Deps, { firstPlaces = loadPlaces, mediaTimings }: ServiceOptions = {}): Promise<Services> {
  const { store, clock, config, announcer, metrics, log } = deps;
  let places = await firstPlaces(store);
  let imported = JSON.stringify(await store.settings.get(PLACES_IMPORTED));
  const { dataDir, imageryUrl, terrainUrl } = config;
  const elevation = await openElevation({ dataDir, demo: config.demo !== 'off', outside: { imageryUrl, terrainUrl }, log });

  const admission = createAdmission({
    store,
    clock,
    places: () => places,
    ears: { announce: (events) => announcer.committed(events), expect: (first, last, hurry) => announcer.expect(first, last, hurry) },
    counted: (kind, count) => metrics.alarmsAccepted.inc({ kind }, count),
  });
  const intake = createSatelliteIntake({ admission, places: () => places, clock });

  const resourceIndex = createResourceIndex({ store, url: store.url, now: () => performance.now(), log });
  metrics.gauge('lookout_resource_index_ready', '1 while what stands around a place is answered from memory', () =>
    Number(resourceIndex.isReady()),
  );

  const video = await openVideo(deps, () => resourceIndex.look(), mediaTimings);

  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = store.settings
      .get(PLACES_IMPORTED)
      .then(async (now) => {
        if (JSON.stringify(now) === imported) return;
        places = await loadPlaces(store);
        imported = JSON.stringify(now);
        log.info({ imported: now }, 'places were imported and read anew');
      })
      .catch((error: unknown) => log.warn({ err: error }, 'could not look for imported places'));
  }, LOOK_FOR_IMPORT_MS);

  const inbox = watchFolder({ folder: path.join(config.dataDir, 'inbox', 'firms'), intake, clock, log });
  const poller =
    config.firmsMapKey === null ? null : pollFirms({ base: FIRMS_BASE, mapKey: config.firmsMapKey, intake, clock, fetch, log });

  const weather = weatherOf(deps);
  const fireWeather = startFireWeather({ store, clock, log, weather, book: () => places.book });

  return {
    places: () => places,
    elevation: () => elevation,
    admission,
    answers: createAnswers({ store, book: () => places.book, announce: (events) => announcer.committed(events) }),
    intake,
    resourceIndex,
    weather,
    fireWeather,
    video,
    async stop() {
      clearInterval(timer);
      await video.stop();
      await Promise.all([looking, inbox.stop(), poller?.stop(), fireWeather.stop(), elevation.stop(), resourceIndex.stop()]);
      await intake.stop();
    },
  };
}

/** The real service when there is a key; else the demo world's, which speaks the same words. */
function weatherOf({ config }: Deps): WeatherService {
  if (config.qweatherKey !== null)
    return createQWeather({ base: config.qweatherUrl ?? QWEATHER_BASE, key: config.qweatherKey, source: 'qweather', fetch });
  if (config.demoWeatherUrl !== null) return createQWeather({ base: config.demoWeatherUrl, key: 'demo', source: 'demo', fetch });
  return noWeatherService;
}

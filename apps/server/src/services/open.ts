// What features share, opened once: ground, the way in for alarms, the weather. Closed once, by app.ts.
import path from 'node:path';
import type { MediaTimings } from '@lookout/video';
import { type Admission, createAdmission } from './admission.ts';
import { type Answers, createAnswers } from './answers.ts';
import type { Deps } from './deps.ts';
import { type Elevation, openElevation } from './elevation.ts';
import { type FireWeatherService, startFireWeather } from './fire-weather/fire-weather.ts';
import { pollFirms } from './firms-poller.ts';
import { createResourceIndex, type ResourceIndex } from './resource-index/index.ts';
import { createSatelliteIntake, type SatelliteIntake } from './satellite-intake.ts';
import { openVideo, type VideoService } from './video/open-video.ts';
import { watchFolder } from './watched-folder.ts';
import { createQWeather } from './weather/qweather.ts';
import { noWeatherService, type WeatherService } from './weather/weather.ts';

export interface Services {
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

/** For tests: waits shorter than the service's. */
export interface ServiceOptions {
  readonly mediaTimings?: MediaTimings;
  /** Between two looks into the outbox of short messages, and at who the rangers are. */
  readonly smsEveryMs?: number;
  readonly rangersLookMs?: number;
}

const FIRMS_BASE = 'https://firms.modaps.eosdis.nasa.gov';
const QWEATHER_BASE = 'https://devapi.qweather.com';

export async function openServices(deps: Deps, { mediaTimings }: ServiceOptions = {}): Promise<Services> {
  const { store, clock, config, announcer, metrics, log, places, journal } = deps;
  const { dataDir, imageryUrl, terrainUrl } = config;
  const elevation = await openElevation({
    dataDir,
    demo: config.demo !== 'off',
    outside: { imageryUrl, terrainUrl },
    news: announcer,
    log,
  });

  const admission = createAdmission({
    ...{ store, clock, places },
    live: { committed: (messages) => announcer.committed(messages), expect: (first, last, hurry) => announcer.expect(first, last, hurry) },
    counted: (kind, count) => metrics.alarmsAccepted.inc({ kind }, count),
  });
  const intake = createSatelliteIntake({ admission, places, clock });

  const resourceIndex = createResourceIndex({ store, news: announcer, url: store.url, now: () => performance.now(), log });
  metrics.gauge('lookout_resource_index_ready', '1 while what stands around a place is answered from memory', () =>
    Number(resourceIndex.isReady()),
  );

  const video = await openVideo(deps, mediaTimings);

  const inbox = watchFolder({ folder: path.join(config.dataDir, 'inbox', 'firms'), intake, clock, log });
  const poller =
    config.firmsMapKey === null ? null : pollFirms({ base: FIRMS_BASE, mapKey: config.firmsMapKey, intake, clock, fetch, log });

  const weather = weatherOf(deps);
  const fireWeather = startFireWeather({ store, clock, log, weather, book: () => places().book });

  return {
    elevation: () => elevation,
    admission,
    answers: createAnswers({ journal, nameOf: (no) => places().book.nameOf(no) }),
    intake,
    resourceIndex,
    weather,
    fireWeather,
    video,
    async stop() {
      await video.stop();
      await Promise.all([inbox.stop(), poller?.stop(), fireWeather.stop(), elevation.stop(), resourceIndex.stop()]);
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

// Opens the services that features share, once: terrain, admission of alarms, the resource index, the outbox, cameras, the weather.
import { type Admission, createAdmission } from '@lookout/features/alarm/service/admission.ts';
import { type AlarmCommands, createAlarmCommands } from '@lookout/features/alarm/service/alarm-commands.ts';
import { openVideo, type VideoService } from '@lookout/features/camera/service/open-video.ts';
import { type Coverage, openCoverage } from '@lookout/features/coverage/service/coverage.ts';
import type { GridCatalogue } from '@lookout/features/grid/service/grid-catalogue.ts';
import { type Outbox, openOutbox } from '@lookout/features/notification/service/outbox/outbox.ts';
import { type OperatingModes, watchOperatingModes } from '@lookout/features/operating-mode/service/operating-modes.ts';
import { type AssetLookup, createAssetLookup } from '@lookout/features/resource/service/asset-index/index.ts';
import { createDutyPictures, type DutyPictures } from '@lookout/features/shift/service/duty-sums.ts';
import { createMapPictures, type MapPictures } from '@lookout/features/situation/service/map-picture/map-picture.ts';
import { createFireArrivals, type FireArrivals } from '@lookout/features/spread/service/fire-arrivals.ts';
import { type CoverTiles, createCoverTiles } from '@lookout/features/terrain/service/cover-tiles.ts';
import { type Elevation, openElevation } from '@lookout/features/terrain/service/elevation.ts';
import { createGroundWindows, type GroundWindows } from '@lookout/features/terrain/service/ground-window.ts';
import { type LandCoverLookup, openLandCover } from '@lookout/features/terrain/service/land-cover.ts';
import { createRightOfWay, type RightOfWay } from '@lookout/features/travel/service/right-of-way.ts';
import { openRoads, type Roads } from '@lookout/features/travel/service/roads.ts';
import { createTravels, type Travels } from '@lookout/features/travel/service/travel.ts';
import { createQWeather, noWeatherService, type WeatherService } from '@lookout/features/weather/service/weather.ts';
import type { Deps } from './deps.ts';
import { createDocuments, type Documents } from './documents/documents.ts';
import { createFileReader, type FileReader } from './file-reader.ts';
import { type PictureFiles, pictureFiles } from './pictures.ts';

interface Services {
  grids(): GridCatalogue;
  elevation(): Elevation;
  readonly landCover: LandCoverLookup;
  /** Tiles that colour the globe by land cover. */
  readonly coverTiles: CoverTiles;
  readonly roads: Roads;
  /** The terrain around a place, in cells. */
  readonly groundWindows: GroundWindows;
  readonly travels: Travels;
  /** When the fire arrives at a place, according to the stored forecasts. */
  readonly fireArrivals: FireArrivals;
  readonly admission: Admission;
  /** Gives alarms priority over long computations. */
  readonly rightOfWay: RightOfWay;
  readonly alarmCommands: AlarmCommands;
  readonly assetIndex: AssetLookup;
  /** Reads the files that pages send. */
  readonly fileReader: FileReader;
  /** Current work of a grid's duty, in sums and fire by fire. */
  readonly dutyPictures: DutyPictures;
  /** Prints PDF and Word. */
  readonly documents: Documents;
  /** Pictures of areas, for documents. */
  readonly mapPictures: MapPictures;
  readonly weather: WeatherService;
  readonly operatingModes: OperatingModes;
  /** Sends messages to outside recipients. */
  readonly outbox: Outbox;
  readonly video: VideoService;
  /** What camera masts see. */
  readonly coverage: Coverage;
  readonly pictures: PictureFiles;
}

/** Everything a feature may use. */
export type Room = Deps & Services;

const QWEATHER_BASE = 'https://devapi.qweather.com';

/** @param stops receives the stop function of each service as soon as it is started */
export async function openServices(deps: Deps, stops: AsyncDisposableStack): Promise<Services> {
  const { store, clock, config, live, changes, metrics, log, gazetteer, journal } = deps;
  const { dataDir, terrainUrl } = config;
  const elevation = await openElevation({ dataDir, demo: config.demo !== 'off', terrainUrl, changes, log });
  stops.defer(() => elevation.stop());

  const landCover = await openLandCover({ dataDir, changes, log });
  stops.defer(() => landCover.stop());
  const coverTiles = createCoverTiles({ dataDir, demo: config.demo !== 'off', elevation, landCover });
  stops.defer(() => coverTiles.stop());
  const roads = await openRoads({ dataDir, changes, log });
  stops.defer(() => roads.stop());
  const groundWindows = createGroundWindows({ dataDir, demo: config.demo !== 'off' });
  stops.defer(() => groundWindows.stop());
  const fireArrivals = createFireArrivals({ store });
  const travels = createTravels({ roads, groundWindows, fireArrivals, clock });
  stops.defer(() => travels.stop());

  const rightOfWay = createRightOfWay();
  const admission = createAdmission({
    store,
    clock,
    gazetteer,
    live,
    rightOfWay,
    counted: (kind, count) => metrics.alarmsAccepted.inc({ kind }, count),
    refused: (kind, count) => metrics.alarmsRefused.inc({ kind }, count),
  });

  const assetIndex = createAssetLookup({ store, changes, url: store.url, now: () => performance.now(), log });
  stops.defer(() => assetIndex.stop());
  metrics.gauge('lookout_resource_index_ready', '1 while what stands around a place is answered from memory', () =>
    Number(assetIndex.isReady()),
  );

  const documents = createDocuments();
  stops.defer(() => documents.stop());
  const fileReader = createFileReader({ scanner: deps.scanner });
  stops.defer(() => fileReader.stop());
  const mapPictures = createMapPictures({ heightsAt: (positions) => elevation.heightsAt(positions) });
  stops.defer(() => mapPictures.stop());
  const operatingModes = await watchOperatingModes({ store, changes, log });
  stops.defer(() => operatingModes.stop());

  const outbox = openOutbox(deps);
  stops.defer(() => outbox.stop());

  const video = await openVideo(deps);
  stops.defer(() => video.stop());
  const coverage = await openCoverage({ ...deps, elevation, landCover, rightOfWay });
  stops.defer(() => coverage.stop());

  return {
    grids: () => gazetteer().grids,
    elevation: () => elevation,
    landCover,
    coverTiles,
    roads,
    groundWindows,
    travels,
    fireArrivals,
    admission,
    rightOfWay,
    alarmCommands: createAlarmCommands({ journal, nameOf: (no) => gazetteer().grids.nameOf(no) }),
    assetIndex,
    dutyPictures: createDutyPictures(store, () => performance.now()),
    fileReader,
    documents,
    mapPictures,
    weather: weatherOf(deps),
    operatingModes,
    outbox,
    video,
    coverage,
    pictures: pictureFiles(deps.files),
  };
}

/** Returns the real service when a key is configured; otherwise the demo world's, which has the same protocol. */
function weatherOf({ config }: Deps): WeatherService {
  if (config.qweatherKey !== null)
    return createQWeather({ base: config.qweatherUrl ?? QWEATHER_BASE, key: config.qweatherKey, source: 'qweather', fetch });
  if (config.demoWeatherUrl !== null) return createQWeather({ base: config.demoWeatherUrl, key: 'demo', source: 'demo', fetch });
  return noWeatherService;
}

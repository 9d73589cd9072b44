// All features, made and wired: the one list of what the server can do.
import { join } from 'node:path';
import type { Contract, Feature } from '@lookout/contract';
import { REGIONS } from '@lookout/region';
import { actHandlers } from './features/acts/index.ts';
import { createAdmin } from './features/admin/admin.ts';
import { createAuth } from './features/auth/auth.ts';
import { burningHandlers } from './features/burnings/index.ts';
import { cameraSetupHandlers } from './features/camera-setup/index.ts';
import { dutyHandlers } from './features/duty/index.ts';
import { fireHandlers } from './features/fire/index.ts';
import { fireLevelHandlers } from './features/fire-level/index.ts';
import { layersFeature } from './features/layers/index.ts';
import { makerHandlers } from './features/makers/index.ts';
import { placesFeature } from './features/places/index.ts';
import { plotHandlers } from './features/plots/index.ts';
import { postsFeature } from './features/posts/index.ts';
import { rangersFeature } from './features/rangers/index.ts';
import { resourceHandlers } from './features/resources/index.ts';
import { shiftHandlers } from './features/shift/index.ts';
import { sightHandlers } from './features/sights/index.ts';
import { smsFeature } from './features/sms/index.ts';
import { steeringHandlers } from './features/steering/index.ts';
import { taskHandlers } from './features/tasks/index.ts';
import { videoFeature } from './features/video/index.ts';
import type { FeatureModule } from './serve/feature-module.ts';
import { type Deps, TICKET_MS } from './services/deps.ts';
import { openServices, type ServiceOptions } from './services/open.ts';
import { pictureFolder } from './services/pictures.ts';
import { createVectorTiles } from './services/vector-tiles.ts';

/** A feature of the contract that is not here does not compile. */
export type FeatureModules = { readonly [F in Feature]: FeatureModule<F> };

/** In the order in which they are stopped, last first. */
export async function makeFeatures(deps: Deps, options: ServiceOptions = {}): Promise<FeatureModules> {
  const services = await openServices(deps, options);
  const { store, config, log, places, journal, logReader } = deps;
  const { elevation, admission, answers, intake, resourceIndex, weather, fireWeather, video } = services;
  const book = () => places().book;
  const pictures = pictureFolder(join(config.dataDir, 'uploads'));
  const speedRule = REGIONS[config.region].ptzSpeedRule;
  return {
    auth: createAuth(deps, places),
    admin: createAdmin(deps),
    duty: {
      handlers: dutyHandlers({ logReader, book, weather, log: (message, err) => log.warn({ err }, message) }),
      stop: () => services.stop(),
    },
    fire: { handlers: fireHandlers({ store, book, elevation, admission, intake }) },
    acts: { handlers: actHandlers({ store, places, answers, journal }) },
    tasks: { handlers: taskHandlers({ store, places, answers, journal }) },
    rangers: rangersFeature({ ...deps, book, lookMs: options.rangersLookMs }),
    resources: { handlers: resourceHandlers({ store, places, index: resourceIndex, journal }) },
    shift: { handlers: shiftHandlers({ store, book, journal }) },
    sms: smsFeature({ ...deps, answers, book, everyMs: options.smsEveryMs }),
    burnings: { handlers: burningHandlers({ store, places, journal }) },
    fireLevel: { handlers: fireLevelHandlers({ store, book, fireWeather }) },
    posts: postsFeature({ ...deps, book, pictures }),
    plots: { handlers: plotHandlers({ store, places, journal }) },
    places: placesFeature({ store, places, elevation, pictures, video, journal }),
    video: videoFeature({ store, video, book, pictures, tickets: deps.tickets, ticketMs: TICKET_MS }),
    steering: { handlers: steeringHandlers({ video, elevation, speedRule }) },
    sights: { handlers: sightHandlers({ store, video, elevation }) },
    cameraSetup: { handlers: cameraSetupHandlers({ store, video, journal }) },
    makers: { handlers: makerHandlers({ video, aqishi: video.aqishi, speedRule }) },
    layers: layersFeature({
      store,
      tiles: createVectorTiles({ store, folder: join(config.dataDir, 'cache', 'tiles'), log, now: () => performance.now() }),
      sceneFolder: join(config.dataDir, 'scenes'),
    }),
  };
}

/** A feature's rows and handlers under names that are unique over all features. */
export const callName = (feature: keyof Contract, call: string): string => `${feature}.${call}`;

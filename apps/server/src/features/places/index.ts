// Grids, boundaries, ground, photos, monitoring points: the handlers of contract `places`, and the routes that answer with bytes.
import type { Contract } from '@lookout/contract';
import type { Store } from '@lookout/store';
import type { Handlers } from '../../serve/context.ts';
import type { RawRoute } from '../../serve/raw-route.ts';
import type { Elevation } from '../../services/elevation.ts';
import type { Journal } from '../../services/journal.ts';
import type { PictureFolder } from '../../services/pictures.ts';
import type { Places } from '../../services/places.ts';
import type { VideoService } from '../../services/video/open-video.ts';
import { gridHandlers } from './grids.ts';
import { monitorHandlers } from './monitors.ts';
import { terrainHandlers, terrainRoutes } from './terrain.ts';
import { fileRoute, uploadHandlers } from './uploads.ts';

export interface PlacesDeps {
  readonly store: Store;
  readonly places: () => Places;
  readonly elevation: () => Elevation;
  /** Where photos lie. */
  readonly pictures: PictureFolder;
  /** How cameras are reached. */
  readonly video: Pick<VideoService, 'passwords' | 'changed'>;
  readonly journal: Journal;
}

export function placesFeature({ store, places, elevation, pictures, video, journal }: PlacesDeps): {
  readonly handlers: Handlers<Contract['places']>;
  readonly rawRoutes: readonly RawRoute[];
} {
  return {
    handlers: {
      ...gridHandlers(store, () => places().book),
      ...monitorHandlers({ store, places, video, journal }),
      ...terrainHandlers(elevation),
      ...uploadHandlers(store, pictures),
    },
    rawRoutes: [fileRoute(store, pictures), ...terrainRoutes(elevation)],
  };
}

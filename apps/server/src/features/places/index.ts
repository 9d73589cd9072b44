// Grids, boundaries, ground, photos, monitoring points: the handlers of contract `places`, and the routes that answer with bytes.
import type { ServerFeature } from '../../feature.ts';
import { gridHandlers } from './grids.ts';
import { monitoringPointHandlers } from './monitoring-points.ts';
import { terrainHandlers, terrainRoutes } from './terrain.ts';
import { fileRoute, uploadHandlers } from './uploads.ts';

export const places: ServerFeature<'places'> = {
  open: ({ store, places, grids, elevation, pictures, video, journal }) => ({
    calls: {
      ...gridHandlers(store, grids),
      ...monitoringPointHandlers({ store, places, video, journal }),
      ...terrainHandlers(elevation),
      ...uploadHandlers(store, pictures),
    },
    rawRoutes: [fileRoute(store, pictures), ...terrainRoutes(elevation)],
  }),
};

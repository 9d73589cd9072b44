// Resources: lists by kind, what lies around a place, and the way in: the handlers of contract `resources`.
import type { ServerFeature } from '../../feature.ts';
import { aroundHandlers } from './around.ts';
import { listHandlers } from './lists.ts';
import { putHandlers } from './put.ts';

export const resources: ServerFeature<'resources'> = {
  open: ({ store, places, grids, resourceIndex, journal }) => ({
    calls: {
      ...listHandlers(store, resourceIndex, grids),
      ...aroundHandlers(resourceIndex, grids),
      ...putHandlers(store, journal, places),
    },
  }),
};

// The situation of a fire: orders, and documents with their files.
import type { ServerFeature } from '../../feature.ts';
import { documentHandlers } from './documents.ts';
import { fileRoute } from './file-route.ts';
import { orderHandlers } from './orders.ts';

export const situation: ServerFeature<'situation'> = {
  open: (room) => ({
    calls: { ...orderHandlers(room), ...documentHandlers(room) },
    rawRoutes: [fileRoute(room)],
  }),
};

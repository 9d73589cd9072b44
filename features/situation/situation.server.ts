// The situation of a fire: orders, and documents with their files.
import type { ServerFeature } from '@lookout/server/feature.ts';
import { documentHandlers } from './server/documents.ts';
import { fileRoute } from './server/file-route.ts';
import { orderHandlers } from './server/orders.ts';

export const situation: ServerFeature<'situation'> = {
  open: (room) => ({
    calls: { ...orderHandlers(room), ...documentHandlers(room) },
    rawRoutes: [fileRoute(room)],
  }),
};

// Elevations of the terrain.

import { errorCode, latitude, longitude, row } from '@lookout/contract';
import { z } from 'zod';

export const terrainCalls = {
  terrainHeights: row({
    method: 'POST',
    path: '/resource/api/terrain/heights',
    summary: '若干点的海拔（米），没有高程为 null，次序不变',
    permission: 'session',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    // Sixteen lines of a view from a tower are 2,000 points.
    weight: ({ body }: { readonly body: readonly unknown[] }) => 1 + Math.floor(body.length / 200),
    input: z.array(z.object({ lng: longitude, lat: latitude })).max(10_000, errorCode('points-at-most', { most: 10_000 })),
    reply: z.number().nullable(),
  }),
};

// The schemas of known heat (已知热源) and of masks on the map (地图屏蔽区).

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { CALMED_KINDS, HEAT_KINDS, HEAT_ORIGINS, HEAT_STATES, type KnownHeat, type MapMask } from './known-heat.ts';

/** Who created and last changed it, and when. */
const changes = { version: z.number(), createdBy: z.string(), createdAt: time, changedBy: z.string(), changedAt: time };

export const knownHeat = schemaOf<Named<KnownHeat>>()(
  z.object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(HEAT_KINDS),
    state: z.enum(HEAT_STATES),
    origin: z.enum(HEAT_ORIGINS),
    position,
    gridNo,
    gridName: z.string(),
    address: z.string(),
    radiusMetres: z.number(),
    usualFrpMegawatts: z.number().nullable(),
    days: z.array(z.string()),
    hours: z.array(z.number()),
    note: z.string().nullable(),
    ...changes,
    reviewedBy: z.string().nullable(),
    reviewedAt: time.nullable(),
    reviewNote: z.string().nullable(),
  }),
);

export const mapMask = schemaOf<Named<MapMask>>()(
  z.object({
    id: z.uuid(),
    polygon: z.array(position),
    reason: z.string(),
    alarmKinds: z.array(z.enum(CALMED_KINDS)),
    gridNo,
    gridName: z.string(),
    endsAt: time,
    ...changes,
  }),
);

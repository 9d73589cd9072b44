// Schemas of resources in the product's own calls: the entries of the register, what lies near a place, and counts.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { ASSET_KINDS, type GridCount, type NearbyAsset, RESOURCE_KINDS, type Resource } from './resource.ts';
import type { RegisteredResource, RemovedResource } from './resource-care.ts';

const fields = {
  id: z.uuid(),
  kind: z.enum(RESOURCE_KINDS),
  code: z.string(),
  name: z.string(),
  online: z.boolean().nullable(),
  districtName: z.string().nullable(),
  streetName: z.string().nullable(),
  gridNo,
  gridName: z.string(),
  position,
  heightMetres: z.number().nullable(),
  leaderName: z.string().nullable(),
  leaderPhone: z.string().nullable(),
  description: z.string().nullable(),
  rangeMetres: z.number().nullable(),
  horizontalAngleDegrees: z.number().nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
};

export const oneResource = schemaOf<Named<Resource>>()(z.object(fields));

export const registeredResource = schemaOf<Named<RegisteredResource>>()(
  z.object({
    ...fields,
    version: z.number(),
    confirmedAt: time.nullable(),
    changedBy: z.string().nullable(),
    changedAt: time,
    photos: z.array(z.uuid()),
  }),
);

export const removedResource = schemaOf<RemovedResource & { readonly resource: Named<Resource> }>()(
  z.object({
    resource: z.object(fields),
    photos: z.array(z.uuid()),
    removedBy: z.string(),
    removedAt: time,
    reason: z.string(),
  }),
);

export const nearbyAsset = schemaOf<NearbyAsset>()(
  z.object({
    ...fields,
    kind: z.enum(ASSET_KINDS),
    code: z.string().nullable(),
    distanceMetres: z.number(),
    bearingDegrees: z.number(),
  }),
);

export const gridCount = schemaOf<GridCount>()(
  z.object({ gridNo, gridName: z.string(), position, kind: z.enum(ASSET_KINDS), count: z.number() }),
);

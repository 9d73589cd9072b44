// Wire schemas of resources (specification §3), and what they share with monitoring points and cameras.
import { z } from 'zod';
import { RESOURCE_KINDS } from './resource.ts';

/** The kinds of assets as the specification spells them. */
export const wireAssetKind = z.enum([...RESOURCE_KINDS, 'monitor', 'camera']);
export type WireAssetKind = z.output<typeof wireAssetKind>;

/** Common fields of a resource and a monitoring point, as in the specification. */
export const assetFields = {
  id: z.uuid(),
  name: z.string(),
  isOnline: z.enum(['0', '1']).nullable(),
  districtName: z.string().nullable(),
  streetName: z.string().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  position: z.object({ lng: z.number(), lat: z.number(), z: z.number().nullable() }),
  leaderName: z.string().nullable(),
  leaderPhone: z.string().nullable(),
  description: z.string().nullable(),
  monitorRange: z.number().nullable(),
  horizontalAngle: z.number().nullable(),
};

export const resource = z.object({
  ...assetFields,
  resourceCode: z.string(),
  resourceType: z.enum(RESOURCE_KINDS),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** For lists that also contain monitoring points and cameras (specification §3 has one shape for them). */
export const listedResource = resource.extend({ resourceCode: z.string().nullable(), resourceType: wireAssetKind });
export type WireResource = z.output<typeof listedResource>;

/** Near a place: resources, monitoring points and cameras alike. */
export const nearbyResource = listedResource.extend({
  /** Metres, and degrees clockwise from north, from the requested place. */
  distance: z.number(),
  bearing: z.number(),
});
export type WireNearbyResource = z.output<typeof nearbyResource>;

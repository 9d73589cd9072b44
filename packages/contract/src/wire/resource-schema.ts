// Resources as they travel, by their schemas (specification §3, "Resource or monitoring point").
import { PLACED_KINDS, RESOURCE_KINDS } from '@lookout/domain';
import { z } from 'zod';

/** What a resource and a monitoring point have in common: the specification has one line for both. */
export const placedFields = {
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
  ...placedFields,
  resourceCode: z.string(),
  resourceType: z.enum(RESOURCE_KINDS),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** Of a list that may hold monitoring points and cameras beside resources (specification §3 has one shape for them). */
export const listedResource = resource.extend({ resourceCode: z.string().nullable(), resourceType: z.enum(PLACED_KINDS) });
export type WireResource = z.output<typeof listedResource>;

/** What is found around a place: resources, monitoring points and cameras alike. */
export const placedResource = listedResource.extend({
  /** Metres, and degrees clockwise from north, as seen from the place asked about. */
  distance: z.number(),
  bearing: z.number(),
});
export type WirePlacedResource = z.output<typeof placedResource>;

/** How many things of one kind stand in a grid. */
export const resourceCount = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  /** Where the count is shown: the grid's centre; of a grid without a known centre the middle of what stands in it. */
  longitude: z.number(),
  latitude: z.number(),
  resourceType: z.enum(PLACED_KINDS),
  count: z.number(),
});
export type WireResourceCount = z.output<typeof resourceCount>;

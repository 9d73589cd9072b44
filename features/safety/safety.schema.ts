// The schemas of a person's safety near a fire, in replies and in live messages.

import { wireTime } from '@lookout/contract';
import { z } from 'zod';
import { MARGIN_CLASSES, SAFE_PLACE_KINDS, SAFETY_CONTACTS, SAFETY_REASONS } from './safety.ts';

/** Longitude and latitude, WGS 84 degrees. */
const position = z.tuple([z.number(), z.number()]);

export const personSafety = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  fullName: z.string(),
  phone: z.string().nullable(),
  /** The person's own grid, wherever the person is. */
  gridNo: z.string(),
  gridName: z.string(),
  fireId: z.uuid(),
  /** The id of the forecast. */
  spreadId: z.uuid(),
  longitude: z.number(),
  latitude: z.number(),
  /** The phone's clock. */
  positionTime: wireTime,
  /** When the fire reaches the person, by the earliest tenth of the ensemble members; null: not within the hours of the forecast. */
  arriveTime: wireTime.nullable(),
  /** null: the person is not threatened, or there is no way out. */
  escape: z
    .object({
      seconds: z.number(),
      metres: z.number(),
      kind: z.enum(SAFE_PLACE_KINDS),
      longitude: z.number(),
      latitude: z.number(),
      path: z.array(position),
    })
    .nullable(),
  /** The margin at `checkTime`. */
  marginMinutes: z.number().nullable(),
  class: z.enum(MARGIN_CLASSES),
  contact: z.enum(SAFETY_CONTACTS),
  alarm: z
    .object({
      raiseTime: wireTime,
      reasons: z.array(z.enum(SAFETY_REASONS)),
      takeUser: z.string().nullable(),
      takeUserId: z.string().nullable(),
      takeTime: wireTime.nullable(),
    })
    .nullable(),
  checkTime: wireTime,
  /** Incremented by each event. */
  revision: z.number(),
});
export type WirePersonSafety = z.output<typeof personSafety>;

export const ownSafety = z.object({
  /** null: no forecast has a fire that reaches the ranger's last position. */
  own: z
    .object({
      safety: personSafety,
      /** Nearest first. */
      safePlaces: z.array(z.object({ kind: z.enum(SAFE_PLACE_KINDS), longitude: z.number(), latitude: z.number(), metres: z.number() })),
      separationMetres: z.number(),
      /** The area burned by each hour, around the ranger: coordinates of GeoJSON MultiPolygons. */
      outlines: z.array(z.object({ time: wireTime, coordinates: z.array(z.array(z.array(position))) })),
      validTime: wireTime,
      isDemo: z.boolean(),
    })
    .nullable(),
});
export type WireOwnSafety = z.output<typeof ownSafety>;

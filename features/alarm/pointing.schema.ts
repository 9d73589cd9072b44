// How a person located a fire seen from a distance, as it is read with a report (人员上报).

import { z } from 'zod';
import { POINTING_MANNERS } from './pointing.ts';

export const pointing = z.object({
  manner: z.enum(POINTING_MANNERS),
  /** Where the person stood, degrees WGS 84; null: unknown. */
  fromLongitude: z.number().nullable(),
  fromLatitude: z.number().nullable(),
  /** Metres, 95 % confidence. */
  fromAccuracy: z.number().nullable(),
  /** Age of that position, seconds. */
  fromAge: z.number().nullable(),
  /** Degrees clockwise from true north. */
  azimuth: z.number().nullable(),
  /** Metres along the ground. */
  distance: z.number().nullable(),
  /** Degrees, added to the bearing read from magnetic north. */
  declination: z.number().nullable(),
});
export type WirePointing = z.output<typeof pointing>;

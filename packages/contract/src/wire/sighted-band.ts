// How sure a place is that one camera's angles gave: fields of the replies of locating.
import { z } from 'zod';

export const sightedBand = {
  /** Metres along the ground from the tower's foot: the hits of rays 0.1° of tilt lower and higher (contract.md). */
  near: z.number(),
  far: z.number(),
  /**
   * When azimuth and tilt each have a standard error of 0.1°, the fire lies with 95 % and more from `near` to `far` of this and no further
   * from the ray than `halfWidth`, metres.
   */
  band: z.object({ near: z.number(), far: z.number(), halfWidth: z.number() }),
};

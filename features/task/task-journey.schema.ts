// The schema of a journey: a member on the way to a task.

import { wireTime } from '@lookout/contract';
import { z } from 'zod';
import { JOURNEY_STATES, NO_JOURNEYS, PLAN_REASONS } from './task-journey.ts';

export const taskJourney = z.object({
  taskId: z.uuid(),
  userId: z.uuid(),
  fullName: z.string(),
  state: z.enum(JOURNEY_STATES),
  /** null: unknown. For a ranger who is standing still: the arrival if the ranger continued now as planned. */
  arriveTime: wireTime.nullable(),
  /** Remaining length of the planned route, metres. */
  leftMetres: z.number().nullable(),
  /** Speed relative to the plan: 1 as planned, 0.5 half as fast. */
  pace: z.number().nullable(),
  /** Time of the ranger's newest position. */
  positionTime: wireTime.nullable(),
  computeTime: wireTime.nullable(),
  /** null: not planned yet. */
  plan: z
    .object({
      reason: z.enum(PLAN_REASONS),
      /** Pairs of lng, lat; empty unless `withPath` requests it. */
      path: z.array(z.tuple([z.number(), z.number()])),
      /** null: there is no route, for the reason `why`. */
      seconds: z.number().nullable(),
      why: z.enum(NO_JOURNEYS).nullable(),
      avoidsFire: z.boolean(),
      beginTime: wireTime,
      planTime: wireTime,
      /** The forecast whose fire the route avoids, and the begin of that forecast. */
      forecastId: z.uuid().nullable(),
      forecastTime: wireTime.nullable(),
    })
    .nullable(),
});
export type WireTaskJourney = z.output<typeof taskJourney>;

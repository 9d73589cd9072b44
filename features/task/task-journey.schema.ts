// The schema of a journey: who is under way to a task.

import { wireTime } from '@lookout/contract';
import { z } from 'zod';
import { JOURNEY_STATES, NO_JOURNEYS, PLAN_REASONS } from './task-journey.ts';

export const taskJourney = z.object({
  taskId: z.uuid(),
  userId: z.uuid(),
  fullName: z.string(),
  state: z.enum(JOURNEY_STATES),
  /** null: not to be said. Standing still: if he went on now as planned. */
  arriveTime: wireTime.nullable(),
  /** Of the planned way, metres. */
  leftMetres: z.number().nullable(),
  /** Beside the plan: 1 as planned, 0.5 half as fast. */
  pace: z.number().nullable(),
  /** Of his newest position. */
  positionTime: wireTime.nullable(),
  computeTime: wireTime.nullable(),
  /** null: not planned yet. */
  plan: z
    .object({
      reason: z.enum(PLAN_REASONS),
      /** lng, lat; empty unless `withPath` asks for it. */
      path: z.array(z.tuple([z.number(), z.number()])),
      /** null: there is no way, for the reason `why`. */
      seconds: z.number().nullable(),
      why: z.enum(NO_JOURNEYS).nullable(),
      avoidsFire: z.boolean(),
      beginTime: wireTime,
      planTime: wireTime,
      /** The forecast whose fire it keeps away from, and when that begins. */
      forecastId: z.uuid().nullable(),
      forecastTime: wireTime.nullable(),
    })
    .nullable(),
});
export type WireTaskJourney = z.output<typeof taskJourney>;

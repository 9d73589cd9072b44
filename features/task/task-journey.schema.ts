// The schema of a journey: a member on the way to a task.

import { position, schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import { JOURNEY_STATES, NO_JOURNEYS, PLAN_REASONS, type TaskJourney } from './task-journey.ts';

const plan = z.object({
  reason: z.enum(PLAN_REASONS),
  path: z.array(position),
  seconds: z.number().nullable(),
  why: z.enum(NO_JOURNEYS).nullable(),
  avoidsFire: z.boolean(),
  beginsAt: time,
  plannedAt: time,
  forecastId: z.uuid().nullable(),
  forecastAt: time.nullable(),
});

export const taskJourney = schemaOf<TaskJourney>()(
  z.object({
    taskId: z.uuid(),
    userId: z.uuid(),
    fullName: z.string(),
    state: z.enum(JOURNEY_STATES),
    arrivesAt: time.nullable(),
    leftMetres: z.number().nullable(),
    pace: z.number().nullable(),
    positionAt: time.nullable(),
    computedAt: time.nullable(),
    plan: plan.nullable(),
  }),
);

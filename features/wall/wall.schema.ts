// The schemas of the wall, of a fire's forecast on it, and of the totals of a grid's duty.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import { ALARM_KINDS, REAL_FIRE_TYPES } from '../alarm/alarm.ts';
import type { DutySums } from '../shift/duty-sums.ts';
import { WALL_ALARM_STATES, type Wall, type WallForecast } from './wall.ts';

export const dutySums = schemaOf<DutySums>()(
  z.object({
    unjudged: z.number(),
    burning: z.number(),
    burningHectares: z.number().nullable(),
    closedToday: z.number(),
    openTasks: z.number().nullable(),
    peopleOut: z.number().nullable(),
    warnings: z.number(),
  }),
);

const placed = {
  id: z.uuid(),
  gridNo,
  gridName: z.string(),
  position,
  formattedAddress: z.string(),
  picture: z.object({ url: z.string(), observedAt: time }).nullable(),
};

export const wall = schemaOf<Wall>()(
  z.object({
    gridNo,
    gridName: z.string(),
    name: z.string().nullable(),
    centre: position.nullable(),
    isDemo: z.boolean(),
    sums: dutySums,
    fires: z.array(
      z.object({
        ...placed,
        kinds: z.array(z.enum(ALARM_KINDS)),
        alarms: z.number(),
        realFireType: z.enum(REAL_FIRE_TYPES).nullable(),
        firstSeenAt: time,
        judgedAt: time,
        inCharge: z.string().nullable(),
        people: z.object({ sent: z.number(), underWay: z.number(), there: z.number() }),
        vehicles: z.number(),
        nextArrivalAt: time.nullable(),
        area: z.object({ hectares: z.number(), basis: z.enum(['observed', 'forecast']) }).nullable(),
        forecast: z
          .object({ runId: z.uuid(), beginsAt: time, areas: z.array(z.object({ hours: z.number(), hectares: z.number() })) })
          .nullable(),
      }),
    ),
    alarms: z.array(
      z.object({ ...placed, kind: z.enum(ALARM_KINDS), observedAt: time, arrivedAt: time, state: z.enum(WALL_ALARM_STATES) }),
    ),
    onDuty: z.object({ fullName: z.string(), beganAt: time }).nullable(),
  }),
);

export const wallForecast = schemaOf<WallForecast>()(
  z.object({
    runId: z.uuid(),
    beginsAt: time,
    outlines: z.array(
      z.object({ hours: z.number(), hectares: z.number(), coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))) }),
    ),
  }),
);

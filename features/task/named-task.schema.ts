// The schema of a task in the product's own calls. The calls of the specification and the live messages have that of task.schema.ts.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import { ALARM_KINDS } from '../alarm/alarm.ts';
import { PRIORITIES } from './priority.ts';
import { patrolRoute } from './task.schema.ts';
import { type NamedTask, TASK_STATES, TASK_TYPES } from './task.ts';

const member = z.object({
  userId: z.string(),
  fullName: z.string(),
  gridNo,
  gridName: z.string(),
  state: z.enum(TASK_STATES),
  stateAt: time,
});

const patrol = z.object({
  ruleId: z.uuid(),
  name: z.string(),
  day: z.string(),
  isLate: z.boolean(),
  skipped: z.array(z.string()),
  route: patrolRoute.nullable(),
});

export const task = schemaOf<NamedTask>()(
  z.object({
    id: z.uuid(),
    content: z.string(),
    startsAt: time,
    endsAt: time,
    priority: z.literal([...PRIORITIES]),
    type: z.enum(TASK_TYPES),
    position,
    address: z.string(),
    gridNo,
    gridName: z.string(),
    fireId: z.string().nullable(),
    fireKind: z.enum(ALARM_KINDS).nullable(),
    operatorId: z.string(),
    operatorName: z.string(),
    photos: z.array(z.string()),
    peopleCount: z.number(),
    vehicleCount: z.number(),
    equipmentCount: z.number(),
    reserve: z.string().nullable(),
    checklist: z.string().exactOptional(),
    patrol: patrol.exactOptional(),
    createdAt: time,
    cancelledAt: time.nullable(),
    cancelReason: z.string().nullable(),
    members: z.array(member),
    exerciseId: z.uuid().exactOptional(),
  }),
);

/** In the replay of a desk. */
export const pastTasks = z.array(task);

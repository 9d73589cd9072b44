// Schemas of task templates and recurring patrols in replies.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { type ListedPatrolRule, PATROL_OUTCOMES, PATROL_STATES, type PatrolOccurrence, type PlannedPatrol, WEEKDAYS } from './patrol.ts';
import { PRIORITIES } from './priority.ts';
import { patrolRoute } from './task.schema.ts';
import type { TaskTemplate } from './task-template.ts';

const order = {
  content: z.string(),
  priority: z.literal([...PRIORITIES]),
  peopleCount: z.number(),
  vehicleCount: z.number(),
  equipmentCount: z.number(),
  reserve: z.string().nullable(),
  checklist: z.string().nullable(),
};

export const taskTemplate = schemaOf<Named<TaskTemplate>>()(
  z.object({
    ...order,
    id: z.uuid(),
    gridNo,
    gridName: z.string(),
    name: z.string(),
    durationMinutes: z.number(),
    revision: z.number(),
    changedBy: z.string(),
    changedAt: time,
  }),
);

const repeat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily') }),
  z.object({ kind: z.literal('weekdays'), weekdays: z.array(z.literal([...WEEKDAYS])) }),
  z.object({ kind: z.literal('every'), days: z.number() }),
]);

const content = z.object({
  name: z.string(),
  repeat,
  beginDay: z.string(),
  endDay: z.string().nullable(),
  timeOfDay: z.string(),
  durationMinutes: z.number(),
  exceptDays: z.array(z.string()),
  order: z.object(order),
  members: z.array(z.object({ userId: z.string(), fullName: z.string() })),
  position,
  address: z.string(),
  route: patrolRoute.nullable(),
});

export const patrolRule = schemaOf<ListedPatrolRule>()(
  z.object({
    id: z.uuid(),
    gridNo,
    gridName: z.string(),
    ownerGridNo: gridNo,
    state: z.enum(PATROL_STATES),
    revision: z.number(),
    content,
    createdBy: z.string(),
    createdAt: time,
    changedBy: z.string(),
    changedAt: time,
    writtenBy: z.string(),
    writtenById: z.string(),
    endReason: z.string().nullable(),
    next: z.array(time),
    last: z.object({ day: z.string(), outcome: z.enum(PATROL_OUTCOMES) }).nullable(),
  }),
);

export const patrolOccurrence = schemaOf<PatrolOccurrence>()(
  z.object({
    ruleId: z.uuid(),
    day: z.string(),
    plannedAt: time,
    outcome: z.enum(PATROL_OUTCOMES),
    taskId: z.string().nullable(),
    skipped: z.array(z.string()),
  }),
);

export const plannedPatrol = schemaOf<PlannedPatrol>()(
  z.object({ ruleId: z.uuid(), gridNo, name: z.string(), beginsAt: time, endsAt: time }),
);

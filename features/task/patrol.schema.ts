// Reply schemas of task templates and recurring patrols. They are separate from the readers, so that a page can load the readers without
// them.

import { z } from 'zod';
import { PATROL_OUTCOMES, PATROL_STATES, WEEKDAYS } from './patrol.ts';
import { patrolRoute } from './task.schema.ts';

/** An order, with the field names of the specification. */
const taskOrder = z.object({
  taskContent: z.string(),
  priority: z.literal([1, 2, 3, 4]),
  peopleCount: z.number(),
  fireEngine: z.number(),
  fireEquipment: z.number(),
  reserve: z.string().nullable(),
  checklist: z.string().nullable(),
});
export type WireTaskOrder = z.output<typeof taskOrder>;

export const taskTemplate = taskOrder.extend({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  name: z.string(),
  durationMinutes: z.number(),
  /** Incremented by each change. */
  revision: z.number(),
  updateUser: z.string(),
  updateTime: z.string(),
});
export type WireTaskTemplate = z.output<typeof taskTemplate>;

const repeat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily') }),
  z.object({ kind: z.literal('weekdays'), weekdays: z.array(z.literal([...WEEKDAYS])) }),
  z.object({ kind: z.literal('every'), days: z.number() }),
]);

export const patrolRule = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  ownerGridNo: z.string(),
  state: z.enum(PATROL_STATES),
  /** Incremented by each change. */
  revision: z.number(),
  name: z.string(),
  repeat,
  /** Days are `YYYY-MM-DD`, Beijing. */
  beginDay: z.string(),
  endDay: z.string().nullable(),
  timeOfDay: z.string(),
  durationMinutes: z.number(),
  exceptDays: z.array(z.string()),
  order: taskOrder,
  members: z.array(z.object({ userId: z.string(), fullName: z.string() })),
  position: z.object({ lng: z.number(), lat: z.number() }),
  address: z.string(),
  route: patrolRoute.nullable(),
  /** At most three. */
  nextTimes: z.array(z.string()),
  /** The newest occurrence that came due; null: none yet. */
  last: z.object({ day: z.string(), outcome: z.enum(PATROL_OUTCOMES) }).nullable(),
  createUser: z.string(),
  createTime: z.string(),
  updateUser: z.string(),
  updateTime: z.string(),
  /** The sender of its tasks: the officer who wrote the rule last. */
  operatorId: z.string(),
  operatorName: z.string(),
  endReason: z.string().nullable(),
});
export type WirePatrolRule = z.output<typeof patrolRule>;

export const patrolOccurrence = z.object({
  ruleId: z.uuid(),
  day: z.string(),
  planTime: z.string(),
  outcome: z.enum(PATROL_OUTCOMES),
  taskId: z.string().nullable(),
  skipped: z.array(z.string()),
});
export type WirePatrolOccurrence = z.output<typeof patrolOccurrence>;

/** A future occurrence, for a calendar. */
export const plannedPatrol = z.object({
  ruleId: z.uuid(),
  gridNo: z.string(),
  name: z.string(),
  beginTime: z.string(),
  endTime: z.string(),
});
export type WirePlannedPatrol = z.output<typeof plannedPatrol>;

// Wire schemas of tasks and their steps. They are separate from the readers, so that a page can load the readers without them.
import { position } from '@lookout/contract';
import { z } from 'zod';
import { WIRE_KINDS } from '../alarm/alarm-kinds.wire.ts';
import { drillMark } from '../exercise/drill.schema.ts';
import { ROUTE_KINDS } from './patrol.ts';
import { TASK_STATES, TASK_STATUSES } from './task.ts';

export const taskMember = z.object({
  userId: z.string(),
  fullName: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  state: z.enum(TASK_STATES),
  stateTime: z.string(),
});

export type WireTaskMember = z.output<typeof taskMember>;

/** A line to walk along, or an area to patrol. */
export const patrolRoute = z.object({ kind: z.enum(ROUTE_KINDS), points: z.array(position) });

/** The rule that created a task; present only on tasks of a recurring patrol. */
const taskPatrol = z.object({
  ruleId: z.uuid(),
  name: z.string(),
  /** The day it was planned for, `YYYY-MM-DD`. */
  day: z.string(),
  /** Whether it was sent after an outage of the server. */
  late: z.boolean(),
  /** Rangers of the rule who could not be sent. */
  skipped: z.array(z.string()),
  route: patrolRoute.nullable(),
});

export const task = z.object({
  ...drillMark,
  id: z.uuid(),
  taskContent: z.string(),
  taskStartTime: z.string(),
  taskEndTime: z.string(),
  priority: z.literal([1, 2, 3, 4]),
  taskType: z.literal([1, 2, 3, 4]),
  status: z.enum(TASK_STATUSES),
  position,
  longitude: z.number(),
  latitude: z.number(),
  address: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  fireId: z.string().nullable(),
  fireKind: z.enum(WIRE_KINDS).nullable(),
  operatorId: z.string(),
  operatorName: z.string(),
  taskImg: z.array(z.string()),
  peopleCount: z.number(),
  fireEngine: z.number(),
  fireEquipment: z.number(),
  reserve: z.string().nullable(),
  createTime: z.string(),
  cancelTime: z.string().nullable(),
  cancelReason: z.string().nullable(),
  taskMember: z.string(),
  members: z.array(taskMember),
  /** One item per line. */
  checklist: z.string().optional(),
  patrol: taskPatrol.optional(),
});
export type WireTask = z.output<typeof task>;

export const taskStep = z.object({
  id: z.uuid(),
  taskId: z.uuid(),
  userId: z.string(),
  fullName: z.string(),
  state: z.enum(TASK_STATES),
  time: z.string(),
  text: z.string().nullable(),
  photos: z.array(z.string()),
  position: position.nullable(),
});
export type WireTaskStep = z.output<typeof taskStep>;

export const memberStory = taskMember.extend({ taskId: z.uuid(), steps: z.array(taskStep) });
export type WireMemberStory = z.output<typeof memberStory>;

// Tasks as they travel, by their schemas. What they mean is in task.ts, which a page loads without them.
import { TASK_STATES, TASK_STATUSES } from '@lookout/domain';
import { z } from 'zod';
import { WIRE_KINDS } from './alarm.ts';

const position = z.object({ lng: z.number(), lat: z.number() });

export const taskMember = z.object({
  userId: z.string(),
  fullName: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  state: z.enum(TASK_STATES),
  stateTime: z.string(),
});

export type WireTaskMember = z.output<typeof taskMember>;

export const task = z.object({
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

// Tasks as they travel: the specification's names outside (fireEngine, taskImg, taskMember), the domain's inside.
import { TASK_STATES, TASK_STATUSES, TASK_TYPES, type Task, type TaskStep, taskStatus } from '@lookout/domain';
import { z } from 'zod';
import { formatTime } from '../times.ts';
import { fileUrl, type GridNames, WIRE_KINDS, wireKinds } from './alarm.ts';

const position = z.object({ lng: z.number(), lat: z.number() });

export const taskMember = z.object({
  userId: z.string(),
  fullName: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  state: z.enum(TASK_STATES),
  stateTime: z.string(),
});

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

const urlsOf = (photos: readonly string[]): string[] => photos.flatMap((id) => fileUrl(id) ?? []);

export const writeTask = (t: Task, nameOf: GridNames): WireTask => ({
  id: t.id,
  taskContent: t.content,
  taskStartTime: formatTime(t.startsAt),
  taskEndTime: formatTime(t.endsAt),
  priority: t.priority,
  taskType: (TASK_TYPES.indexOf(t.type) + 1) as 1 | 2 | 3 | 4,
  status: taskStatus(t),
  position: { lng: t.position.lng, lat: t.position.lat },
  longitude: t.position.lng,
  latitude: t.position.lat,
  address: t.address,
  gridNo: t.gridNo,
  gridName: nameOf(t.gridNo) ?? t.gridNo,
  fireId: t.fireId,
  fireKind: t.fireKind === null ? null : wireKinds[t.fireKind].kind,
  operatorName: t.operatorName,
  taskImg: urlsOf(t.photos),
  peopleCount: t.peopleCount,
  fireEngine: t.vehicleCount,
  fireEquipment: t.equipmentCount,
  reserve: t.reserve,
  createTime: formatTime(t.createdAt),
  cancelTime: t.cancelledAt === null ? null : formatTime(t.cancelledAt),
  cancelReason: t.cancelReason,
  taskMember: t.members.map(({ userId }) => userId).join(','),
  members: t.members.map(({ userId, fullName, gridNo, state, stateAt }) => ({
    ...{ userId, fullName, gridNo, state },
    gridName: nameOf(gridNo) ?? gridNo,
    stateTime: formatTime(stateAt),
  })),
});

export const writeTaskStep = ({ at, photos, ...step }: TaskStep): WireTaskStep => ({
  ...step,
  time: formatTime(at),
  photos: urlsOf(photos),
});

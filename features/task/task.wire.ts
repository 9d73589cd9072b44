// Conversion of tasks between the specification's field names (fireEngine, taskImg, taskMember) and the domain's.

import { fileUrl, formatTime, type GridNames, readTime, uploadsAt } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { NamedAlarm } from '../alarm/alarm.ts';
import { readAlarm, readKind, wireKinds } from '../alarm/alarm.wire.ts';
import type { WireAlarm } from '../alarm/specified-alarm.schema.ts';
import { readDrill, writeDrill } from '../exercise/drill.wire.ts';
import type { PatrolRoute } from './patrol.ts';
import type { WireMemberStory, WireTask, WireTaskMember, WireTaskStep } from './task.schema.ts';
import {
  type MemberStory,
  type NamedTask,
  TASK_TYPES,
  type Task,
  type TaskDraft,
  type TaskMember,
  type TaskStep,
  type TaskType,
  taskStatus,
} from './task.ts';

/** The specification's number for a task type (§3). */
export const taskTypeNumber = (type: TaskType): 1 | 2 | 3 | 4 => (TASK_TYPES.indexOf(type) + 1) as 1 | 2 | 3 | 4;

const urlsOf = (photos: readonly string[]): string[] => photos.map(fileUrl);

/**
 * The reason stored when tasks are cancelled because their fire was closed. Always Chinese, because it is stored and shown to the rangers.
 */
export const FIRE_CLOSED_NOTE = '火情已关闭';

/** The actor that sends the tasks of recurring patrols. Always Chinese, because it is stored. */
export const PATROL_SCHEDULE = '定期巡护';

const writeRoute = (route: PatrolRoute | null) =>
  route === null ? null : { kind: route.kind, points: route.points.map(({ lng, lat }) => ({ lng, lat })) };

export const writeTask = (t: Task, nameOf: GridNames): WireTask => ({
  id: t.id,
  taskContent: t.content,
  taskStartTime: formatTime(t.startsAt),
  taskEndTime: formatTime(t.endsAt),
  priority: t.priority,
  taskType: taskTypeNumber(t.type),
  status: taskStatus(t),
  position: { lng: t.position.lng, lat: t.position.lat },
  longitude: t.position.lng,
  latitude: t.position.lat,
  address: t.address,
  gridNo: t.gridNo,
  gridName: nameOf(t.gridNo) ?? t.gridNo,
  fireId: t.fireId,
  fireKind: t.fireKind === null ? null : wireKinds[t.fireKind].kind,
  operatorId: t.operatorId,
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
    userId,
    fullName,
    gridNo,
    state,
    gridName: nameOf(gridNo) ?? gridNo,
    stateTime: formatTime(stateAt),
  })),
  ...writePatrolMark(t),
  ...writeDrill(t),
});

export const writeTaskStep = ({ at, photos, ...step }: TaskStep): WireTaskStep => ({
  ...step,
  time: formatTime(at),
  photos: urlsOf(photos),
});

const writePatrolMark = ({ checklist, patrol }: Pick<Task, 'checklist' | 'patrol'>) => ({
  ...(checklist !== undefined && { checklist }),
  ...(patrol !== undefined && {
    patrol: {
      ruleId: patrol.ruleId,
      name: patrol.name,
      day: patrol.day,
      late: patrol.isLate,
      skipped: [...patrol.skipped],
      route: writeRoute(patrol.route),
    },
  }),
});

const readPatrolMark = ({ checklist, patrol }: Pick<WireTask, 'checklist' | 'patrol'>): Pick<Task, 'checklist' | 'patrol'> => {
  if (patrol === undefined) return checklist === undefined ? {} : { checklist };
  const { late: isLate, ...mark } = patrol;
  return { ...(checklist !== undefined && { checklist }), patrol: { ...mark, isLate } };
};

const readMember = ({ stateTime, gridNo, ...member }: WireTaskMember): Named<TaskMember> => ({
  ...member,
  gridNo: gridNo as GridNo,
  stateAt: readTime(stateTime),
});

/** The inverse of `writeTask`, to the second. */
export const readTask = (w: WireTask): NamedTask => ({
  id: w.id,
  content: w.taskContent,
  startsAt: readTime(w.taskStartTime),
  endsAt: readTime(w.taskEndTime),
  priority: w.priority,
  type: TASK_TYPES[w.taskType - 1] ?? 'newly-found',
  position: w.position,
  address: w.address,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  fireId: w.fireId,
  fireKind: w.fireKind === null ? null : readKind(w.fireKind),
  operatorId: w.operatorId,
  operatorName: w.operatorName,
  photos: uploadsAt(w.taskImg),
  peopleCount: w.peopleCount,
  vehicleCount: w.fireEngine,
  equipmentCount: w.fireEquipment,
  reserve: w.reserve,
  createdAt: readTime(w.createTime),
  cancelledAt: w.cancelTime === null ? null : readTime(w.cancelTime),
  cancelReason: w.cancelReason,
  members: w.members.map(readMember),
  ...readPatrolMark(w),
  ...readDrill(w),
});

export const readTaskStep = ({ time, photos, ...step }: WireTaskStep): TaskStep => ({
  ...step,
  at: readTime(time),
  photos: uploadsAt(photos),
});

export const readMemberStory = ({ taskId, steps, ...member }: WireMemberStory): MemberStory => ({
  ...readMember(member),
  taskId,
  steps: steps.map(readTaskStep),
});

/** A task to be dispatched. The server adds the grid, the address and the sender. */
export interface Dispatch
  extends Pick<
    TaskDraft,
    'content' | 'priority' | 'type' | 'position' | 'fireId' | 'photos' | 'peopleCount' | 'vehicleCount' | 'equipmentCount' | 'reserve'
  > {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly memberIds: readonly string[];
  readonly checklist: string | null;
  /** Whether this sends more people to an alarm that already has a task. */
  readonly isAdditional: boolean;
}

/** The request body of `delegate`. */
export const writeDispatch = (d: Dispatch) => ({
  taskContent: d.content,
  taskStartTime: formatTime(d.startsAt),
  taskEndTime: formatTime(d.endsAt),
  priority: d.priority,
  taskType: taskTypeNumber(d.type),
  position: d.position,
  fireId: d.fireId,
  taskMember: [...d.memberIds],
  taskImg: [...d.photos],
  peopleCount: d.peopleCount,
  fireEngine: d.vehicleCount,
  fireEquipment: d.equipmentCount,
  reserve: d.reserve,
  ...(d.checklist !== null && { checklist: d.checklist }),
  additional: d.isAdditional ? (1 as const) : (0 as const),
});

/** Whether a field in a refusal of `delegate` is its photos. */
export const isPhotosOfDispatch = (path: string): boolean => path.startsWith('taskImg');

/** Reads the reply to a refused dispatch: the task that already exists, or the closed alarm. */
const readRefusedDispatch = (existing: WireTask | WireAlarm): NamedTask | NamedAlarm =>
  'taskContent' in existing ? readTask(existing) : readAlarm(existing);

/** Readers that turn the replies of calls into domain types, by the name given in the call's row. */
export const taskReaders = {
  task: readTask,
  'refused-dispatch': readRefusedDispatch,
  'member-story': readMemberStory,
} as const;

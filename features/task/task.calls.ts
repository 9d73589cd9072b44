// Dispatch and tasks (specification §7 "Tasks", §5 for every message), and the calls of the rangers.

import {
  bit,
  errorCode,
  gridNo,
  id,
  latitude,
  leftOut,
  longitude,
  numeric,
  optionalText,
  paging,
  requiredText,
  row,
  time,
  timeWindow,
  whenMissing,
  wholeNumber,
  withDrills,
} from '@lookout/contract';
import { LENGTHS } from '@lookout/contract/bounds.ts';
import { photos, splitJoined } from '@lookout/contract/photo.ts';
import { z } from 'zod';
import { task } from './named-task.schema.ts';
import { memberStory, task as specifiedTask } from './task.schema.ts';
import { MAX_COUNT, TASK_STATES, TASK_STATUSES, type TaskProgress } from './task.ts';

const dispatches = { anyOf: ['dispatch'] } as const;
const carriesApp = { anyOf: ['report-as-ranger'] } as const;

const priority = numeric(
  z
    .number(whenMissing(errorCode('priority-needed')))
    .int(errorCode('priority-range'))
    .min(1, errorCode('priority-range'))
    .max(4, errorCode('priority-range')),
);
const typeRange = errorCode('task-type-range');
const taskType = leftOut(numeric(z.number(typeRange).int(typeRange).min(1, typeRange).max(4, typeRange)).nullish());
const count = leftOut(wholeNumber(0, MAX_COUNT).nullish());
const requiredTime = (message: string) =>
  z.preprocess(
    (v) => (v === '' ? undefined : v),
    z
      .string(message)
      .max(LENGTHS.time, { error: errorCode('time-format'), abort: true })
      .pipe(time as z.ZodType<Date, string>),
  );
const memberIds = z
  .array(id, errorCode('rangers-needed'))
  .min(1, errorCode('rangers-needed'))
  .max(200, errorCode('rangers-at-most', { most: 200 }));
/** User ids as joined text or as a list. */
const members = z.preprocess((v) => (typeof v === 'string' ? splitJoined(v) : v), memberIds);

/** The fields of an order that a form, a template and a recurring patrol share. */
export const taskFields = {
  taskContent: requiredText(500, errorCode('task-content-needed')),
  priority,
  count,
  memberIds,
  checklist: optionalText(1_000),
} as const;
const PROGRESS = TASK_STATES.filter((state): state is TaskProgress => state !== 'sent');

export const taskCalls = {
  delegate: row({
    method: 'POST',
    path: '/oa/api/taskManagement/delegate',
    summary: '派遣：把任务交给护林员；报警随之成为已处置',
    permission: dispatches,
    scope: 'position',
    envelope: 'created',
    effect: 'write',
    act: 'delegate-task',
    input: z.object({
      taskContent: taskFields.taskContent,
      taskStartTime: requiredTime(errorCode('task-day-needed')),
      taskEndTime: requiredTime(errorCode('task-time-needed')),
      priority,
      taskType,
      position: z.object({ lng: longitude, lat: latitude }).nullish(),
      fireId: leftOut(id.nullish()),
      taskMember: members,
      /**
       * The operator name from the specification's form, stored with the task; by default the full name of the logged-in user. History and
       * audit name the account.
       */
      operatorName: optionalText(64),
      taskImg: photos,
      peopleCount: count,
      fireEngine: count,
      fireEquipment: count,
      reserve: z.preprocess((v) => (typeof v === 'number' ? String(v) : v), optionalText(200)),
      /** One item per line. */
      checklist: taskFields.checklist,
      /** 1: sends more people to an alarm that already has a task; without it the reply is 409 with that task. */
      additional: bit.nullish(),
    }),
    reply: z.object({ id: z.uuid() }),
    readsCurrent: 'refused-dispatch',
  }),
  taskPage: row({
    method: 'POST',
    path: '/oa/api/taskManagement/page',
    summary: '任务（分页），新的在前',
    permission: dispatches,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({
      gridNo: gridNo.nullish(),
      ...timeWindow,
      taskContent: optionalText(100),
      taskType,
      priority: priority.nullish(),
      status: z.enum(TASK_STATUSES).nullish(),
      fireId: id.nullish(),
      userId: id.nullish(),
      /** 1: only open tasks past the end of their window. */
      overdue: bit.nullish(),
      /** Only tasks of this recurring patrol. */
      patrolId: id.nullish(),
      /** Only tasks whose window overlaps the time from here … */
      windowBegin: time.nullish(),
      /** … to before this time. */
      windowEnd: time.nullish(),
      withDrills,
      ...paging,
    }),
    reply: specifiedTask,
    reads: 'task',
  }),
  taskOpen: row({
    method: 'GET',
    path: '/oa/api/taskManagement/open',
    summary: '未完成的任务（地图与席位用）',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish(), fireId: id.nullish(), withDrills }),
    reply: task,
  }),
  taskOne: row({
    method: 'GET',
    path: '/oa/api/taskManagement/{id}',
    summary: '一项任务',
    permission: { anyOf: ['dispatch', 'watch-alarms', 'report-as-ranger'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    params: z.object({ id }),
    reply: task,
  }),
  taskDetail: row({
    method: 'POST',
    path: '/oa/api/taskDetail/list',
    summary: '任务详情：每个护林员走到哪一步、说了什么',
    permission: { anyOf: ['dispatch', 'watch-alarms', 'report-as-ranger'] },
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    input: z.object({ taskId: id }),
    reply: memberStory,
    reads: 'member-story',
  }),
  taskCancel: row({
    method: 'POST',
    path: '/oa/api/taskManagement/cancel',
    summary: '取消任务（附原因）',
    permission: dispatches,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'whole',
    act: 'cancel-task',
    input: z.object({ id, reason: requiredText(200, errorCode('cancel-reason-needed')) }),
    reply: task,
    current: task,
  }),
  myTasks: row({
    method: 'POST',
    path: '/oa/api/taskManagement/mine',
    summary: '护林员自己的任务，新的在前；未完成的总在其中',
    permission: carriesApp,
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    input: z.object({ openOnly: bit.nullish() }),
    reply: task,
  }),
  taskProgress: row({
    method: 'POST',
    path: '/oa/api/taskDetail/progress',
    summary: '护林员报告进展：接收、出发、到达、回报、完成；附文字、照片、位置',
    permission: carriesApp,
    scope: 'none',
    envelope: 'created',
    effect: 'write',
    act: 'report-task-progress',
    input: z.object({
      taskId: id,
      state: z.enum(PROGRESS as [TaskProgress, ...TaskProgress[]]),
      text: optionalText(500),
      photos,
      position: z.object({ lng: longitude, lat: latitude }).nullish(),
      /** The phone's own time, because a report may be delivered late. */
      at: time.nullish(),
    }),
    reply: z.object({ id: z.uuid() }),
    current: task,
  }),
};

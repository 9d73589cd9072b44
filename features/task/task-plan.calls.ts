// Task templates (任务模板) and recurring patrols (定期巡护).

import { errorCode, gridNo, id, numeric, optionalText, paging, requiredText, row, sentPosition, time } from '@lookout/contract';
import { LENGTHS } from '@lookout/contract/bounds.ts';
import { z } from 'zod';
import { patrolOccurrence, patrolRule, plannedPatrol, taskTemplate } from './patrol.schema.ts';
import {
  FEWEST_ROUTE_POINTS,
  isDay,
  isTimeOfDay,
  MOST_EXCEPT_DAYS,
  MOST_PATROL_MINUTES,
  MOST_REPEAT_DAYS,
  MOST_ROUTE_POINTS,
  nextOccurrences,
  PATROL_STATES,
  type PatrolTimes,
  ROUTE_KINDS,
  WEEKDAYS,
} from './patrol.ts';
import type { Priority } from './priority.ts';
import { taskFields } from './task.calls.ts';
import { MOST_TEMPLATE_MINUTES } from './task-template.ts';

const reads = { permission: { anyOf: ['dispatch'] }, effect: 'read' } as const;
const writes = { permission: { anyOf: ['dispatch'] }, effect: 'write' } as const;
const revision = numeric(z.number().int().min(1));

const minutes = (most: number) =>
  numeric(
    z
      .number(errorCode('task-minutes', { most }))
      .int(errorCode('task-minutes', { most }))
      .min(1, errorCode('task-minutes', { most }))
      .max(most, errorCode('task-minutes', { most })),
  );

const { taskContent, priority, count, memberIds, checklist } = taskFields;
const order = {
  content: taskContent,
  priority: priority.transform((value) => value as Priority),
  peopleCount: count,
  vehicleCount: count,
  equipmentCount: count,
  reserve: optionalText(200),
  checklist,
};
const template = { name: requiredText(64, errorCode('template-name-needed')), durationMinutes: minutes(MOST_TEMPLATE_MINUTES), ...order };
const ofTemplate = { ...writes, scope: 'object', authority: 'own', envelope: 'data', reply: taskTemplate, current: taskTemplate } as const;

const day = z
  .string(errorCode('day-format'))
  .max(LENGTHS.day, { error: errorCode('day-format'), abort: true })
  .refine(isDay, errorCode('day-format'));
const weekdays = z
  .array(numeric(z.number()).pipe(z.literal([...WEEKDAYS])))
  // `abort` stops the later checks: without weekdays, it cannot be checked whether the rule has any days left.
  .min(1, { error: errorCode('weekdays-needed'), abort: true })
  .max(WEEKDAYS.length)
  .transform((days) => [...new Set(days)].toSorted());
const repeat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily') }),
  z.object({ kind: z.literal('weekdays'), weekdays }),
  z.object({
    kind: z.literal('every'),
    days: numeric(
      z
        .number(errorCode('repeat-days', { most: MOST_REPEAT_DAYS }))
        .int(errorCode('repeat-days', { most: MOST_REPEAT_DAYS }))
        .min(1, { error: errorCode('repeat-days', { most: MOST_REPEAT_DAYS }), abort: true })
        .max(MOST_REPEAT_DAYS, errorCode('repeat-days', { most: MOST_REPEAT_DAYS })),
    ),
  }),
]);
const route = z
  .object({
    kind: z.enum(ROUTE_KINDS),
    points: z.array(sentPosition).max(MOST_ROUTE_POINTS, errorCode('route-points-at-most', { most: MOST_ROUTE_POINTS })),
  })
  .refine(({ kind, points }) => points.length >= FEWEST_ROUTE_POINTS[kind], { path: ['points'], message: errorCode('route-too-short') });

const content = z
  .object({
    name: requiredText(64, errorCode('patrol-name-needed')),
    repeat,
    beginDay: day,
    endDay: day.nullish().transform((value) => value ?? null),
    timeOfDay: z
      .string(errorCode('time-of-day-format'))
      .max(LENGTHS.timeOfDay, { error: errorCode('time-of-day-format'), abort: true })
      .refine(isTimeOfDay, errorCode('time-of-day-format')),
    durationMinutes: minutes(MOST_PATROL_MINUTES),
    exceptDays: z
      .array(day)
      .max(MOST_EXCEPT_DAYS, errorCode('except-days-at-most', { most: MOST_EXCEPT_DAYS }))
      .default([]),
    order: z.object(order),
    memberIds,
    position: sentPosition.nullish(),
    route: route.nullish(),
  })
  .superRefine(({ position, route: walked, ...times }, context) => {
    const at = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (!position && !walked) at('position', errorCode('no-task-place'));
    if (times.endDay !== null && times.endDay < times.beginDay) at('endDay', errorCode('end-not-after-begin'));
    else if (!hasDays(times)) at('exceptDays', errorCode('patrol-without-days'));
  });

const hasDays = (times: PatrolTimes): boolean => nextOccurrences(times, new Date(0), 1).length > 0;

const ofPatrol = { ...writes, scope: 'object', authority: 'own', envelope: 'data', reply: patrolRule, current: patrolRule } as const;

/** A calendar shows one month, including the whole weeks in which it begins and ends. */
const MOST_CALENDAR_MS = 42 * 86_400_000;

export const taskPlanCalls = {
  taskTemplates: row({
    ...reads,
    method: 'POST',
    path: '/oa/api/taskTemplate/page',
    summary: '任务模板（分页）：自己网格及其下级的，以及上级的；usable 为 true 时只有自己网格和上级的',
    scope: 'list',
    envelope: 'page',
    input: z.object({ gridNo: gridNo.nullish(), name: optionalText(64), usable: z.boolean().nullish(), ...paging }),
    reply: taskTemplate,
  }),
  createTaskTemplate: row({
    ...writes,
    method: 'POST',
    path: '/oa/api/taskTemplate',
    summary: '新建任务模板；同一网格内不能重名',
    scope: 'position',
    envelope: 'data',
    act: 'create-task-template',
    input: z.object({ gridNo, ...template }),
    reply: taskTemplate,
    current: taskTemplate,
  }),
  reviseTaskTemplate: row({
    ...ofTemplate,
    method: 'PUT',
    path: '/oa/api/taskTemplate/{id}',
    summary: '修改任务模板：revision 不是现有的时为 409，附现有的模板',
    act: 'revise-task-template',
    params: z.object({ id }),
    input: z.object({ revision, ...template }),
  }),
  removeTaskTemplate: row({
    ...writes,
    method: 'DELETE',
    path: '/oa/api/taskTemplate/{id}',
    summary: '删除任务模板：revision 不是现有的时为 409，附现有的模板',
    scope: 'object',
    authority: 'own',
    envelope: 'message',
    act: 'remove-task-template',
    params: z.object({ id }),
    query: z.object({ revision }),
    reply: z.null(),
    current: taskTemplate,
  }),

  patrolPage: row({
    ...reads,
    method: 'POST',
    path: '/oa/api/patrolPlan/page',
    summary: '定期巡护（分页）：执行中的在前，各附之后三次的时间和最近一次的结果',
    scope: 'list',
    envelope: 'page',
    input: z.object({ gridNo: gridNo.nullish(), name: optionalText(64), state: z.enum(PATROL_STATES).nullish(), ...paging }),
    reply: patrolRule,
  }),
  patrolOne: row({
    ...reads,
    method: 'GET',
    path: '/oa/api/patrolPlan/{id}',
    summary: '一项定期巡护',
    scope: 'object',
    envelope: 'data',
    params: z.object({ id }),
    reply: patrolRule,
  }),
  patrolOccurrences: row({
    ...reads,
    method: 'POST',
    path: '/oa/api/patrolPlan/occurrence',
    summary: '一项定期巡护的历次结果（分页），新的在前：made 已派发、late 补派、missed 错过、nobody 无人可派',
    scope: 'object',
    envelope: 'page',
    input: z.object({ id, ...paging }),
    reply: patrolOccurrence,
  }),
  patrolCalendar: row({
    ...reads,
    method: 'POST',
    path: '/oa/api/patrolPlan/calendar',
    summary: '执行中的定期巡护在一段时间（最长 42 天）内尚未派发的各次',
    scope: 'list',
    envelope: 'list',
    input: z.object({ gridNo: gridNo.nullish(), beginTime: time, endTime: time }).superRefine(({ beginTime, endTime }, context) => {
      const at = (message: string) => context.addIssue({ code: 'custom', path: ['endTime'], message });
      if (endTime < beginTime) at(errorCode('end-before-begin'));
      else if (endTime.getTime() - beginTime.getTime() > MOST_CALENDAR_MS) at(errorCode('calendar-too-long'));
    }),
    reply: plannedPatrol,
  }),
  createPatrol: row({
    ...writes,
    method: 'POST',
    path: '/oa/api/patrolPlan',
    summary: '新建定期巡护：到时由服务器派发任务，每次恰好一次',
    scope: 'position',
    envelope: 'data',
    act: 'create-patrol',
    input: z.object({ content }),
    reply: patrolRule,
  }),
  revisePatrol: row({
    ...ofPatrol,
    method: 'PUT',
    path: '/oa/api/patrolPlan/{id}',
    summary: '修改定期巡护：revision 不是现有的时为 409，附现有的规则；已派发的任务不变',
    act: 'revise-patrol',
    params: z.object({ id }),
    input: z.object({ revision, content }),
  }),
  changePatrolState: row({
    ...ofPatrol,
    method: 'POST',
    path: '/oa/api/patrolPlan/state',
    summary: '暂停（paused）、恢复（running）或结束（ended，须说明原因）；暂停期间的各次不补派',
    act: 'change-patrol-state',
    input: z
      .object({ id, revision, state: z.enum(PATROL_STATES), reason: optionalText(200) })
      .refine(({ state, reason }) => state !== 'ended' || (reason ?? '').trim() !== '', {
        path: ['reason'],
        message: errorCode('reason-needed'),
      }),
  }),
};

// Exercises (演练): started for a grid with a script of alarms, ended, replayed and judged. Objects of an exercise are excluded from every
// list of real duty.

import {
  errorCode,
  gridNo,
  id,
  numeric,
  optionalText,
  paging,
  position,
  requiredText,
  row,
  schemaOf,
  sentPosition,
  time,
} from '@lookout/contract';
import { z } from 'zod';
import { ALARM_KINDS } from '../alarm/alarm.ts';
import { exercise } from './exercise.schema.ts';
import { DRILL_KINDS, type ExerciseReview } from './exercise.ts';

const leads = { anyOf: ['dispatch'] } as const;

/** The longest exercise, and the most alarms of its script. */
export const MOST_EXERCISE_MINUTES = 24 * 60;
export const MOST_INJECTS = 200;
export const MOST_VERDICT = 2_000;

/** One alarm of the script. `minutes` counts from now; 0: immediately. */
const injectDraft = z.object({
  kind: z.enum(DRILL_KINDS, errorCode('inject-kind')),
  position: sentPosition,
  minutes: numeric(
    z
      .number(errorCode('inject-minutes', { most: MOST_EXERCISE_MINUTES }))
      .min(0, errorCode('inject-minutes', { most: MOST_EXERCISE_MINUTES }))
      .max(MOST_EXERCISE_MINUTES, errorCode('inject-minutes', { most: MOST_EXERCISE_MINUTES })),
  ),
  description: optionalText(200),
});
const script = z.array(injectDraft).max(MOST_INJECTS, errorCode('injects-at-most', { most: MOST_INJECTS }));

const inject = z.object({
  id: z.uuid(),
  kind: z.enum(DRILL_KINDS),
  position,
  description: z.string().nullable(),
  dueAt: time,
  alarmId: z.uuid().nullable(),
});

/** Null: the step was not done. */
const stepSeconds = z.number().nullable();
const seconds = z.object({ acknowledged: stepSeconds, judged: stepSeconds, dispatched: stepSeconds });

const review = schemaOf<ExerciseReview>()(
  z.object({
    exercise,
    script: z.array(inject),
    events: z.array(
      z.object({
        at: time,
        kind: z.string(),
        alarmId: z.uuid().nullable(),
        taskId: z.uuid().nullable(),
        by: z.string(),
        detail: z.string().nullable(),
      }),
    ),
    alarms: z.array(
      z.object({
        alarmId: z.uuid(),
        kind: z.enum(ALARM_KINDS),
        position,
        formattedAddress: z.string(),
        arrivedAt: time,
        seconds,
      }),
    ),
    medianSeconds: seconds,
  }),
);

export const exerciseCalls = {
  exerciseBegin: row({
    method: 'POST',
    path: '/fire/api/exercise/begin',
    summary: '开始演练：名称、网格与脚本（注入的火警）；网格随之进入演练模式',
    permission: leads,
    scope: 'list',
    envelope: 'data',
    effect: 'write',
    act: 'begin-exercise',
    input: z.object({ gridNo: gridNo.nullish(), name: requiredText(64, errorCode('exercise-name-needed')), script: script.default([]) }),
    reply: exercise,
    current: exercise,
  }),
  exerciseInject: row({
    method: 'POST',
    path: '/fire/api/exercise/inject',
    summary: '演练中注入火警（仅演练负责人）',
    permission: leads,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'whole',
    act: 'inject-drill-alarms',
    input: z.object({ id, script: script.min(1, errorCode('injects-needed')) }),
    reply: z.null(),
  }),
  exerciseEnd: row({
    method: 'POST',
    path: '/fire/api/exercise/end',
    summary: '结束演练：其未了的火警与任务随之关闭，网格恢复日常',
    permission: leads,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'whole',
    act: 'end-exercise',
    input: z.object({ id }),
    reply: exercise,
    current: exercise,
  }),
  exerciseJudge: row({
    method: 'POST',
    path: '/fire/api/exercise/judge',
    summary: '讲评：对已结束的演练写下评语；version 为所见的版本',
    permission: leads,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'whole',
    act: 'judge-exercise',
    input: z.object({
      id,
      verdict: requiredText(MOST_VERDICT, errorCode('exercise-verdict-needed')),
      version: numeric(z.number().int().min(1)),
    }),
    reply: exercise,
    current: exercise,
  }),
  exercisePage: row({
    method: 'POST',
    path: '/fire/api/exercise/page',
    summary: '演练（分页），新的在前',
    permission: leads,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish(), ...paging }),
    reply: exercise,
  }),
  exerciseReview: row({
    method: 'GET',
    path: '/fire/api/exercise/review',
    summary: '一次演练的复盘：脚本、按先后的经过、每起火警的接警、研判、派遣用时（秒）与中位数',
    permission: leads,
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ id }),
    reply: review,
  }),
};

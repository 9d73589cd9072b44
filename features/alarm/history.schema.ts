// The schema of a line of the history of many alarms, in the domain's shape. The history of one alarm is a call of docs/interface.md, whose
// lines are in specified-alarm.schema.ts.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import { PRIORITIES } from '../task/priority.ts';
import { TASK_STATES } from '../task/task.ts';
import { ALARM_KINDS, CLOSE_OUTCOMES, REAL_FIRE_TYPES } from './alarm.ts';
import type { AlarmEventKind } from './alarm-events.ts';
import type { HistoryPageLine } from './alarm-history.ts';
import { LOOK_RESULTS } from './look-result.ts';

const text = z.string().nullable();
const texts = z.array(z.string());
const id = z.uuid();

const lineOf = <const K extends AlarmEventKind, D extends z.ZodType>(kind: K, detail: D) =>
  z.object({
    alarmId: id,
    at: time,
    accountId: text,
    fullName: text,
    desk: text,
    kind: z.literal(kind),
    detail,
    alarmKind: z.enum(ALARM_KINDS),
    gridNo,
    formattedAddress: z.string(),
  });

const nothing = z.object({});
const judgement = z.object({ verdict: z.enum(['false', 'real']), note: text, realFireType: z.enum(REAL_FIRE_TYPES).nullable() });
const place = z.object({ position, gridNo, formattedAddress: z.string() });
const value = z.union([z.string(), z.number()]).nullable();
/** More than an alarm has facts. */
const MOST_FACTS = 64;

export const historyPageLine = schemaOf<HistoryPageLine>()(
  z.discriminatedUnion('kind', [
    lineOf(
      'alarm.recorded',
      z.object({ alarmKind: z.enum(ALARM_KINDS), archived: z.object({ before: time, files: texts }).exactOptional() }),
    ),
    lineOf('alarm.linked', z.object({ fromAlarmId: id })),
    lineOf('alarm.seen', nothing),
    lineOf('alarm.acknowledged', nothing),
    lineOf('alarm.taken-over', z.object({ from: z.string() })),
    lineOf('alarm.judged', z.object({ judgement, isJoined: z.literal(true).exactOptional() })),
    lineOf('alarm.corrected', z.object({ judgement, previous: judgement, reason: z.string() })),
    lineOf('alarm.pushed', z.object({ note: text, fromGridName: text, toAlarmId: id.nullable() })),
    lineOf('alarm.push-withdrawn', z.object({ note: text })),
    lineOf('alarm.handled', z.object({ note: text, isRenovated: z.boolean() })),
    lineOf('alarm.reopened', nothing),
    lineOf('alarm.moved', z.object({ from: place, to: place })),
    lineOf(
      'alarm.edited',
      z.object({ changes: z.record(z.string(), z.object({ from: value, to: value })).meta({ maxProperties: MOST_FACTS }) }),
    ),
    lineOf(
      'alarm.dispatched',
      z.object({
        taskId: id,
        members: z.array(z.object({ userId: z.string(), fullName: z.string() })),
        priority: z.literal(PRIORITIES),
        content: z.string(),
      }),
    ),
    lineOf('alarm.progressed', z.object({ taskId: id, state: z.enum([...TASK_STATES, 'cancelled']), text, photos: texts, reason: text })),
    lineOf('alarm.messaged', z.object({ content: z.string(), receivers: texts })),
    lineOf('alarm.ordered', z.object({ orderId: id, content: z.string(), receivers: texts, due: text })),
    lineOf(
      'alarm.order-received',
      z.object({ orderId: id, content: z.string(), receiver: z.string(), isOnBehalf: z.boolean(), note: text }),
    ),
    lineOf('alarm.order-withdrawn', z.object({ orderId: id, content: z.string(), reason: z.string() })),
    lineOf('alarm.second-looked', z.object({ lookId: id, result: z.enum(LOOK_RESULTS), isHot: z.boolean().nullable(), cameras: texts })),
    lineOf('alarm.closed', z.object({ outcome: z.enum(CLOSE_OUTCOMES), note: text })),
    lineOf('alarm.rekindled', z.object({ reason: z.string() })),
    lineOf('alarm.deleted', z.object({ reason: z.string() })),
  ]),
);

// One line of an alarm's history as it travels, by its schema.
import { z } from 'zod';
import { ALARM_ACTS } from './alarm-acts.ts';

export const alarmActEntry = z.object({
  alarmId: z.uuid(),
  act: z.enum(ALARM_ACTS),
  at: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  fullName: z.string().nullable(),
  gridNo: z.string().nullable(),
  desk: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type WireAlarmAct = z.output<typeof alarmActEntry>;

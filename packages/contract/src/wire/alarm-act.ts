// One line of an alarm's history as it travels.
import { ALARM_ACTS, type AlarmActEntry } from '@lookout/domain';
import { z } from 'zod';
import { formatTime } from '../times.ts';

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

export const writeAlarmAct = ({ at, accountId, ...entry }: AlarmActEntry): WireAlarmAct => ({
  ...entry,
  at: formatTime(at),
  userId: accountId,
});

// A past moment of a desk, as the replay of the desk begins with it.
import { z } from 'zod';
import { anyAlarm } from '../alarm/alarm.schema.ts';
import { incidentMember } from '../incident/incident.schema.ts';
import { modeSetting } from '../operating-mode/operating-mode.schema.ts';
import { plot } from '../plot/plot.schema.ts';
import { dueReport } from '../reporting/reporting.schema.ts';
import { personSafety } from '../safety/safety.schema.ts';
import { sos } from '../sos/sos.schema.ts';
import { task } from '../task/task.schema.ts';

export const deskMoment = z.object({
  /** ISO, with milliseconds. */
  at: z.string(),
  /** The log's number at that moment: what was known then is in the events up to it. */
  seq: z.number(),
  alarms: z.array(anyAlarm),
  members: z.array(incidentMember),
  tasks: z.array(task),
  plots: z.array(plot),
  modes: z.array(modeSetting),
  sos: z.array(sos),
  safeties: z.array(personSafety),
  dueReports: z.array(dueReport),
});
export type WireDeskMoment = z.output<typeof deskMoment>;

/** One person's positions in the order of receipt, as columns; each number but the first is the difference to the one before. */
export const positionColumns = z.object({
  userId: z.string(),
  /** When the phone measured it, epoch milliseconds. */
  at: z.array(z.number()),
  /** How much later it was received, milliseconds; not a difference. */
  delay: z.array(z.number()),
  /** Millionths of a degree: a tenth of a metre. */
  longitude: z.array(z.number()),
  latitude: z.array(z.number()),
});
export type WirePositionColumns = z.output<typeof positionColumns>;

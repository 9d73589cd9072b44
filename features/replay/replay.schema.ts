// The state of a desk at a past moment, and the positions received in a period.
import { schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import { alarm } from '../alarm/own-alarm.schema.ts';
import { incidentMember } from '../incident/incident.schema.ts';
import { modeSetting } from '../operating-mode/operating-mode.schema.ts';
import { plot } from '../plot/plot.schema.ts';
import { dueReport } from '../reporting/reporting.schema.ts';
import { personSafety } from '../safety/safety.schema.ts';
import { sos } from '../sos/sos.schema.ts';
import { task } from '../task/named-task.schema.ts';
import type { DeskMoment } from './replay.ts';

export const deskMoment = schemaOf<DeskMoment>()(
  z.object({
    at: time,
    seq: z.number(),
    alarms: z.array(alarm),
    members: z.array(incidentMember),
    tasks: z.array(task),
    plots: z.array(plot),
    modes: z.array(modeSetting),
    sos: z.array(sos),
    safeties: z.array(personSafety),
    dueReports: z.array(dueReport),
  }),
);

/** One person's positions in the order of receipt, as columns; each number after the first is the difference from the previous one. */
export const positionColumns = z.object({
  userId: z.string(),
  /** The phone's measuring time, epoch milliseconds. */
  at: z.array(z.number()),
  /** Delay until receipt, milliseconds; not a difference. */
  delay: z.array(z.number()),
  /** Millionths of a degree: a tenth of a metre. */
  longitude: z.array(z.number()),
  latitude: z.array(z.number()),
});
export type WirePositionColumns = z.output<typeof positionColumns>;

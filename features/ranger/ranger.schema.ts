// Schemas of rangers, their positions, tracks and attendance.
import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import type { Attendance, ReplayTrack } from './attendance.ts';
import type { ListedRanger, TrackPoint } from './ranger.ts';

/** Specification §3, "Ranger or team position": the content of a `teamTrajectory` message, one position per message. */
export const teamPosition = z.object({
  userId: z.string(),
  createUser: z.string(),
  position,
  actualUploadTime: z.string(),
});
export type TeamPosition = z.output<typeof teamPosition>;

export const trackPoint = schemaOf<TrackPoint>()(
  z.object({ position, at: time, receivedAt: time, isDoubtful: z.literal(true).exactOptional() }),
);

const person = { userId: z.string(), fullName: z.string(), gridNo, gridName: z.string() };

export const ranger = schemaOf<ListedRanger>()(
  z.object({
    ...person,
    phone: z.string().nullable(),
    last: trackPoint.nullable(),
    taskIds: z.array(z.string()),
    distanceMetres: z.number().nullable(),
    bearingDegrees: z.number().nullable(),
  }),
);

/** The totals of a ranger's positions in a period or a day. */
const patrolSums = {
  positions: z.number(),
  leftOut: z.number(),
  movingSeconds: z.number(),
  distanceMetres: z.number(),
  seenSquareKilometres: z.number(),
  gaps: z.array(z.object({ begin: time, end: time, from: position, to: position })),
};

export const attendance = schemaOf<Named<Attendance>>()(
  z.object({
    ...person,
    ...patrolSums,
    beginDay: z.string(),
    endDay: z.string(),
    daysOnDuty: z.number(),
    begin: time.nullable(),
    end: time.nullable(),
    dutySeconds: z.number(),
    gapCount: z.number(),
    gapSeconds: z.number(),
    tasksDone: z.number(),
  }),
);

export const replayTrack = schemaOf<Named<ReplayTrack>>()(
  z.object({
    ...person,
    ...patrolSums,
    seconds: z.array(z.number()),
    longitudes: z.array(z.number()),
    latitudes: z.array(z.number()),
    activity: z.array(z.number()),
  }),
);

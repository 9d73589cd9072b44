// Schemas of the quality of patrols.
import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import type { PatrolGaps, PatrolQuality, PatrolQuestion } from './patrol-quality.ts';

const span = { begin: time, end: time };
const shared = { minutes: z.number(), metres: z.number(), apartMetres: z.number() };

const patrolQuestion = schemaOf<PatrolQuestion>()(
  z.discriminatedUnion('kind', [
    z.object({ ...span, kind: z.literal('ride'), metres: z.number(), kilometresPerHour: z.number() }),
    z.object({ ...span, kind: z.literal('jump'), metres: z.number(), kilometresPerHour: z.number(), from: position, to: position }),
    z.object({ ...span, kind: z.literal('scatter'), leftOut: z.number(), positions: z.number() }),
    z.object({ ...span, kind: z.literal('together'), userId: z.string(), fullName: z.string().nullable(), ...shared }),
    z.object({ ...span, kind: z.literal('repeated'), earlierDay: z.string(), ...shared }),
  ]),
);

const grid = { gridNo, gridName: z.string() };

export const patrolQuality = schemaOf<Named<PatrolQuality>>()(
  z.object({
    ...grid,
    userId: z.string(),
    fullName: z.string(),
    beginDay: z.string(),
    endDay: z.string(),
    daysOnDuty: z.number(),
    pendingDays: z.number(),
    dutySeconds: z.number(),
    movingSeconds: z.number(),
    distanceMetres: z.number(),
    climbMetres: z.number(),
    stayCount: z.number(),
    staySeconds: z.number(),
    stays: z.array(z.object({ ...span, position })),
    seenHectares: z.number(),
    seenForestHectares: z.number(),
    seenDangerousHectares: z.number().nullable(),
    withoutElevationShare: z.number(),
    questions: z.array(patrolQuestion),
  }),
);

export const patrolGaps = schemaOf<Named<PatrolGaps>>()(
  z.object({
    ...grid,
    forestHectares: z.number(),
    dangerousHectares: z.number(),
    dangerDay: z.string().nullable(),
    unknownHectares: z.number(),
    unseen: z.array(z.object({ days: z.number(), hectares: z.number() })),
  }),
);

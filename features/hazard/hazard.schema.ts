// Schemas of geological hazards in replies and live messages.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import {
  HAZARD_KINDS,
  HAZARD_LEVELS,
  HAZARD_STATES,
  HAZARD_WARNING_ACTS,
  HAZARD_WARNING_LEVELS,
  type Hazard,
  type HazardFile,
  type HazardHistoryLine,
  type HazardOverview,
  type HazardWarning,
  MONITOR_KINDS,
  type ReadingSpan,
} from './hazard.ts';

const inGrid = { gridNo, gridName: z.string() };

export const thresholds = z.object({
  blue: z.number().nullable(),
  yellow: z.number().nullable(),
  orange: z.number().nullable(),
  red: z.number().nullable(),
});

const cause = z.object({
  source: z.enum(['monitor', 'rain']),
  monitorName: z.string().nullable(),
  monitorKind: z.enum(MONITOR_KINDS).nullable(),
  measure: z.enum(['value', 'rate', 'rain-1h', 'rain-24h']),
  value: z.number(),
  threshold: z.number(),
  level: z.enum(HAZARD_WARNING_LEVELS),
});

const facts = {
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(HAZARD_KINDS),
  level: z.enum(HAZARD_LEVELS),
  state: z.enum(HAZARD_STATES),
  position,
  ...inGrid,
  address: z.string().nullable(),
  people: z.number(),
  households: z.number(),
  dutyName: z.string().nullable(),
  dutyPhone: z.string().nullable(),
  description: z.string().nullable(),
  version: z.number(),
  changedBy: z.string(),
  changedAt: time,
};

export const hazardOverview = schemaOf<Named<HazardOverview>>()(
  z.object({
    ...facts,
    monitorCount: z.number(),
    lastReadingAt: time.nullable(),
    warning: z.object({ id: z.uuid(), level: z.enum(HAZARD_WARNING_LEVELS).nullable() }).nullable(),
  }),
);

const monitor = z.object({
  id: z.uuid(),
  code: z.string(),
  kind: z.enum(MONITOR_KINDS),
  name: z.string(),
  value: thresholds,
  rate: thresholds,
});

export const hazard = schemaOf<Named<Hazard>>()(
  z.object({
    ...facts,
    photos: z.array(z.string()),
    rain: z.object({ oneHour: thresholds, oneDay: thresholds }),
    monitors: z.array(monitor),
  }),
);

export const hazardFile = schemaOf<HazardFile>()(
  z.object({
    hazard,
    monitors: z.array(
      z.object({
        monitor,
        last: z.object({ at: time, value: z.number(), rate: z.number().nullable() }).nullable(),
        cause: cause.nullable(),
      }),
    ),
    rain: z.object({ oneHour: z.number().nullable(), oneDay: z.number().nullable(), at: time.nullable() }),
  }),
);

const answer = z.object({ at: time, by: z.string(), note: z.string().nullable() });

export const hazardWarning = schemaOf<Named<HazardWarning>>()(
  z.object({
    id: z.uuid(),
    hazardId: z.uuid(),
    hazardName: z.string(),
    hazardKind: z.enum(HAZARD_KINDS),
    position,
    people: z.number(),
    ...inGrid,
    level: z.enum(HAZARD_WARNING_LEVELS).nullable(),
    highest: z.enum(HAZARD_WARNING_LEVELS),
    cause,
    raisedAt: time,
    changedAt: time,
    acknowledged: answer.nullable(),
    handled: answer.nullable(),
    closed: answer.nullable(),
  }),
);

export const readingSpan = schemaOf<ReadingSpan>()(z.object({ at: time, value: z.number(), lowest: z.number(), highest: z.number() }));

export const hazardHistoryLine = schemaOf<HazardHistoryLine>()(
  z.object({
    at: time,
    by: z.string(),
    act: z.enum(['registered', 'changed', 'removed', 'restored', ...HAZARD_WARNING_ACTS]),
    warningId: z.uuid().nullable(),
    level: z.enum(HAZARD_WARNING_LEVELS).nullable(),
    cause: cause.nullable(),
    note: z.string().nullable(),
    fields: z.array(z.string()),
  }),
);

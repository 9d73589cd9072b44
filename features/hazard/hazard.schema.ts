// Schemas of geological hazards in replies and live messages.

import { z } from 'zod';
import { HAZARD_KINDS, HAZARD_LEVELS, HAZARD_STATES, HAZARD_WARNING_LEVELS, type HazardWarningPayloads, MONITOR_KINDS } from './hazard.ts';

const position = z.object({ lng: z.number(), lat: z.number() });
const inGrid = { gridNo: z.string(), gridName: z.string() };

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
  updateUser: z.string(),
  updateTime: z.string(),
};

export const hazardOverview = z.object({
  ...facts,
  monitorCount: z.number(),
  lastReadingTime: z.string().nullable(),
  /** The open warning; `level` is null once it is lifted. */
  warning: z.object({ id: z.uuid(), level: z.enum(HAZARD_WARNING_LEVELS).nullable() }).nullable(),
});
export type WireHazardOverview = z.output<typeof hazardOverview>;

const monitor = z.object({
  id: z.uuid(),
  code: z.string(),
  kind: z.enum(MONITOR_KINDS),
  name: z.string(),
  value: thresholds,
  /** Change per hour. */
  rate: thresholds,
});

export const hazard = z.object({
  ...facts,
  photos: z.array(z.string()),
  /** Millimetres. */
  rain: z.object({ oneHour: thresholds, oneDay: thresholds }),
  monitors: z.array(monitor),
});
export type WireHazard = z.output<typeof hazard>;

/** A hazard point with its monitoring data: newest readings, rain of its grid, and its warning. */
export const hazardFile = z.object({
  hazard,
  monitors: z.array(
    z.object({
      monitorId: z.uuid(),
      last: z.object({ time: z.string(), value: z.number(), rate: z.number().nullable() }).nullable(),
      cause: cause.nullable(),
    }),
  ),
  /** The larger of fallen and forecast rain, millimetres; null: unknown. */
  rain: z.object({ oneHour: z.number().nullable(), oneDay: z.number().nullable(), time: z.string().nullable() }),
});
export type WireHazardFile = z.output<typeof hazardFile>;

const answer = z.object({ time: z.string(), user: z.string(), note: z.string().nullable() });

export const hazardWarning = z.object({
  id: z.uuid(),
  hazardId: z.uuid(),
  hazardName: z.string(),
  hazardKind: z.enum(HAZARD_KINDS),
  position,
  people: z.number(),
  ...inGrid,
  /** null: lifted. */
  level: z.enum(HAZARD_WARNING_LEVELS).nullable(),
  highest: z.enum(HAZARD_WARNING_LEVELS),
  cause,
  raisedTime: z.string(),
  changedTime: z.string(),
  acknowledged: answer.nullable(),
  handled: answer.nullable(),
  closed: answer.nullable(),
});
export type WireHazardWarning = z.output<typeof hazardWarning>;

/** What happened to a warning, in histories and live messages. */
export const HAZARD_WARNING_ACTS = ['raised', 'risen', 'lowered', 'lifted', 'acknowledged', 'handled', 'closed'] as const;
export type HazardWarningAct = (typeof HAZARD_WARNING_ACTS)[number];

/** Each act has the name of an event. A new event does not compile until an act is added for it. */
export const warningActOf = (kind: keyof HazardWarningPayloads): HazardWarningAct => {
  const acts: { readonly [K in keyof HazardWarningPayloads]: HazardWarningAct } = {
    'hazard-warning.raised': 'raised',
    'hazard-warning.risen': 'risen',
    'hazard-warning.lowered': 'lowered',
    'hazard-warning.lifted': 'lifted',
    'hazard-warning.acknowledged': 'acknowledged',
    'hazard-warning.handled': 'handled',
    'hazard-warning.closed': 'closed',
  };
  return acts[kind];
};

export const hazardHistoryLine = z.object({
  time: z.string(),
  /** A user's name, or the feed or scheduled check that made the change. */
  user: z.string(),
  act: z.enum(['registered', 'changed', 'removed', 'restored', ...HAZARD_WARNING_ACTS]),
  /** The warning concerned; null: the point itself. */
  warningId: z.uuid().nullable(),
  level: z.enum(HAZARD_WARNING_LEVELS).nullable(),
  cause: cause.nullable(),
  note: z.string().nullable(),
  /** For a change of the point: the names of the changed fields. */
  fields: z.array(z.string()),
});
export type WireHazardHistoryLine = z.output<typeof hazardHistoryLine>;

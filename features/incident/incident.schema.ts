// The schema of a fire (火情), in replies, and of who is of which fire, in live messages. A page loads the readers beside this file without it.

import { LENGTHS } from '@lookout/contract/bounds.ts';
import { z } from 'zod';
import { WIRE_KINDS } from '../alarm/alarm.wire.ts';
import { CALMING_REASONS, CERTAINTY_FACTORS } from '../alarm/certainty.ts';
import { INCIDENT_STATES } from './incident.ts';

/** `inhabitants`: of the villages, null where none are imported. */
const threatened = z.object({ inhabitants: z.number().nullable(), dangerSources: z.number() });

/** What an alarm says for its fire. */
export const incidentMember = z.object({
  alarmId: z.uuid(),
  incidentId: z.uuid(),
  /** What was looked with: alarms of one look are not independent. */
  look: z.string().max(LENGTHS.look),
  /** Square metres, of the error of the position: east, east and north, north. */
  covariance: z.tuple([z.number(), z.number(), z.number()]),
  probability: z.number(),
  calmedBy: z.array(z.enum(CALMING_REASONS)),
  /** Within 3 km; null: nothing is known of the place. */
  threatens: threatened.nullable(),
});
export type WireIncidentMember = z.output<typeof incidentMember>;

/** `name`: of a camera or sensor its device, of a satellite itself. */
const source = z.object({ kind: z.enum(WIRE_KINDS), name: z.string().nullable(), count: z.number() });

export const incident = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  /** Of the alarm that was observed first, of those that have one. */
  address: z.string().nullable(),
  /** Holds the fire in 95 % of all cases. */
  ellipse: z.object({ semiMajorMetres: z.number(), semiMinorMetres: z.number(), bearingDegrees: z.number() }),
  /** The largest distance between two of its alarms, metres. */
  spanMetres: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  /** 0–1. */
  probability: z.number(),
  /** Within 3 km of one of its alarms, the most; null: not known. */
  threatens: threatened.nullable(),
  state: z.enum(INCIDENT_STATES),
  /** In the order of their observation. */
  alarmIds: z.array(z.uuid()),
  sources: z.array(source),
  /** How sure each independent look is by itself, after what calms it. */
  looks: z.array(
    z.object({
      kind: z.enum(WIRE_KINDS),
      name: z.string().nullable(),
      time: z.string(),
      probability: z.number(),
      calmedBy: z.array(z.enum(CALMING_REASONS)),
    }),
  ),
  /** What is known of the place multiplies the odds of all looks together. */
  factors: z.array(z.object({ kind: z.enum(CERTAINTY_FACTORS), odds: z.number() })),
  /** Why its alarms are taken for one fire, and what makes it more or less sure, in words. */
  reasons: z.array(z.string()),
});
export type WireIncident = z.output<typeof incident>;

/** A person's decision that stands. */
export const incidentDecision = z.object({
  id: z.uuid(),
  kind: z.enum(['split', 'merge']),
  by: z.string(),
  time: z.string(),
});
export type WireIncidentDecision = z.output<typeof incidentDecision>;

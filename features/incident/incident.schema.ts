// The schemas of a fire (火情) as docs/interface.md defines it, and of its members. The reader of a fire is in a separate file, so that a page
// can load it without the schema.

import { schemaOf } from '@lookout/contract';
import { LENGTHS } from '@lookout/contract/bounds.ts';
import { z } from 'zod';
import { WIRE_KINDS } from '../alarm/alarm-kinds.wire.ts';
import { CALMING_REASONS, CERTAINTY_FACTORS } from '../alarm/certainty.ts';
import { INCIDENT_STATES, type IncidentMember } from './incident.ts';

/** `inhabitants`: of the villages; null if none are imported. */
const threatened = z.object({ inhabitants: z.number().nullable(), dangerSources: z.number() });

export const incidentMember = schemaOf<IncidentMember>()(
  z.object({
    alarmId: z.uuid(),
    incidentId: z.uuid(),
    evidence: z.object({
      look: z.string().max(LENGTHS.look),
      covariance: z.object({ eastEast: z.number(), eastNorth: z.number(), northNorth: z.number() }),
      probability: z.number(),
      calmedBy: z.array(z.enum(CALMING_REASONS)),
      threatens: threatened.nullable(),
    }),
  }),
);

/** In the replay of a desk. */
export const pastMembers = z.array(incidentMember);

/** `name`: the device of a camera or sensor, or the satellite. */
const source = z.object({ kind: z.enum(WIRE_KINDS), name: z.string().nullable(), count: z.number() });

export const incident = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  /** The address of the earliest observed alarm that has one. */
  address: z.string().nullable(),
  /** Contains the fire in 95 % of all cases. */
  ellipse: z.object({ semiMajorMetres: z.number(), semiMinorMetres: z.number(), bearingDegrees: z.number() }),
  /** The largest distance between two of its alarms, metres. */
  spanMetres: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  /** 0–1. */
  probability: z.number(),
  /** The largest threat within 3 km of any of its alarms; null: not known. */
  threatens: threatened.nullable(),
  state: z.enum(INCIDENT_STATES),
  /** In order of observation. */
  alarmIds: z.array(z.uuid()),
  sources: z.array(source),
  /** The probability of each independent observation on its own, after the reductions in `calmedBy`. */
  looks: z.array(
    z.object({
      kind: z.enum(WIRE_KINDS),
      name: z.string().nullable(),
      time: z.string(),
      probability: z.number(),
      calmedBy: z.array(z.enum(CALMING_REASONS)),
    }),
  ),
  /** Properties of the place, which multiply the odds of all observations together. */
  factors: z.array(z.object({ kind: z.enum(CERTAINTY_FACTORS), odds: z.number() })),
  /** Readable reasons why its alarms are considered one fire, and what makes it more or less certain. */
  reasons: z.array(z.string()),
});
export type WireIncident = z.output<typeof incident>;

/** A user's decision that is in force. */
export const incidentDecision = z.object({
  id: z.uuid(),
  kind: z.enum(['split', 'merge']),
  by: z.string(),
  time: z.string(),
});
export type WireIncidentDecision = z.output<typeof incidentDecision>;

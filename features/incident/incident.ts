// A fire (火情) as a separate object: the set of its alarms. The association of `packages/fusion` and users' decisions determine the set;
// this file derives the rest from it. A fire is named by its first alarm, so that the name needs no stored state and does not depend on the
// order in which the alarms arrived.

import { eventObject, type GridNo, type Named, type Position } from '@lookout/domain';
import type { Alarm, AlarmKind, NamedAlarm } from '../alarm/alarm.ts';
import type { CalmingReason, Certainty, CertaintyFactor } from '../alarm/certainty.ts';
import type { NotedFact, NotedFacts } from '../reporting/reporting-rule.ts';
import type { Threatened } from './fire-danger.ts';

/** Covariance of a position error to the east and north, square metres. */
export interface PositionCovariance {
  readonly eastEast: number;
  readonly eastNorth: number;
  readonly northNorth: number;
}

/**
 * The evidence of an alarm for its fire, computed once when the alarm joins. Everything displayed about a fire follows from its alarms and
 * this evidence.
 */
export interface AlarmEvidence {
  /** The observation that produced the alarm: alarms of one observation are not independent of each other. */
  readonly look: string;
  readonly covariance: PositionCovariance;
  /** The probability that it is a fire, by its source and the source's history alone, 0–1. */
  readonly probability: number;
  readonly calmedBy: readonly CalmingReason[];
  /** What was threatened near it when it joined; null: nothing is known about the place. */
  readonly threatens: Threatened | null;
}

/** The membership of an alarm in a fire. */
export interface IncidentMember {
  readonly alarmId: string;
  readonly incidentId: string;
  readonly evidence: AlarmEvidence;
}

/** Additional data that only server/association.ts needs. */
export interface StoredMember extends IncidentMember {
  /**
   * The fire as which a user confirmed the alarm: the name that its fire had at that time, or the `confirmedAs` of an alarm confirmed
   * earlier in that fire. Two fires confirmed separately remain two. null: not confirmed.
   */
  readonly confirmedAs: string | null;
  /** The known heat source that explains the alarm, and the day: `<id>/<day>`; null: none. */
  readonly knownHeat: string | null;
}

/** The member without the additional data, as it is sent. */
export const membershipOf = ({ alarmId, incidentId, evidence }: IncidentMember): IncidentMember => ({ alarmId, incidentId, evidence });

/** A user's decision about alarms. The automatic association never undoes it. */
export type IncidentDecision =
  /** 拆分: no alarm of the first side belongs to the same fire as one of the second. */
  | { readonly kind: 'split'; readonly sides: readonly [readonly string[], readonly string[]] }
  /** 合并: the alarms belong to one fire. */
  | { readonly kind: 'merge'; readonly alarmIds: readonly string[] };

/** The alarms that a decision names. */
export const alarmIdsOf = (decision: IncidentDecision): readonly string[] =>
  decision.kind === 'split' ? decision.sides.flat() : decision.alarmIds;

/** Whether a later decision contradicts an earlier one, by splitting what that merged or merging what that split. */
export function isOpposite(earlier: IncidentDecision, later: IncidentDecision): boolean {
  if (earlier.kind === later.kind) return false;
  const [{ sides }, { alarmIds }] = (earlier.kind === 'split' ? [earlier, later] : [later, earlier]) as [Split, Merge];
  return sides.every((side) => side.some((id) => alarmIds.includes(id)));
}

/** The parts of a merge that remain after a split: the alarms that leave are still one fire, and so are the others. */
export function leftOf(earlier: IncidentDecision, later: IncidentDecision): string[][] {
  if (earlier.kind !== 'merge' || later.kind !== 'split') return [];
  const [, leaving] = later.sides;
  const left = [earlier.alarmIds.filter((id) => !leaving.includes(id)), earlier.alarmIds.filter((id) => leaving.includes(id))];
  return left.filter(({ length }) => length > 1);
}

type Split = Extract<IncidentDecision, { readonly kind: 'split' }>;
type Merge = Extract<IncidentDecision, { readonly kind: 'merge' }>;

/** What observed a fire: a camera or sensor (by device), a satellite (by name), or people (as one source). */
export interface IncidentSource {
  readonly kind: AlarmKind;
  readonly name: string | null;
  /** The number of its alarms. */
  readonly count: number;
}

/** One observation of a fire, with its evidence: alarms of one observation are not independent and count once. */
export interface IncidentLook {
  readonly kind: AlarmKind;
  /** The device of a camera or sensor, or the name of a satellite. */
  readonly name: string | null;
  /** Observation time of its first alarm. */
  readonly seenAt: Date;
  /** The probability that it is a fire, by this observation alone and after the reductions in `calmedBy`, 0–1. */
  readonly probability: number;
  readonly calmedBy: readonly CalmingReason[];
}

/** A fire, as derived from those of its alarms that the user may see. */
export interface IncidentSummary {
  readonly id: string;
  /** The lowest grid that covers all its alarms. */
  readonly gridNo: GridNo;
  readonly position: Position;
  /** The address of the earliest observed alarm that has one. */
  readonly address: string | null;
  /** Contains the fire in 95 % of all cases; metres, and the azimuth of the longer axis. */
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly azimuthDegrees: number };
  /** The largest distance between two of its alarms. */
  readonly spanMetres: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly certainty: Certainty;
  /** In order of their first alarm. */
  readonly looks: readonly IncidentLook[];
  /** The largest threat of its alarms; null: not known for any. */
  readonly threatens: Threatened | null;
  readonly state: IncidentState;
  /** In order of observation. */
  readonly alarmIds: readonly string[];
  readonly sources: readonly IncidentSource[];
}

/** A fire as listed. */
export interface ListedIncident extends Named<Omit<IncidentSummary, 'certainty'>> {
  /** 0–1. */
  readonly probability: number;
  readonly factors: readonly CertaintyFactor[];
  /** Why its alarms are considered one fire, and what makes it more or less certain; in the requested language. */
  readonly reasons: readonly string[];
}

/** A fire with its alarms. */
export interface IncidentFile extends ListedIncident {
  /** In order of observation; only the first, if there are many. */
  readonly alarms: readonly NamedAlarm[];
  /** The decisions in force, newest first. */
  readonly decisions: readonly { readonly id: string; readonly kind: IncidentDecision['kind']; readonly by: string; readonly at: Date }[];
}

export interface IncidentPayloads {
  /**
   * These alarms now belong to these fires: new alarms, and alarms that moved from another fire. One event for each county of the alarms.
   */
  'incident.joined': { readonly members: readonly IncidentMember[]; readonly exerciseId?: string };
  'incident.split': {
    readonly decisionId: string;
    readonly sides: readonly [readonly string[], readonly string[]];
    /** Earlier decisions that it replaced. */
    readonly replaced?: readonly string[];
  };
  'incident.merged': { readonly decisionId: string; readonly alarmIds: readonly string[]; readonly replaced?: readonly string[] };
  /** A decision was withdrawn. The decisions that it had replaced are in force again. */
  'incident.undone': { readonly decisionId: string; readonly kind: IncidentDecision['kind'] };
  /** An officer entered a fact that no data provides. `from` null: it was not known. */
  'incident.fact-noted': {
    readonly fact: NotedFact;
    readonly from: NotedFacts[NotedFact] | null;
    readonly to: NotedFacts[NotedFact];
  };
  /**
   * The fire's history was sealed in a package (封存包): the SHA-256 of the manifest, in hexadecimal, and the number of lines and pictures.
   * `sm3` is present if the package is hashed with SM3 (CRYPTO=gm).
   */
  'incident.packaged': { readonly sha256: string; readonly sm3?: string; readonly lines: number; readonly pictures: number };
}

/**
 * The name of the fire of each alarm. A fire retains the oldest name among its alarms. When one fire becomes several, the name belongs to
 * the part that contains the alarm it is named after or, if that alarm is deleted, to the part with the oldest alarm. A fire without a name
 * is named after its own first alarm.
 * @param fires the alarm ids of each fire, at least one; the order of alarm ids is the order of arrival
 * @param current the previous fire of each alarm
 */
export function namedIncidents(
  fires: readonly (readonly string[])[],
  current: (alarmId: string) => string | undefined,
): Map<string, string> {
  const ordered = fires.map((ids) => [...ids].sort()).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const ownerOf = new Map<string, readonly string[]>();
  for (const ids of ordered) {
    for (const id of ids) {
      const name = current(id);
      if (name !== undefined && !ownerOf.has(name)) ownerOf.set(name, ids);
    }
  }
  for (const ids of ordered) for (const id of ids) if (ownerOf.has(id)) ownerOf.set(id, ids);
  const names = new Map<string, string>();
  for (const ids of ordered) {
    const own = ids.flatMap((id) => current(id) ?? []).filter((name) => ownerOf.get(name) === ids);
    const [oldest] = [...own, ids[0] as string].sort() as [string];
    for (const id of ids) names.set(id, oldest);
  }
  return names;
}

/** A grid's settings for its fires. */
export interface IncidentPolicy {
  /** An alarm that joins a fire in progress inherits its verdict; otherwise it remains open until a user judges it. */
  readonly inheritsVerdict: boolean;
}

/** The policy that applies to a grid. */
export interface IncidentPolicyInForce extends IncidentPolicy, Named<{ readonly gridNo: GridNo }> {
  /** The grid whose policy applies if this grid has none itself; null: the default policy. */
  readonly fromGridName: string | null;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
}

/** Applies if nothing is set for the grid or for any grid above it. */
export const USUAL_INCIDENT_POLICY: IncidentPolicy = { inheritsVerdict: false };

/** Open: burning or not known yet. Closed: every alarm was judged false or its fire was closed. */
export const INCIDENT_STATES = ['open', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

const OVER: ReadonlySet<Alarm['response']['stage']> = new Set(['dismissed', 'closed']);

/** @param alarms the alarms of the fire that the user may see, at least one */
export const incidentState = (alarms: readonly Pick<Alarm, 'response'>[]): IncidentState =>
  alarms.every(({ response }) => OVER.has(response.stage)) ? 'closed' : 'open';

export const incidentObject = eventObject<IncidentPayloads, null>()({
  // Memberships are stored in a table with the alarms. The events only record what changed.
  apply: null,
  keeping: {
    // Memberships and decisions are stored outside the event log, with the alarms.
    'incident.joined': 'never',
    'incident.split': 'never',
    'incident.merged': 'never',
    'incident.undone': 'never',
    'incident.fact-noted': 'never',
    // The seal itself is a row outside the event log.
    'incident.packaged': 'never',
  },
  summaries: {
    'incident.joined': ({ members }) => ({ count: members.length }),
  },
});

// A fire (火情) as an object of its own: the alarms that are of it. Which they are is found by the association of `packages/fusion` and by what persons decide;
// here is what follows from it. A fire is named by the first of its alarms, so that its name needs no memory and does not depend on the order in which they came.

import { eventObject, type GridNo, type Position } from '@lookout/domain';
import type { Alarm, AlarmKind } from '../alarm/alarm.ts';
import type { CalmingReason, Certainty } from '../alarm/certainty.ts';
import type { NotedFact, NotedFacts } from '../reporting/reporting-rule.ts';
import type { Threatened } from './fire-danger.ts';

/** Square metres, of an error east and north. */
export interface PositionCovariance {
  readonly eastEast: number;
  readonly eastNorth: number;
  readonly northNorth: number;
}

/** What an alarm says for its fire, worked out once when it joins: everything shown of a fire follows from its alarms and these. */
export interface AlarmEvidence {
  /** What was looked with: alarms of one look are not independent of each other. */
  readonly look: string;
  readonly covariance: PositionCovariance;
  /** That it is a fire, by its source and the source's history alone, 0–1. */
  readonly probability: number;
  readonly calmedBy: readonly CalmingReason[];
  /** What lay near it when it joined; null: nothing is known of the place. */
  readonly threatens: Threatened | null;
}

/** That an alarm is of a fire. */
export interface IncidentMember {
  readonly alarmId: string;
  readonly incidentId: string;
  readonly evidence: AlarmEvidence;
}

/** With what only its keeper needs. */
export interface KeptMember extends IncidentMember {
  /**
   * The fire as which a person confirmed it: the name that its fire had then, or that an alarm of the fire was confirmed as before. Two fires confirmed as two
   * stay two. null: nobody confirmed it.
   */
  readonly confirmedAs: string | null;
  /** The known heat source that explains it, and the day: `<id>/<day>`; null: none does. */
  readonly knownHeat: string | null;
}

/** A person's decision about alarms; the machine never undoes it. */
export type IncidentDecision =
  /** 拆分: none of the first side is of one fire with one of the second. */
  | { readonly kind: 'split'; readonly sides: readonly [readonly string[], readonly string[]] }
  /** 合并: they are of one fire. */
  | { readonly kind: 'merge'; readonly alarmIds: readonly string[] };

/** The alarms that a decision names. */
export const alarmIdsOf = (decision: IncidentDecision): readonly string[] =>
  decision.kind === 'split' ? decision.sides.flat() : decision.alarmIds;

/** Does a later decision say the opposite of an earlier one: that what it joined is two, or that what it parted is one? */
export function isOpposite(earlier: IncidentDecision, later: IncidentDecision): boolean {
  if (earlier.kind === later.kind) return false;
  const [{ sides }, { alarmIds }] = (earlier.kind === 'split' ? [earlier, later] : [later, earlier]) as [Split, Merge];
  return sides.every((side) => side.some((id) => alarmIds.includes(id)));
}

/** What a split leaves of a merge that it takes apart: those that leave are still one, and so are the others. */
export function leftOf(earlier: IncidentDecision, later: IncidentDecision): string[][] {
  if (earlier.kind !== 'merge' || later.kind !== 'split') return [];
  const [, leaving] = later.sides;
  const left = [earlier.alarmIds.filter((id) => !leaving.includes(id)), earlier.alarmIds.filter((id) => leaving.includes(id))];
  return left.filter(({ length }) => length > 1);
}

type Split = Extract<IncidentDecision, { readonly kind: 'split' }>;
type Merge = Extract<IncidentDecision, { readonly kind: 'merge' }>;

/** What has seen a fire: a camera or sensor by its device, a satellite by its name, people together. */
export interface IncidentSource {
  readonly kind: AlarmKind;
  readonly name: string | null;
  /** Its alarms. */
  readonly count: number;
}

/** One look at a fire, with what it says for it: alarms of one look are not independent and count once. */
export interface IncidentLook {
  readonly kind: AlarmKind;
  /** A camera or sensor by its device, a satellite by its name. */
  readonly name: string | null;
  /** Of its first alarm. */
  readonly seenAt: Date;
  /** That it is a fire, by this look alone and after what calms it, 0–1. */
  readonly probability: number;
  readonly calmedBy: readonly CalmingReason[];
}

/** A fire as it follows from the alarms that one may see of it. */
export interface IncidentSummary {
  readonly id: string;
  /** The lowest that covers all its alarms. */
  readonly gridNo: GridNo;
  readonly position: Position;
  /** Of the alarm that was observed first, of those that have one. */
  readonly address: string | null;
  /** Holds the fire in 95 % of all cases; metres, and the azimuth of the longer axis. */
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly azimuthDegrees: number };
  /** The largest distance between two of its alarms. */
  readonly spanMetres: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly certainty: Certainty;
  /** In the order of their first alarm. */
  readonly looks: readonly IncidentLook[];
  /** The most of its alarms; null: not known of any. */
  readonly threatens: Threatened | null;
  readonly state: IncidentState;
  /** In the order of their observation. */
  readonly alarmIds: readonly string[];
  readonly sources: readonly IncidentSource[];
}

export interface IncidentPayloads {
  /** These alarms are now of these fires: new ones, and those that went over from another fire. One event for each county of the alarms. */
  'incident.joined': { readonly members: readonly IncidentMember[]; readonly exerciseId?: string };
  'incident.split': {
    readonly decisionId: string;
    readonly sides: readonly [readonly string[], readonly string[]];
    /** Earlier decisions whose place it took. */
    readonly replaced?: readonly string[];
  };
  'incident.merged': { readonly decisionId: string; readonly alarmIds: readonly string[]; readonly replaced?: readonly string[] };
  /** A decision was taken back; those whose place it had taken stand again. */
  'incident.undone': { readonly decisionId: string; readonly kind: IncidentDecision['kind'] };
  /** An officer entered what no data tells. `from` null: it was not known. */
  'incident.fact-noted': {
    readonly fact: NotedFact;
    readonly from: NotedFacts[NotedFact] | null;
    readonly to: NotedFacts[NotedFact];
  };
  /** Its story was sealed in a package (封存包): the SHA-256 of the manifest, in hexadecimal, of so many lines and pictures. */
  /** `sm3` where that is the hash of the package (CRYPTO=gm). */
  'incident.packaged': { readonly sha256: string; readonly sm3?: string; readonly lines: number; readonly pictures: number };
}

/**
 * The name of each fire, for each of its alarms. A fire keeps the oldest name among its alarms. A name that alarms of several fires have, after one fire became
 * two, stays with the alarm it is of, or where that is gone with the oldest alarm; who has no name takes that of its own first alarm.
 * @param fires each with the ids of its alarms, at least one; an alarm's id sorts by its arrival
 * @param current of which fire each alarm was
 */
export function namedIncidents(
  fires: readonly (readonly string[])[],
  current: (alarmId: string) => string | undefined,
): Map<string, string> {
  const ordered = fires.map((ids) => [...ids].sort()).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const keeperOf = new Map<string, readonly string[]>();
  for (const ids of ordered) {
    for (const id of ids) {
      const name = current(id);
      if (name !== undefined && !keeperOf.has(name)) keeperOf.set(name, ids);
    }
  }
  for (const ids of ordered) for (const id of ids) if (keeperOf.has(id)) keeperOf.set(id, ids);
  const names = new Map<string, string>();
  for (const ids of ordered) {
    const own = ids.flatMap((id) => current(id) ?? []).filter((name) => keeperOf.get(name) === ids);
    const [oldest] = [...own, ids[0] as string].sort() as [string];
    for (const id of ids) names.set(id, oldest);
  }
  return names;
}

/** What a grid sets of its fires. */
export interface IncidentPolicy {
  /** An alarm that joins a fire in progress takes over its verdict; else it stays open until a person judges it. */
  readonly inheritsVerdict: boolean;
}

/** Of a grid for which nothing was set, nor for any above it. */
export const USUAL_INCIDENT_POLICY: IncidentPolicy = { inheritsVerdict: false };

/** Burning or not known yet; over: every alarm was judged false or its fire was closed. */
export const INCIDENT_STATES = ['open', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

const OVER: ReadonlySet<Alarm['response']['stage']> = new Set(['dismissed', 'closed']);

/** @param alarms those of the fire that one may see, at least one */
export const incidentState = (alarms: readonly Pick<Alarm, 'response'>[]): IncidentState =>
  alarms.every(({ response }) => OVER.has(response.stage)) ? 'closed' : 'open';

export const incidentObject = eventObject<IncidentPayloads, null>()({
  // Which alarms are of which fire is stored beside the alarms: its events say what changed.
  apply: null,
  keeping: {
    // Who is of which fire, and what persons decided, is kept beside the alarms.
    'incident.joined': 'never',
    'incident.split': 'never',
    'incident.merged': 'never',
    'incident.undone': 'never',
    'incident.fact-noted': 'never',
    // The seal itself is a row beside the log.
    'incident.packaged': 'never',
  },
  summaries: {
    'incident.joined': ({ members }) => ({ count: members.length }),
  },
});

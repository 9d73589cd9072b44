// Derives a fire from its alarms and the evidence of each. The server and the client run the same code, so both see the same fire, each
// only from the alarms it may see.

import { commonGrid } from '@lookout/domain';
import type { Alarm } from '@lookout/features/alarm/alarm.ts';
import { type Certainty, type CertaintySurroundings, certaintyOf } from '@lookout/features/alarm/certainty.ts';
import type { Threatened } from '@lookout/features/incident/fire-danger.ts';
import {
  type AlarmEvidence,
  type IncidentLook,
  type IncidentSource,
  type IncidentSummary,
  incidentState,
} from '@lookout/features/incident/incident.ts';
import { detectionSourceOf } from './detection.ts';
import { fusedPosition } from './fused-position.ts';

export interface IncidentAlarm {
  readonly alarm: Alarm;
  readonly evidence: AlarmEvidence;
}

/** @param members at least one; in any order */
export function incidentSummary(id: string, members: readonly IncidentAlarm[], surroundings: CertaintySurroundings): IncidentSummary {
  const ordered = [...members].sort(
    (a, b) => a.alarm.observedAt.getTime() - b.alarm.observedAt.getTime() || (a.alarm.id < b.alarm.id ? -1 : 1),
  );
  const alarms = ordered.map(({ alarm }) => alarm);
  const { position, ellipse, spanMetres } = fusedPosition(
    ordered.map(({ alarm, evidence: { look, covariance } }) => ({
      look,
      covariance,
      source: detectionSourceOf(alarm.facts) ?? 'person',
      position: alarm.position,
      atMs: alarm.observedAt.getTime(),
    })),
  );
  const [first, last] = [alarms[0], alarms.at(-1)] as [Alarm, Alarm];
  const certainty = certaintyOf(
    ordered.map(({ evidence }) => evidence),
    surroundings,
  );
  return {
    id,
    gridNo: commonGrid(alarms.map(({ gridNo }) => gridNo)),
    position,
    address: alarms.find(({ address }) => address !== null)?.address ?? null,
    ellipse,
    spanMetres,
    firstSeenAt: first.observedAt,
    lastSeenAt: last.observedAt,
    certainty,
    looks: looksOf(ordered, certainty),
    threatens: mostThreatened(ordered.flatMap(({ evidence }) => evidence.threatens ?? [])),
    state: incidentState(alarms),
    alarmIds: alarms.map((alarm) => alarm.id),
    sources: sourcesOf(alarms),
  };
}

function mostThreatened(all: readonly Threatened[]): Threatened | null {
  if (all.length === 0) return null;
  const known = all.flatMap(({ inhabitants }) => inhabitants ?? []);
  return {
    inhabitants: known.length === 0 ? null : known.reduce((most, one) => Math.max(most, one)),
    dangerSources: all.reduce((most, { dangerSources }) => Math.max(most, dangerSources), 0),
  };
}

/** @param ordered in order of observation */
function looksOf(ordered: readonly IncidentAlarm[], { looks }: Certainty): IncidentLook[] {
  const first = new Map<string, Alarm>();
  for (const { alarm, evidence } of ordered) if (!first.has(evidence.look)) first.set(evidence.look, alarm);
  return looks.map(({ look, probability, calmedBy }) => {
    const { facts, observedAt } = first.get(look) as Alarm;
    return { kind: facts.kind, name: nameOf(facts), seenAt: observedAt, probability, calmedBy };
  });
}

/** Cameras first, then satellites, people and sensors. */
const ORDER = ['camera', 'satellite', 'report', 'smoke', 'danger'] as const;

function sourcesOf(alarms: readonly Alarm[]): IncidentSource[] {
  const named = alarms.map(({ facts }) => ({ kind: facts.kind, name: nameOf(facts) }));
  return [...Map.groupBy(named, ({ kind, name }) => `${kind} ${name ?? ''}`).values()]
    .map((same) => ({ ...(same[0] as (typeof named)[number]), count: same.length }))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
}

function nameOf(facts: Alarm['facts']): string | null {
  switch (facts.kind) {
    case 'satellite':
      return facts.instrument ?? facts.satellite;
    case 'camera':
    case 'smoke':
      return facts.deviceId;
    case 'report':
    case 'danger':
      return null;
  }
}

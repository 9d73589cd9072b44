// Alarms of one fire folded into one entry. Pure.

import type { RecordsRead } from '@lookout/web/stores/live-records.ts';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { IncidentMember } from '../incident.ts';

/** A fire as a list shows it. */
export interface FoldedFire {
  readonly id: string;
  /** The first of its alarms in the list's order; it stands for the fire. */
  readonly lead: NamedAlarm;
  /** Those in the list, in its order. */
  readonly alarms: readonly NamedAlarm[];
}

/** The fire of an alarm: as heard live, else as the alarm said when it was loaded; one that is of none yet is a fire of its own. */
export type FireIdOf = (alarm: Pick<NamedAlarm, 'id' | 'incidentId'>) => string;

export const fireIdBy =
  (members: Pick<RecordsRead<IncidentMember>, 'get'>): FireIdOf =>
  ({ id, incidentId }) =>
    members.get(id)?.incidentId ?? incidentId ?? id;

/** One entry for each fire, where its first alarm stands. */
export function foldFires(alarms: readonly NamedAlarm[], fireIdOf: FireIdOf): FoldedFire[] {
  const fires = new Map<string, { readonly id: string; readonly lead: NamedAlarm; readonly alarms: NamedAlarm[] }>();
  for (const alarm of alarms) {
    const id = fireIdOf(alarm);
    const fire = fires.get(id);
    if (fire === undefined) fires.set(id, { id, lead: alarm, alarms: [alarm] });
    else fire.alarms.push(alarm);
  }
  return [...fires.values()];
}

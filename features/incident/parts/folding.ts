// Folds the alarms of one fire into one entry. Pure functions.

import type { RecordsRead } from '@lookout/web/stores/live-records.ts';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { IncidentMember } from '../incident.ts';

/** A fire as a list entry. */
export interface FoldedFire {
  readonly id: string;
  /** The first of its alarms in the list's order, which represents the fire. */
  readonly lead: NamedAlarm;
  /** The fire's alarms in the list, in its order. */
  readonly alarms: readonly NamedAlarm[];
}

/** The fire of an alarm: from the live updates, otherwise as loaded with the alarm. An alarm without a fire counts as a separate fire. */
export type FireIdOf = (alarm: Pick<NamedAlarm, 'id' | 'incidentId'>) => string;

export const fireIdBy =
  (members: Pick<RecordsRead<IncidentMember>, 'get'>): FireIdOf =>
  ({ id, incidentId }) =>
    members.get(id)?.incidentId ?? incidentId ?? id;

/** One entry for each fire, at the position of its first alarm. */
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

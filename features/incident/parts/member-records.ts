// The fire of each open alarm of this desk, and the alarm's evidence: listed at first, then updated live shortly after each alarm.

import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { RECORD_LIMIT } from '../../alarm/parts/alarm-records.ts';
import type { IncidentMember } from '../incident.ts';

/** The order of alarm ids is the order of arrival. */
const newestFirst = (a: IncidentMember, b: IncidentMember): number => (a.alarmId < b.alarmId ? 1 : a.alarmId > b.alarmId ? -1 : 0);

export const memberRecords = liveRecords<IncidentMember>({
  key: ({ alarmId }) => alarmId,
  order: newestFirst,
  load: (client, quietly) => client.incident.incidentMembers({ query: { withDrills: 1 }, ...quietly }),
  right: 'watch-alarms',
  past: ({ members }) => members,
  effects: { 'incident-joined': ({ members }) => members.map((member) => ({ put: member })) },
  retention: { most: RECORD_LIMIT, keeps: () => false, countsNeverDropped: false },
});

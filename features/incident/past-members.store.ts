// The fire of each alarm of a desk at a past moment; alarms without a fire are left out.

import { newestAt, PAST_NEAR_MS, type PastList } from '@lookout/store/past.ts';
import { withMoments } from '@lookout/store/repositories/events.ts';
import { sql } from 'kysely';
import { pastAlarms } from '../alarm/past-alarms.store.ts';
import { type IncidentMember, membershipOf } from './incident.ts';
import { incidentsRepository } from './incidents.store.ts';

export const pastMembers: PastList<IncidentMember> = async ({ db, at, seq, listOf }) => {
  const alarms = await listOf(pastAlarms);
  const near = new Date(at.getTime() - PAST_NEAR_MS);
  const wanted = new Set(alarms.flatMap(({ id, arrivedAt }) => (arrivedAt > near ? [id] : [])));
  const found = new Map<string, IncidentMember>();
  if (wanted.size > 0) {
    const { seq: after } = await newestAt(db, near);
    const { rows } = await sql<{ payload: unknown }>`
      select payload from event where kind = 'incident.joined' and seq > ${after} and seq <= ${seq} order by seq`.execute(db);
    for (const { payload } of rows)
      for (const member of (withMoments(payload) as { readonly members: readonly IncidentMember[] }).members)
        if (wanted.has(member.alarmId)) found.set(member.alarmId, member);
  }
  // An alarm that arrived long before the moment joined its fire long before it.
  const older = alarms.flatMap(({ id, arrivedAt }) => (arrivedAt > near ? [] : [id]));
  for (const member of await incidentsRepository(db).membersOf(older)) found.set(member.alarmId, membershipOf(member));
  return alarms.flatMap(({ id }) => found.get(id) ?? []);
};

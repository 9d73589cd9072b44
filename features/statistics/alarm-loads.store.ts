// The alarms of a window with the fields for counting their load (domain `alarmLoadOf`): one query, a few columns of each.
import type { GridNo, Span } from '@lookout/domain';
import type { Limit, Listed } from '@lookout/store';
import { type Db, listed, withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { isOfBurning } from '../burning/burning-fires.store.ts';
import type { LoadAlarm } from './alarm-load.ts';

export function alarmLoadsRepository(db: Db) {
  return {
    /** Alarms that arrived in the span, its end excluded, without those of exercises and deleted ones; in any order. */
    async arrivedIn(scope: GridNo, { begin, end }: Span, { limit }: Limit): Promise<Listed<LoadAlarm>> {
      const { rows } = await sql<LoadAlarm>`
        select (extract(epoch from arrived_at) * 1000)::float8 as "arrivedAt", grid_no as "gridNo", kind, lng, lat,
          case kind when 'satellite' then alarm.facts ->> 'satellite' else device_id end as source,
          case kind when 'satellite' then (alarm.facts ->> 'credibility')::float8 end as credibility,
          case when stage = 'dismissed' then 'false' when stage in ('in-progress', 'closed') then 'real' else 'unjudged' end as verdict,
          -- What has joined a fire in progress waits for nobody.
          stage = 'open' and not ${isOfBurning(scope)} as "isOpen", acknowledged_at is not null as "isAcknowledged",
          coalesce(calmed_by, '') <> '' or kind = 'camera' and alarm.facts ->> 'maskName' is not null as "isSilent",
          incident_id as "incidentId"
        from alarm left join incident_alarm on alarm_id = id
        where ${withinScope('grid_no', scope)} and arrived_at >= ${begin} and arrived_at < ${end}
          and deleted_at is null and exercise_id is null
        limit ${limit + 1}`.execute(db);
      return listed(rows, limit);
    },
  };
}

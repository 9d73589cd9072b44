// The alarms of a window as their load is counted (domain `alarmLoadOf`): one query, a few columns of each.
import type { AlarmStage, GridNo, LoadAlarm, Span, Verdict } from '@lookout/domain';
import { sql } from 'kysely';
import { type Db, type Limit, type Listed, listed, withinScope } from '../sql.ts';

interface LoadRow extends Omit<LoadAlarm, 'verdict' | 'isOpen'> {
  readonly stage: AlarmStage['stage'];
}

const VERDICT_OF: Readonly<Record<AlarmStage['stage'], Verdict>> = {
  open: 'unjudged',
  handled: 'unjudged',
  dismissed: 'false',
  'in-progress': 'real',
  closed: 'real',
};

export function alarmLoadsRepository(db: Db) {
  return {
    /** Those that arrived in the span, its end not included, without those of exercises and deleted ones; in any order. */
    async arrivedIn(scope: GridNo, { begin, end }: Span, { limit }: Limit): Promise<Listed<LoadAlarm>> {
      const { rows } = await sql<LoadRow>`
        select (extract(epoch from arrived_at) * 1000)::float8 as "arrivedAt", grid_no as "gridNo", kind, lng, lat, stage,
          case when kind = 'satellite' then facts::json ->> 's' else device_id end as source,
          case when kind = 'satellite' then (facts::json ->> 'cr')::float8 end as credibility,
          acknowledged_at is not null as "isAcknowledged",
          coalesce(calmed_by, '') <> '' or kind = 'camera' and facts::json ->> 'maskName' is not null as "isSilent",
          incident_id as "incidentId"
        from alarm left join incident_alarm on alarm_id = id
        where ${withinScope('grid_no', scope)} and arrived_at >= ${begin} and arrived_at < ${end}
          and deleted_at is null and exercise_id is null
        limit ${limit + 1}`.execute(db);
      const { list, more } = listed(rows, limit);
      return { list: list.map(({ stage, ...alarm }) => ({ ...alarm, verdict: VERDICT_OF[stage], isOpen: stage === 'open' })), more };
    },
  };
}

// Which alarms belong to a fire in progress (属于在燃火情), within the user's scope.
import type { GridNo } from '@lookout/domain';
import { withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * True for an alarm of a fire that has another alarm in scope which is confirmed real and not closed. Fires in progress are few, so a
 * subquery finds them once through their index.
 */
export const isOfBurning = (scope: GridNo): RawBuilder<SqlBool> => sql<SqlBool>`alarm.id in (
  select joined.alarm_id from alarm burning
  join incident_alarm member on member.alarm_id = burning.id
  join incident_alarm joined on joined.incident_id = member.incident_id
  where burning.stage = 'in-progress' and burning.deleted_at is null and ${withinScope('burning.grid_no', scope)})`;

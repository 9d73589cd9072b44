// Which alarms belong to a fire in progress (属于在燃火情), as one may see it.
import type { GridNo } from '@lookout/domain';
import { withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Is the alarm of the row of a fire of which another alarm in scope is judged real and not closed? Fires in progress are few: they are found once, by their index. */
export const isOfBurning = (scope: GridNo): RawBuilder<SqlBool> => sql<SqlBool>`alarm.id in (
  select joined.alarm_id from alarm burning
  join incident_alarm member on member.alarm_id = burning.id
  join incident_alarm joined on joined.incident_id = member.incident_id
  where burning.stage = 'in-progress' and burning.deleted_at is null and ${withinScope('burning.grid_no', scope)})`;

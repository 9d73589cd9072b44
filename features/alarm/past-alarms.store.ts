// The alarms of a desk at a past moment: open ones and fires in progress, newest arrival first.

import { mapInSlices } from '@lookout/store';
import { PAST_NEAR_MS, type PastList } from '@lookout/store/past.ts';
import { withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { isHandled, isInProgress, type NamedAlarm, namedAlarm } from './alarm.ts';
import { factsOf } from './alarm-rows.store.ts';

export const pastAlarms: PastList<NamedAlarm> = async ({ at, scope, limit, nameOf, idsOf, statesOf }) => {
  const near = new Date(at.getTime() - PAST_NEAR_MS);
  const ids = await idsOf(sql`
    select alarm.id from alarm left join alarm_first on alarm_first.alarm_id = alarm.id
    where alarm.arrived_at <= ${at}
      and (${withinScope('alarm.grid_no', scope)} or ${withinScope('alarm_first.grid_no', scope)})
      and (alarm.stage in ('open', 'in-progress') or alarm.judged_at > ${at} or alarm.closed_at > ${at}
        or ((alarm.stage = 'handled' or alarm.deleted_at > ${at}) and alarm.arrived_at > ${near}))
    order by alarm.arrived_at desc, alarm.id desc limit ${limit}`);
  const alarms = await statesOf('alarm', ids, (alarm) =>
    !isHandled(alarm.response) || isInProgress(alarm.response) ? { ...alarm, facts: factsOf(alarm.facts) } : null,
  );
  return mapInSlices(alarms, (alarm) => namedAlarm(alarm, nameOf));
};

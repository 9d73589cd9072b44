// The open tasks of a desk at a past moment, newest first.

import { mapInSlices } from '@lookout/store';
import { PAST_FAR_MS, type PastList } from '@lookout/store/past.ts';
import { withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { isInHand, type NamedTask, namedTask } from './task.ts';

export const pastTasks: PastList<NamedTask> = async ({ at, scope, limit, nameOf, idsOf, statesOf }) => {
  const ids = await idsOf(sql`
    select id from task where created_at <= ${at} and (not ended or created_at > ${new Date(at.getTime() - PAST_FAR_MS)})
      and ${withinScope('task.grid_no', scope)}
    order by created_at desc, id limit ${limit}`);
  const tasks = await statesOf('task', ids, ({ task }) => (isInHand(task) ? task : null));
  return mapInSlices(tasks, (task) => namedTask(task, nameOf));
};

// The plots of a desk at a past moment, newest first: the current ones, and those deleted or moved away since.

import { type Named, withGridName } from '@lookout/domain';
import type { PastList } from '@lookout/store/past.ts';
import { withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import type { Plot } from './plot.ts';

export const pastPlots: PastList<Named<Plot>> = async ({ at, seq, scope, limit, nameOf, idsOf, statesOf }) => {
  const ids = await idsOf(sql`
    select id::text as id from plot where created_at <= ${at} and ${withinScope('plot.grid_no', scope)}
    union
    select object_id from event
    where kind >= 'plot.' and kind < 'plot/' and object_id is not null and seq > ${seq}
      and (${withinScope('event.grid_no', scope)} or ${withinScope('event.left_grid_no', scope)})
    limit ${limit}`);
  const plots = await statesOf('plot', ids, (plot) => withGridName(plot, nameOf));
  return plots.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
};

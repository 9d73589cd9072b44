// The people near fires whose state required attention at a past moment, as of the last event.

import { type Named, withGridName } from '@lookout/domain';
import { PAST_NEAR_MS, type PastList } from '@lookout/store/past.ts';
import { withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { isWatched, type PersonSafety } from './safety.ts';

export const pastSafeties: PastList<Named<PersonSafety>> = async ({ at, scope, limit, nameOf, idsOf, statesOf }) => {
  const ids = await idsOf(sql`
    select id::text as id from person_safety where began_at <= ${at} and checked_at >= ${new Date(at.getTime() - PAST_NEAR_MS)}
      and ${withinScope('person_safety.grid_no', scope)}
    order by began_at desc, id limit ${limit}`);
  return statesOf('safety', ids, (safety) => (isWatched(safety) ? withGridName(safety, nameOf) : null));
};

// The open SOS of a desk at a past moment, newest first.

import { type Named, withGridName } from '@lookout/domain';
import { PAST_FAR_MS, type PastList } from '@lookout/store/past.ts';
import { withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { isSosOpen, type Sos } from './sos.ts';

export const pastSos: PastList<Named<Sos>> = async ({ at, scope, limit, nameOf, idsOf, statesOf }) => {
  const ids = await idsOf(sql`
    select id::text as id from sos where received_at <= ${at}
      and (received_at > ${new Date(at.getTime() - PAST_FAR_MS)} or (cancelled is null and closed is null))
      and ${withinScope('sos.grid_no', scope)}
    order by received_at desc, id limit ${limit}`);
  return statesOf('sos', ids, (sos) => (isSosOpen(sos) ? withGridName(sos, nameOf) : null));
};

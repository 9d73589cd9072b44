// The reports that were due or not read by all at a past moment, the earliest deadline first.

import { PAST_FAR_MS, type PastList } from '@lookout/store/past.ts';
import { withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { isDueReportOpen, type NamedDueReport, namedDueReport } from './due-report.ts';

export const pastDueReports: PastList<NamedDueReport> = async ({ at, scope, limit, nameOf, idsOf, statesOf }) => {
  const ids = await idsOf(sql`
    select id::text as id from due_report where owed_at <= ${at}
      and (owed_at > ${new Date(at.getTime() - PAST_FAR_MS)} or state in ('due', 'sent', 'received'))
      and ${withinScope('due_report.grid_no', scope)}
    order by due_at, id limit ${limit}`);
  return statesOf('due-report', ids, (report) => (isDueReportOpen(report) ? namedDueReport(report, nameOf) : null));
};

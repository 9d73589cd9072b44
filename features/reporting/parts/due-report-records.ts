// The reports that are still owed, or not yet read by the grids above, in this desk's grid: loaded once, then updated live.

import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { isDueReportOpen, type NamedDueReport } from '../due-report.ts';

/** Upper limit, more than the fires of a province owe at once. */
const MOST_OPEN = 500;

export const dueReportRecords = liveRecords<NamedDueReport>({
  key: ({ id }) => id,
  order: (a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1),
  right: 'watch-alarms',
  load: async (client, quietly) =>
    (await client.reporting.dueReportPage({ body: { state: 'open', pageSize: MOST_OPEN }, ...quietly })).list,
  isWhole: true,
  past: ({ dueReports }) => dueReports,
  effects: { 'due-report-changed': ({ report }) => [isDueReportOpen(report) ? { put: report } : { gone: report.id }] },
});

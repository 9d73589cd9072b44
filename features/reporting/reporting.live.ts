// The live message that a report that is due changed.

import type { DraftsOf } from '../live-messages.ts';
import { namedDueReport } from './due-report.ts';

export const dueReportDrafts: DraftsOf<'due-report'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'dueReport', gridNo: event.gridNo, data: namedDueReport(after, nameOf) }];

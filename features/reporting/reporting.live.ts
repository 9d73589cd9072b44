// The live message that a report that is due changed.

import type { LiveMessagesOf } from '../live-messages.ts';
import { namedDueReport } from './due-report.ts';

export const dueReportLive: LiveMessagesOf<'due-report'> = (event, after, nameOf) =>
  after === null ? [] : [{ kind: 'dueReport', gridNo: event.gridNo, data: namedDueReport(after, nameOf) }];

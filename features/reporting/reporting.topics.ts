// The live message about a report that is due.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import type { NamedDueReport } from './due-report.ts';
import { dueReport } from './reporting.schema.ts';

interface DueReportChanged {
  readonly kind: 'due-report-changed';
  readonly report: NamedDueReport;
}

export const reportingTopics = [
  topicMessage({
    topics: ['dueReport'],
    data: dueReport,
    read: (data): DueReportChanged => ({ kind: 'due-report-changed', report: data }),
  }),
] as const;

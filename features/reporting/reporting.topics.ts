// The live message about a report that is due.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import type { NamedDueReport } from './due-report.ts';
import { dueReport } from './reporting.schema.ts';

interface DueReportChanged {
  readonly kind: 'due-report-changed';
  readonly report: NamedDueReport;
}

export const dueReportTopic = topic({
  name: 'dueReport',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '报送件：到期时限的产生、报送、签收、已阅、转报上级、迟报与不再需要',
});

export const reportingTopicMessages = [
  topicMessage({
    topics: [dueReportTopic],
    data: dueReport,
    read: (data): DueReportChanged => ({ kind: 'due-report-changed', report: data }),
  }),
] as const;

// The live message about a forest-fire warning.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { z } from 'zod';
import { fireAlarmTopic } from '../alarm/alarm.topics.ts';
import { warning } from './warning.schema.ts';
import type { NamedWarning } from './warning.ts';

/** A warning was issued, changed or lifted. */
interface WarningChanged {
  readonly kind: 'warning-changed';
  readonly warning: NamedWarning;
}

export const warningTopicMessages = [
  topicMessage({
    topics: [fireAlarmTopic],
    summary: '森林火险预警（发至区域内各县）',
    data: z.object({ warning }),
    read: (data): WarningChanged => ({ kind: 'warning-changed', ...data }),
  }),
] as const;

// The live message about a message between a desk and a ranger.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { z } from 'zod';
import { fireAlarmTopic } from '../alarm/alarm.topics.ts';
import { rangerMessage } from './ranger-message.schema.ts';
import type { RangerMessage } from './ranger-message.ts';

/** A message between a desk and a ranger was sent or read. */
interface RangerMessageChanged {
  readonly kind: 'ranger-message-changed';
  readonly message: RangerMessage;
}

export const rangerMessageTopicMessages = [
  topicMessage({
    topics: [fireAlarmTopic],
    summary: '席位与护林员就火情互发的消息（发出、已读）',
    data: z.object({ rangerMessage }),
    read: (data): RangerMessageChanged => ({ kind: 'ranger-message-changed', message: data.rangerMessage }),
  }),
] as const;

// The live message about a ranger's SOS.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { fireAlarmTopic } from '../alarm/alarm.topics.ts';
import { sos } from './sos.schema.ts';
import type { Sos } from './sos.ts';

/** A ranger's SOS was raised, located, taken, called off or closed. */
interface SosChanged {
  readonly kind: 'sos-changed';
  readonly sos: Named<Sos>;
}

export const sosTopicMessages = [
  topicMessage({
    topics: [fireAlarmTopic],
    summary: '护林员求救（发出、定位、接手、取消、结束）',
    data: z.object({ sos }),
    read: (data): SosChanged => ({ kind: 'sos-changed', ...data }),
  }),
] as const;

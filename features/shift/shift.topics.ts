// The live message about the shift of a desk.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { fireAlarmTopic } from '../alarm/alarm.topics.ts';
import { shift } from './shift.schema.ts';
import type { Shift } from './shift.ts';

/** The desk of this grid was taken or handed over. */
interface ShiftChanged {
  readonly kind: 'shift-changed';
  readonly shift: Named<Shift>;
}

export const shiftTopicMessages = [
  topicMessage({
    topics: [fireAlarmTopic],
    summary: '席位的接班与交班',
    data: z.object({ shift }),
    read: (data): ShiftChanged => ({ kind: 'shift-changed', ...data }),
  }),
] as const;

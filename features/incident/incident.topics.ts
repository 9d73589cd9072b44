// The live message that alarms joined a fire.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import { z } from 'zod';
import { incidentMember } from './incident.schema.ts';
import type { IncidentMember } from './incident.ts';

/** These alarms now belong to these fires. */
interface IncidentJoined {
  readonly kind: 'incident-joined';
  readonly members: readonly IncidentMember[];
}

export const incidentTopic = topic({
  name: 'incident',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '火警归入火情：新到的，或改归另一起的；按火警所在网格发布',
});

export const incidentTopicMessages = [
  topicMessage({
    topics: [incidentTopic],
    data: z.object({ members: z.array(incidentMember) }),
    read: (data): IncidentJoined => ({ kind: 'incident-joined', ...data }),
  }),
] as const;

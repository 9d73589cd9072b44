// The live message that alarms joined a fire.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { z } from 'zod';
import { incidentMember } from './incident.schema.ts';
import type { IncidentMember } from './incident.ts';

/** These alarms now belong to these fires. */
interface IncidentJoined {
  readonly kind: 'incident-joined';
  readonly members: readonly IncidentMember[];
}

export const incidentTopics = [
  topicMessage({
    topics: ['incident'],
    data: z.object({ members: z.array(incidentMember) }),
    read: (data): IncidentJoined => ({ kind: 'incident-joined', ...data }),
  }),
] as const;

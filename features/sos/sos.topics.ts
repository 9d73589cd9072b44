// The live message about a ranger's SOS.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { sos } from './sos.schema.ts';
import type { Sos } from './sos.ts';

/** A ranger's SOS was raised, located, taken, called off or closed. */
interface SosChanged {
  readonly kind: 'sos-changed';
  readonly sos: Named<Sos>;
}

export const sosTopics = [
  topicMessage({ topics: ['fireAlarm'], data: z.object({ sos }), read: (data): SosChanged => ({ kind: 'sos-changed', ...data }) }),
] as const;

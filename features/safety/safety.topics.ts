// The live message about the safety of a person near a fire.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import type { Named } from '@lookout/domain';
import { personSafety } from './safety.schema.ts';
import type { PersonSafety } from './safety.ts';

interface SafetyChanged {
  readonly kind: 'safety-changed';
  readonly safety: Named<PersonSafety>;
}

export const safetyTopics = [
  topicMessage({ topics: ['personSafety'], data: personSafety, read: (data): SafetyChanged => ({ kind: 'safety-changed', safety: data }) }),
] as const;

// The live message about the safety of a person near a fire.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import type { Named } from '@lookout/domain';
import { personSafety } from './safety.schema.ts';
import type { PersonSafety } from './safety.ts';

interface SafetyChanged {
  readonly kind: 'safety-changed';
  readonly safety: Named<PersonSafety>;
}

export const personSafetyTopic = topic({
  name: 'personSafety',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '火场附近人员的安全：余量的级别、失联、告警的产生、接手与解除；按人员所属网格发布，不是每次位置都发',
});

export const safetyTopicMessages = [
  topicMessage({
    topics: [personSafetyTopic],
    data: personSafety,
    read: (data): SafetyChanged => ({ kind: 'safety-changed', safety: data }),
  }),
] as const;

// The live message about a second look.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import { secondLook } from './second-look.schema.ts';
import type { SecondLook } from './second-look.ts';

/** A look was queued, its cameras were chosen, a picture was taken, or it ended. */
interface SecondLookChanged {
  readonly kind: 'second-look-changed';
  readonly look: SecondLook;
}

export const secondLookTopic = topic({
  name: 'secondLook',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '自动复核：排队、转动、拍到现场、结论；按火警所在网格发布',
});

export const secondLookTopicMessages = [
  topicMessage({
    topics: [secondLookTopic],
    data: secondLook,
    read: (look): SecondLookChanged => ({ kind: 'second-look-changed', look }),
  }),
] as const;

// The live message about a ranger's position.

import { readTime } from '@lookout/contract';
import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import type { Position } from '@lookout/domain';
import { teamPosition } from './ranger.schema.ts';

interface RangerMoved {
  readonly kind: 'ranger-moved';
  readonly userId: string;
  readonly position: Position;
  /** By the phone's clock. */
  readonly at: Date;
}

export const teamTrajectoryTopic = topic({
  name: 'teamTrajectory',
  right: 'see-rangers',
  scope: 'upwards',
  isLogged: false,
  summary: '护林员位置：没有 seq，不补发',
});

export const rangerTopicMessages = [
  topicMessage({
    topics: [teamTrajectoryTopic],
    data: teamPosition,
    read: ({ userId, position, actualUploadTime }): RangerMoved => ({
      kind: 'ranger-moved',
      userId,
      position,
      at: readTime(actualUploadTime),
    }),
  }),
] as const;

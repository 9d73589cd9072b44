// The live messages of an exercise: about the exercise itself, and those that its alarms and tasks would send if they were real. They have
// a topic of their own, so that a subscriber to real alarms never receives one.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { type Topic, topic } from '@lookout/contract/live/topics.ts';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { alarmTopicMessages } from '../alarm/alarm.topics.ts';
import { incidentTopicMessages } from '../incident/incident.topics.ts';
import { taskTopicMessages } from '../task/task.topics.ts';
import { exercise } from './exercise.schema.ts';
import type { Exercise } from './exercise.ts';

/** The exercise began, ended or was judged. */
interface ExerciseChanged {
  readonly kind: 'exercise-changed';
  readonly exercise: Named<Exercise>;
}

interface RealMessage {
  readonly topics: readonly Topic[];
  readonly data: z.ZodType;
  read(data: never): { readonly kind: string };
}

/** The message under the name of its topic. It is read like a real one; the alarm or task carries its exercise. */
const drilled = <M extends RealMessage>(message: M) =>
  topicMessage({
    topics: [exerciseTopic],
    data: z.object({ of: z.literal(message.topics.map(({ name }) => name)), data: message.data }),
    read: ({ data }) => message.read(data as never) as ReturnType<M['read']>,
  });

export const exerciseTopic = topic({
  name: 'exercise',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '演练：开始、结束、讲评，以及演练中的火警与任务（带 drill: true），与真实火警的主题分开',
});

export const exerciseTopicMessages = [
  topicMessage({
    topics: [exerciseTopic],
    data: z.object({ of: z.literal('exercise'), data: exercise }),
    read: ({ data }): ExerciseChanged => ({ kind: 'exercise-changed', exercise: data }),
  }),
  ...[...alarmTopicMessages, ...incidentTopicMessages, ...taskTopicMessages].map((message) => drilled(message)),
] as const;

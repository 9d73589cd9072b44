// The live messages of an exercise: about the exercise itself, and those that its alarms and tasks would send if they were real. They have
// a topic of their own, so that a subscriber to real alarms never receives one.

import type { TopicKind } from '@lookout/contract';
import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { alarmTopics } from '../alarm/alarm.topics.ts';
import { incidentTopics } from '../incident/incident.topics.ts';
import { taskTopics } from '../task/task.topics.ts';
import { exercise } from './exercise.schema.ts';
import type { Exercise } from './exercise.ts';

/** The exercise began, ended or was judged. */
interface ExerciseChanged {
  readonly kind: 'exercise-changed';
  readonly exercise: Named<Exercise>;
}

interface RealMessage {
  readonly topics: readonly TopicKind[];
  readonly data: z.ZodType;
  read(data: never): { readonly kind: string };
}

/** The message under the name of its topic. It is read like a real one; the alarm or task carries its exercise. */
const drilled = <M extends RealMessage>(message: M) =>
  topicMessage({
    topics: ['exercise'],
    data: z.object({ of: z.literal([...message.topics]), data: message.data }),
    read: ({ data }) => message.read(data as never) as ReturnType<M['read']>,
  });

export const exerciseTopics = [
  topicMessage({
    topics: ['exercise'],
    data: z.object({ of: z.literal('exercise'), data: exercise }),
    read: ({ data }): ExerciseChanged => ({ kind: 'exercise-changed', exercise: data }),
  }),
  ...[...alarmTopics, ...incidentTopics, ...taskTopics].map((message) => drilled(message)),
] as const;

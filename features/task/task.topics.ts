// The live message about a task.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import { task, taskStep } from './task.schema.ts';
import type { NamedTask, TaskStep } from './task.ts';
import { readTask, readTaskStep } from './task.wire.ts';

interface TaskChanged {
  readonly kind: 'task-changed';
  readonly task: NamedTask;
  /** The report that changed the task; null: it was dispatched or cancelled. */
  readonly step: TaskStep | null;
}

export const delegateTopic = topic({
  name: 'delegate',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '任务的派发、进展与取消',
});

export const taskTopicMessages = [
  topicMessage({
    topics: [delegateTopic],
    data: task.extend({ step: taskStep.nullable() }),
    read: ({ step, ...task }): TaskChanged => ({ kind: 'task-changed', task: readTask(task), step: step && readTaskStep(step) }),
  }),
] as const;

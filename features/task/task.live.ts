// A task's live messages: the task, and the step that changed it.

import type { LiveMessagesOf } from '../live-messages.ts';
import { writeTask, writeTaskStep } from './task.wire.ts';

export const taskLive: LiveMessagesOf<'task'> = (event, after, nameOf) => {
  if (after === null) return [];
  const step = event.kind === 'task.advanced' ? writeTaskStep(event.payload.step) : null;
  return [{ kind: 'delegate', gridNo: event.gridNo, data: { ...writeTask(after.task, nameOf), step } }];
};
